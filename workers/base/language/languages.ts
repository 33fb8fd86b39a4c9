/** The languages of the pages and the printed sheets. The log and machine-readable output stay English. */
export const languages = ['en', 'de', 'fr', 'nl'] as const;

export type Language = (typeof languages)[number];

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text);

/** Each name is in its own language, so that its speakers recognise it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  nl: 'Nederlands',
};
