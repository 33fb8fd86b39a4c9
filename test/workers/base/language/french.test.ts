/** French has the spaces of French printing. */
import { describe, expect, it } from '@jest/globals';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { sentencesIn } from '../../../../workers/base/language/catalogue.js';

/** The text of a sentence as it is shown, once for each plural and choice. Another sentence may follow a gap. */
function texts(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((element): string => {
      switch (element.type) {
        case TYPE.literal:
          return element.value;
        case TYPE.plural:
        case TYPE.select:
          return Object.values(element.options)
            .map(({ value }) => texts(value))
            .join('\n');
        case TYPE.tag:
          return texts(element.children);
        default:
          return '0';
      }
    })
    .join('');
}

const french = Object.entries(sentencesIn('fr')).map(([key, text]): [string, string] => [key, texts(parse(text))]);
const having = (wrong: RegExp): string[] => french.filter(([, text]) => wrong.test(text)).map(([key]) => key);

describe('French', () => {
  it.each([
    ['a space that may break a line before a sign', / [;:!?%»]/],
    ['a space that may break a line after «', /« /],
    ['« without its space', /«(?!\u202f)/],
    ['» without its space', /(?<!\u202f)»/],
    ['a sign without its space', /(?<!\u202f)[;!?]|(?<!\u202f):(?=\s|$)/m],
    ['an English apostrophe', /(?<=\p{L})'(?=\p{L})/u],
    ['quotes of another language', /[„“”]/],
  ])('has nowhere %s', (_, wrong) => expect(having(wrong)).toEqual([]));
});
