/** Tests that mount; where that is not allowed, one test says so instead. */
import { describe, expect, it } from '@jest/globals';
import { canMount } from './pen-mount.js';

export function withMounts(what: string, tests: () => void): void {
  describe(what, () => {
    if (canMount) return tests();
    const sentence = `Only root on Linux may mount, so the tests with real mounts are left out: ${what}.`;
    it(sentence, () => {
      process.stderr.write(`${sentence}\n`);
      expect(canMount).toBe(false);
    });
  });
}
