/** Finds English words in German texts. */
import { sentencesIn } from '../../workers/base/language/catalogue.js';

/** Words that every English sentence has one of, and no German one; `in`, `so` and the like are both. */
const words = new Set(
  (
    'the and is are not of with for from this that has have been by it its be at or to which than there here your ' +
    'you no must cannot can but if when where what who only more than on was were'
  ).split(' '),
);
/** As German has them: `Pen on`, `was`, `an` would be found everywhere. */
const german = new Set(['was', 'on', 'to', 'or', 'more', 'no', 'if']);

export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Sentences of the catalogue that are others in German. */
const english = new Set(
  Object.entries(sentencesIn('en'))
    .filter(([key, text]) => !/[{<]/.test(text) && plain(text) !== plain(sentencesIn('de')[key] ?? ''))
    .map(([, text]) => plain(text)),
);
/** What German sentences are, whatever the English ones are. */
const own = new Set(Object.values(sentencesIn('de')).map(plain));

/** Whether a text of a German page is English, or has an English word in it. */
export function isEnglish(given: string): boolean {
  const text = plain(given);
  if (english.has(text) && !own.has(text)) return true;
  // Addresses, names (of files, settings, the Web of Science), gaps that a script fills and letters between digits are
  // no words.
  const said =
    text
      .replace(/\S*[/_.:@=]\S+|\{\w+\}|Web of Science/g, ' ')
      .match(/(?<![\p{L}\p{N}])[\p{L}'’-]+(?![\p{L}\p{N}])/gu) ?? [];
  return said.some((word) => words.has(word.toLowerCase()) && !german.has(word.toLowerCase()));
}
