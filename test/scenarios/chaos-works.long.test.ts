/** The kills during single kinds of work in short; `npm run chaos:works` is the long form. */
import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { times } from '../support/times.js';

const bench = fileURLToPath(new URL('../../benchmarks/chaos/works.mjs', import.meta.url));
/** Every kind is killed once; the long form kills each five times. */
const kills = String(times(8, 40));

it(
  `kills during each kind of work lose nothing: ${kills} of them`,
  async () => {
    const words = [bench, '--kills', kills, '--seed', '7'];
    const { stdout } = await promisify(execFile)(process.execPath, words).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
    expect(stdout).toContain(`${kills} kills in`);
    expect(stdout).toMatch(/\n0 faults\n$/);
  },
  120_000 + Number(kills) * 60_000,
);
