/** Parses the input of `tonstift gme play`: codes and pauses. */
import { TonstiftError } from '../../../../workers/base/errors.js';

export type Word =
  | { readonly kind: 'tap'; readonly code: number }
  | { readonly kind: 'pause'; readonly milliseconds: number };

/** The highest code that can be printed. */
const highestCode = 65_535;
const longestPause = 600_000;

/**
 * Parses `2664`, `2s`, `1.5s` or `300ms`.
 * @throws TonstiftError `bad_field`
 */
export function readWord(word: string): Word {
  const [, number = '', unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(word) ?? [];
  if (unit !== undefined) {
    const milliseconds = Number(number) * (unit === 's' ? 1000 : 1);
    if (milliseconds <= longestPause) return { kind: 'pause', milliseconds };
    throw new TonstiftError('bad_field', `${JSON.stringify(word)} is a pause of more than ten minutes.`);
  }
  const code = /^\d{1,5}$/.test(word) ? Number(word) : 0;
  if (code >= 1 && code <= highestCode) return { kind: 'tap', code };
  throw new TonstiftError(
    'bad_field',
    `${JSON.stringify(word)} is neither a code from 1 to ${highestCode} nor a pause such as 2s.`,
  );
}

/** Splits text at blanks and commas. Text after # is a comment. */
export const wordsIn = (line: string): string[] =>
  line
    .replace(/#.*/, '')
    .split(/[\s,]+/)
    .filter((word) => word !== '');
