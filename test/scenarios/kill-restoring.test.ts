/** `kill -9` while a backup is restored and made: each album is there whole or not at all, and the next run goes on. */
import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entry } from '../daemon/cli/program.js';
import { mp3 } from '../fixtures/mp3.js';
import { temporaryFolders } from '../support/folder.js';
import { times } from '../support/times.js';
import { startProgram } from './daemon-process.js';
import { until } from '../support/patience.js';

const folder = temporaryFolders();
const rounds = times(4, 40);
const [albums, tracks] = [8, 6];

/** @param killAfter milliseconds from the first sign of its work */
async function run(words: readonly string[], sign?: () => Promise<boolean>, killAfter = 0): Promise<number | null> {
  const child = spawn(process.execPath, [entry, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  if (sign !== undefined) {
    let isEnded = false;
    void ended.then(() => (isEnded = true));
    await until('the work to begin', async () => isEnded || (await sign()), 2);
    await new Promise((done) => setTimeout(done, killAfter));
    child.kill('SIGKILL');
  }
  return (await ended)[0];
}

const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => []);

it(
  'a restore survives kills',
  async () => {
    const root = await folder();
    const sources: string[] = [];
    for (let album = 1; album <= albums; album++) {
      const at = join(root, `Album ${album}`);
      await mkdir(at);
      for (let n = 1; n <= tracks; n++)
        await writeFile(join(at, `${n}.mp3`), await mp3({ frames: 300, offset: album * 400 + n * 40 }));
      sources.push(at);
    }
    const [home, other, file] = [join(root, 'home'), join(root, 'other'), join(root, 'backup.zip')];
    expect(await run(['import', ...sources, `--home=${home}`])).toBe(0);

    // A backup that is cut off leaves nothing of that name.
    const half = join(root, 'half.zip');
    const isBegun = async (): Promise<boolean> => (await namesIn(root)).includes('half.zip.part');
    await run(['backup', half, `--home=${home}`], isBegun, 1);
    expect(
      (await namesIn(root)).includes('half.zip') && (await run(['restore', half, `--home=${join(root, 'x')}`])),
    ).toBe((await namesIn(root)).includes('half.zip') ? 0 : false);
    expect(await run(['backup', file, `--home=${home}`])).toBe(0);

    const seen = new Set<number>();
    for (let round = 0; round < rounds; round++) {
      const library = join(other, 'library');
      const before = (await namesIn(join(library, 'albums'))).length;
      const hasBegun = async (): Promise<boolean> => (await namesIn(join(library, 'staging'))).length > 0;
      await run(['restore', file, `--home=${other}`], hasBegun, (round * 23) % 70);
      const now = (await namesIn(join(library, 'albums'))).length;
      expect(now).toBeGreaterThanOrEqual(before);
      // What is there after the next start is whole.
      const check = await startProgram(other);
      const found = await check.albums();
      await check.stop();
      expect(found.map(({ num_tracks: number }) => number)).toEqual(found.map(() => tracks));
      expect(new Set(found.map(({ oid }) => oid)).size).toBe(found.length);
      expect(await namesIn(join(library, 'albums'))).toHaveLength(found.length);
      seen.add(found.length);
      if (found.length === albums) break;
    }
    process.stdout.write(`albums after the kills: ${[...seen].join(', ')}\n`);
    expect(await run(['restore', file, `--home=${other}`])).toBe(0);
    expect(await namesIn(join(other, 'library', 'albums'))).toEqual(await namesIn(join(home, 'library', 'albums')));
    expect(await run(['library', 'check', 'all', `--home=${other}`])).toBe(0);
    expect(await namesIn(join(other, 'library', 'staging'))).toEqual([]);
  },
  60_000 + rounds * 20_000,
);
