/** The sentences of all languages: complete, used, and with the same gaps. */
import { describe, expect, it } from '@jest/globals';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sentencesIn } from '../../../../workers/base/language/catalogue.js';
import { isLanguage, languages } from '../../../../workers/base/language/languages.js';
import { say } from '../../../../workers/base/language/sentence.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Lists the gaps of a sentence, with their kinds and with the styles of numbers and dates. */
function gapsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.plural:
      case TYPE.select:
        return [
          `${element.value} ${TYPE[element.type]}`,
          ...Object.values(element.options).flatMap(({ value }) => gapsOf(value)),
        ];
      case TYPE.tag:
        return [`<${element.value}>`, ...gapsOf(element.children)];
      case TYPE.number:
      case TYPE.date:
      case TYPE.time: {
        const { style } = element;
        const how = style !== null && typeof style === 'object' ? JSON.stringify(style.parsedOptions) : style;
        return [`${element.value} ${TYPE[element.type]} ${how ?? ''}`];
      }
      default:
        return [`${element.value} ${TYPE[element.type]}`];
    }
  });
}

const gaps = (sentence: string): string[] => [...new Set(gapsOf(parse(sentence)))].sort();

const sources = ['config', 'http', 'workers', 'daemon']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
  )
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');

/** Keys in quotes, and those that a template makes: `state.${state}`. */
const templates = [...sources.matchAll(/`([a-z_]+\.(?:[\w.]|\$\{[^}]*\})*)`/g)].map(
  ([, text = '']) =>
    new RegExp(
      `^${text
        .replace(/\$\{[^}]*\}/g, '[\\w.]+')
        .replaceAll('.', '\\.')
        .replaceAll('[\\w\\.]', '[\\w.]')}$`,
    ),
);
const isUsed = (key: string): boolean =>
  sources.includes(`'${key}'`) || templates.some((template) => template.test(key));

const english = sentencesIn('en');

describe.each(languages)('the sentences in %s', (language) => {
  const own = sentencesIn(language);

  it('are those of the other languages', () => expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort()));

  it('have the same gaps', () => {
    const differing = Object.entries(own).filter(
      ([key, text]) => gaps(text).join() !== gaps(english[key] ?? '').join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('are used', () => expect(Object.keys(own).filter((key) => !isUsed(key))).toEqual([]));

  it('say something, and begin and end without a blank', () => {
    const odd = Object.entries(own).filter(
      ([key, text]) => text.trim() === '' || (text !== text.trim() && key !== 'upload.and'),
    );
    expect(odd).toEqual([]);
  });
});

describe('a sentence', () => {
  it('is said in each language, with its plural and its numbers', () => {
    const said = [1, 2_000].map((count) => say('count.tracks', { count }));
    expect(said.map((one) => one.in('en'))).toEqual(['1 track', '2,000 tracks']);
    expect(said.map((one) => one.in('de'))).toEqual(['1 Stück', '2.000 Stücke']);
    expect(said.map((one) => one.in('fr'))).toEqual(['1 piste', '2\u202f000 pistes']);
    expect(said.map((one) => one.in('nl'))).toEqual(['1 track', '2.000 tracks']);
  });

  it('has the plurals of French, where 0 is one and a million is many', () => {
    const said = [0, 1_000_000].map((count) => say('count.tracks', { count }).in('fr'));
    expect(said).toEqual(['0 piste', '1\u202f000\u202f000 pistes']);
  });

  it('is English as a text', () => expect(String(say('state.ready'))).toBe('ready'));

  it('may stand in the gap of another', () => {
    expect(say('logs.level', { level: 'info', words: say('logs.level.info') }).in('de')).toBe('info: was geschieht');
  });

  it('is refused without what stands in its gaps', () => {
    expect(() => say('error.unknown_pen').in('de')).toThrow('pen');
  });

  it('knows which languages there are', () =>
    expect(['de', 'nl', 'xx', undefined].map(isLanguage)).toEqual([true, true, false, false]));
});
