/** The bench of kills in short; `npm run chaos` is the long form. */
import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withMounts } from './with-mounts.js';
import { times } from '../support/times.js';

const bench = fileURLToPath(new URL('../../benchmarks/chaos/kills.mjs', import.meta.url));
const kills = String(times(2, 40));

withMounts('kills at any moment', () => {
  it(
    `lose nothing: ${kills} of them`,
    async () => {
      // What is only left over goes with the next look, which may be longer than a test waits.
      const words = [bench, '--kills', kills, '--seed', '7', '--patience', '60'];
      const { stdout } = await promisify(execFile)(process.execPath, words).catch((error: { stdout: string }) => {
        throw new Error(error.stdout);
      });
      expect(stdout).toContain(`${kills} kills in`);
    },
    60_000 + Number(kills) * 15_000,
  );
});
