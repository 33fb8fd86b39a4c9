/** Finds English words in texts of other languages. */
import { sentencesIn } from '../../workers/base/language/catalogue.js';
import type { Language } from '../../workers/base/language/languages.js';

/** Words that every English sentence has one of, and few others; `in`, `so` and the like are both. */
const words = new Set(
  (
    'the and is are not of with for from this that has have been by it its be at or to which than there here your ' +
    'you no must cannot can but if when where what who only more than on was were'
  ).split(' '),
);
/** Those that the other language has, too, and those in names: `Pen on`. */
const shared: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  de: ['was', 'on', 'to', 'or', 'more', 'no', 'if'],
  fr: ['on', 'to', 'or', 'more', 'no', 'if', 'but'],
  nl: ['is', 'of', 'was', 'on', 'to', 'or', 'more', 'no', 'if'],
};

export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

type Finder = (given: string) => boolean;

function finderIn(language: Exclude<Language, 'en'>): Finder {
  const sentences = sentencesIn(language);
  /** Sentences of the catalogue that are others in this language. */
  const english = new Set(
    Object.entries(sentencesIn('en'))
      .filter(([key, text]) => !/[{<]/.test(text) && plain(text) !== plain(sentences[key] ?? ''))
      .map(([, text]) => plain(text)),
  );
  /** The sentences of this language. Some may be spelt as another English sentence is. */
  const own = new Set(Object.values(sentences).map(plain));
  return (given) => {
    const text = plain(given);
    if (english.has(text) && !own.has(text)) return true;
    // Addresses, names (of files, settings, the Web of Science), gaps that a script fills and letters between digits
    // are no words.
    const said =
      text
        .replace(/\S*[/_.:@=]\S+|\{\w+\}|Web of Science/g, ' ')
        .match(/(?<![\p{L}\p{N}])[\p{L}'’-]+(?![\p{L}\p{N}])/gu) ?? [];
    return said.map((word) => word.toLowerCase()).some((word) => words.has(word) && !shared[language].includes(word));
  };
}

const finders = new Map<Language, Finder>();

/** Returns true if a text of a page in another language is English, or has an English word in it. */
export function isEnglish(given: string, language: Exclude<Language, 'en'>): boolean {
  const finder = finders.get(language) ?? finderIn(language);
  finders.set(language, finder);
  return finder(given);
}
