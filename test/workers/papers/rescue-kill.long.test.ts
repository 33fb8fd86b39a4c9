import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolders } from '../../support/folder.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { rescue } from '../../../workers/papers/sql/rescue/rescue.js';
import { record } from './databases.js';

const folder = temporaryFolders();
const root = new URL('../../../', import.meta.url).href;
const count = 400;

const rescuer = (path: string): string => `
  import { rescue } from '${root}dist/workers/papers/sql/rescue/rescue.js';
  process.stdout.write('.');
  await rescue(${JSON.stringify(path)});`;

it('loses nothing when a rescue is killed at any moment', async () => {
  const at = await folder();
  const first = join(at, 'first.db');
  await using written = new DatabaseManager(first);
  await written.addPapers(
    Array.from({ length: count }, (_, n) => record({ title: `Paper ${n}`, abstract: 'A '.repeat(500) })),
  );
  // Read before the idle connection closes and writes its WAL into the file.
  const whole = new Map(['', '-wal'].map((end) => [end, readFileSync(first + end)]));
  for (let round = 0; round < 12; round++) {
    const path = join(await folder(), 'papers.db');
    for (const [end, bytes] of whole) writeFileSync(path + end, bytes);
    // The end of the WAL is damaged.
    await using wal = await open(`${path}-wal`, 'r+');
    await wal.write(Buffer.alloc(4096 * 3), 0, 4096 * 3, 32 + 24 + 4120 * 150);
    const damaged = readFileSync(`${path}-wal`);
    const child = spawn(process.execPath, ['--input-type=module', '-e', rescuer(path)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    const killing = setTimeout(() => child.kill('SIGKILL'), 60 * round);
    await ended;
    clearTimeout(killing);
    const { papers: read, lostCount } = await rescue(path, new Date(round));
    expect(read + lostCount).toBe(count);
    expect(read).toBeGreaterThan(count - 40);
    const kept = readdirSync(join(path, '..')).filter((name) => name.endsWith('-wal') && name.includes('.damaged-'));
    expect(kept.some((name) => readFileSync(join(path, '..', name)).equals(damaged))).toBe(true);
    const pair = kept.map((name) => readFileSync(join(path, '..', name.slice(0, -4))));
    expect(pair.some((file) => file.equals(whole.get('') ?? Buffer.alloc(0)))).toBe(true);
    await using database = new DatabaseManager(path);
    expect((await database.check()).damages).toEqual([]);
  }
});
