import { it } from '@jest/globals';

/**
 * Says on standard error which tests are left out and why, and leaves one skipped test for them, which the closing line
 * counts.
 */
export function leaveOut(tests: string, why: string): void {
  const sentence = `The tests ${tests} are left out: ${why.split('\n')[0]}`;
  process.stderr.write(`${sentence}\n`);
  it.skip(sentence, () => undefined);
}
