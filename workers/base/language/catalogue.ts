/**
 * The sentences of each language, in ICU MessageFormat: one JSON file for each language, in this folder, and one in the
 * folder `language` of each feature.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat, type Formatters } from 'intl-messageformat';
import { packageRoot } from '../package-root.js';
import { formattersOf } from './formatters.js';
import type { Language } from './languages.js';

const files = new Map<Language, Readonly<Record<string, string>>>();
const formats = new Map<string, IntlMessageFormat>();
const formatters = new Map<Language, Formatters>();

const workers = join(packageRoot, 'workers');

/** The folders with sentences. */
const folders = (): string[] => [
  join(workers, 'base', 'language'),
  join(workers, 'papers', 'language'),
  ...readdirSync(join(workers, 'features')).map((feature) => join(workers, 'features', feature, 'language')),
];

/** Returns the sentences by key. Reads the files when the language is first used. */
export function sentencesIn(language: Language): Readonly<Record<string, string>> {
  const known = files.get(language);
  if (known !== undefined) return known;
  const read: Record<string, string> = {};
  for (const path of folders().map((folder) => join(folder, `${language}.json`)))
    if (existsSync(path)) Object.assign(read, JSON.parse(readFileSync(path, 'utf8')));
  files.set(language, read);
  return read;
}

function formatOf(key: string, language: Language): IntlMessageFormat {
  const name = `${language} ${key}`;
  const known = formats.get(name);
  if (known !== undefined) return known;
  const ofLanguage = formatters.get(language) ?? formattersOf(language);
  formatters.set(language, ofLanguage);
  const text = sentencesIn(language)[key] ?? sentencesIn('en')[key];
  if (text === undefined) throw new Error(`There is no sentence ${JSON.stringify(key)}.`);
  const made = new IntlMessageFormat(text, language, undefined, { formatters: ofLanguage });
  formats.set(name, made);
  return made;
}

/**
 * @param gaps values by name
 * @returns a text, or a list of texts and values that are not texts
 * @throws Error for an unknown key, and for a gap without a value
 */
export function format(key: string, gaps: Readonly<Record<string, unknown>>, language: Language): unknown {
  return formatOf(key, language).format(gaps);
}
