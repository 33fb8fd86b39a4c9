/** The sentences have no word of the columns *Not* in docs/decisions/words.md. */
import { describe, expect, it } from '@jest/globals';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '../workers/base/language/languages.js';
import { globSync } from './support/glob.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A column of a table: words that the pages use, or words that they do not use. */
interface Column {
  language: string;
  not: boolean;
  words: string[];
}

/** `German` → `de` */
const codes = new Map<string | undefined, string>(
  languages.map((code) => [new Intl.DisplayNames(['en'], { type: 'language' }).of(code), code]),
);

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Splits a cell at commas and semicolons outside brackets. */
const termsIn = (cell: string): string[] =>
  cell
    .split(/[,;](?![^(]*\))/)
    .map((term) => term.trim())
    .filter((term) => term !== '');

/** A column `Not` without a language belongs to the column before it. */
function columnsOf(table: string): Column[] {
  const [head = '', , ...rows] = table.trim().split('\n');
  const titles = cellsOf(head);
  return titles.map((title, n) => {
    const name = title === 'Not' ? titles[n - 1] : title.replace(/^Not in /, '');
    const language = codes.get(name);
    if (language === undefined) throw new Error(`The pages have no language ${String(name)}: ${head}`);
    const words = rows.flatMap((row) => termsIn(cellsOf(row)[n] ?? ''));
    return { language, not: title.startsWith('Not'), words };
  });
}

const list = readFileSync(join(root, 'docs/decisions/words.md'), 'utf8');
const columns = [...list.matchAll(/(?:^\|.*\n?)+/gm)].flatMap(([table]) => columnsOf(table));

const wordsOf = (language: string, not: boolean): string[] => [
  ...new Set(columns.filter((one) => one.language === language && one.not === not).flatMap(({ words }) => words)),
];

/** A word with a remark in brackets is wrong in one sense only, which a test cannot tell. */
const wrongIn = (language: string): string[] => wordsOf(language, true).filter((term) => !term.includes('('));

interface Exception {
  language: string;
  term: string;
  /** The words around it, or the keys of the sentences. */
  phrase?: RegExp;
  keys?: RegExp;
  because: string;
}

const exceptions: readonly Exception[] = [
  { language: 'en', term: 'user', phrase: /any user name/, because: 'the browser asks for one' },
  { language: 'en', term: 'user', phrase: /user:password|database user|as a user who may/, because: 'PostgreSQL' },
  { language: 'de', term: 'Benutzer', phrase: /mit einem Benutzer/, because: 'PostgreSQL' },
  { language: 'en', term: 'sound', keys: /^(try|tap|test)\./, because: 'sounds of GME files and of the test sheet' },
  { language: 'en', term: 'meaning', phrase: /axes have no meaning/, because: 'the axes of the map' },
  { language: 'en', term: 'trash', phrase: /empty its trash/, because: 'the trash of the system' },
  { language: 'en', term: 'sound', phrase: /German: sound pen/, because: 'the name of the program' },
  { language: 'en', term: 'build', phrase: /`?…`? builds the program/, because: 'programmers build a program' },
  { language: 'de', term: 'machen', phrase: /rückgängig zu machen/, because: 'a form of a word of the list' },
];

/** Endings of a plural, a case or a tense. */
const endings: Readonly<Record<string, string>> = {
  en: '(?:s|es|d|ed|ing)?',
  de: '(?:e|en|er|ern|es|n|s)?',
  fr: '[sx]?',
};

/** Finds a word. One that begins with a capital letter is a noun or a label, and has it in the sentence, too. */
function finder(term: string, language: string): RegExp {
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = `(?<![\\p{L}\\p{N}_])${escaped}${endings[language] ?? 's?'}(?![\\p{L}\\p{N}_])`;
  return new RegExp(word, /^\p{Lu}/u.test(term) ? 'gu' : 'giu');
}

interface Said {
  key: string;
  text: string;
}

/** The texts of a sentence, without the names of its gaps, choices and tags. */
const textOf = (elements: readonly MessageFormatElement[]): string =>
  elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      if (element.type === TYPE.tag) return textOf(element.children);
      if (element.type !== TYPE.plural && element.type !== TYPE.select) return '…';
      return Object.values(element.options)
        .map(({ value }) => textOf(value))
        .join(' / ');
    })
    .join('');

const catalogue = (language: string): Said[] =>
  globSync(join(root, 'workers'), `${language}.json`)
    .filter((path) => basename(path) === `${language}.json` && basename(dirname(path)) === 'language')
    .flatMap((path) => Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>))
    .map(([key, text]) => ({ key, text: textOf(parse(text)) }));

/** The front page in a language, without code and addresses. */
function frontPage(language: string): Said[] {
  const path = join(root, language === 'en' ? 'README.md' : `README.${language}.md`);
  if (!['en', 'de'].includes(language)) return [];
  return [{ key: 'README', text: readFileSync(path, 'utf8').replace(/^```[^]*?^```|`[^`]*`|\]\([^)]*\)/gm, '…') }];
}

/** Returns true if a sentence has the word, except where an exception or a longer word of the list allows it. */
function has({ key, text }: Said, term: string, language: string): boolean {
  const mine = exceptions.filter((one) => one.language === language && one.term === term);
  if (mine.some(({ keys }) => keys?.test(key) === true)) return false;
  const longer = wordsOf(language, false).filter((word) => word.length > term.length && word.includes(term));
  const right = [
    ...longer.map((word) => finder(word, language)),
    ...mine.flatMap(({ phrase }) => (phrase ? new RegExp(phrase, 'g') : [])),
  ];
  return finder(term, language).test(right.reduce((rest, words) => rest.replace(words, '…'), text));
}

it('every language of the pages has words that it does not use', () => {
  expect(languages.filter((language) => wrongIn(language).length < 5)).toEqual([]);
});

describe.each(languages)('the sentences in %s', (language) => {
  const sentences = [...catalogue(language), ...frontPage(language)];

  it.each(wrongIn(language))('do not have “%s”', (term) => {
    expect(sentences.filter((one) => has(one, term, language))).toEqual([]);
  });

  // The command has the quotation marks of a shell.
  it('have typographic quotation marks', () => {
    const straight = catalogue(language).filter(({ key, text }) => text.includes('"') && key !== 'error.not_ejected');
    expect(straight).toEqual([]);
  });
});

it('every exception is needed', () => {
  const idle = exceptions.filter(
    ({ language, term, phrase, keys }) =>
      ![...catalogue(language), ...frontPage(language)].some(
        ({ key, text }) => text.search(finder(term, language)) >= 0 && (phrase ?? keys)?.test(phrase ? text : key),
      ),
  );
  expect(idle).toEqual([]);
});
