/** What `tonstift gme play` is given: codes, and pauses between them. */
import { TonstiftError } from '../../../workers/base/errors.js';

export type Word =
  | { readonly kind: 'tap'; readonly code: number }
  | { readonly kind: 'pause'; readonly milliseconds: number };

/** What a field on paper can have. */
const highestCode = 65_535;
const longestPause = 600_000;

/**
 * `2664`, `2s`, `1.5s`, `300ms`.
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

/** The words of a stretch of text; commas part them, too, and what is behind # is a remark. */
export const wordsIn = (line: string): string[] =>
  line
    .replace(/#.*/, '')
    .split(/[\s,]+/)
    .filter((word) => word !== '');
