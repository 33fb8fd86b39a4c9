/** The languages of the pages and the printed sheets. The log and what programs read stay English. */
export const languages = ['en', 'de'] as const;

export type Language = (typeof languages)[number];

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text);

/** Each in its own words, as whoever looks for it reads it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
