import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { watchFolder } from '../../../daemon/reconcile/watch-folder.js';
import { silentLog } from '../../../workers/base/ports.js';
import { until } from '../../support/patience.js';
import { manualClock } from '../../support/manual-clock.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();
const script = fileURLToPath(new URL('./watch-closed.js', import.meta.url));
/** Root may read everything; the watch is then another user's. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A watched inbox that may be removed. */
async function watched() {
  const inbox = join(await folder(), 'inbox');
  await mkdir(inbox);
  const clock = manualClock();
  const woken: string[][] = [];
  const watch = await watchFolder(inbox, {
    wake: (names) => woken.push([...names]),
    sweep: () => undefined,
    unwatched: { note: () => undefined },
    clock,
    log: silentLog,
  });
  return { inbox, clock, woken, watch };
}

it('goes on watching the rest where a folder may not be read, and does not look at all of it instead', async () => {
  const inbox = await folder();
  for (const name of ['Closed', 'Album']) await mkdir(join(inbox, name));
  await chmod(join(inbox, 'Closed'), 0);
  await chmod(inbox, 0o755);
  const watching = spawn(process.execPath, [script, inbox], {
    ...nobody,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: unknown[] = [];
  for await (const line of createInterface(watching.stdout)) {
    lines.push(JSON.parse(line));
    if (lines.length === 1) await writeFile(join(inbox, 'Album/1.mp3'), 'x');
    else break;
  }
  watching.kill();
  await once(watching, 'exit');
  await chmod(join(inbox, 'Closed'), 0o755);
  expect(lines).toEqual([{ woken: [] }, { woken: ['Album'] }]);
});

it('is told at once of what comes into an inbox that was removed and made again', async () => {
  const { inbox, clock, woken, watch } = await watched();
  const next = async (what: string): Promise<unknown> => {
    const before = woken.length;
    return until(what, async () => woken.length > before);
  };
  try {
    await until('the first look', async () => woken.length > 0);
    await rmdir(inbox);
    await mkdir(inbox);
    clock.advance(60_000);
    await next('a look at the new folder');
    await writeFile(join(inbox, 'a.mp3'), 'x');
    await until('the file', async () => woken.flat().includes('a.mp3'));
  } finally {
    await watch.stop();
  }
});

it('waits with one timer for a folder that is away, however long', async () => {
  const { inbox, clock, woken, watch } = await watched();
  try {
    await until('the first look', async () => woken.length > 0);
    const before = clock.waiting();
    await rmdir(inbox);
    for (let minute = 0; minute < 3; minute++) {
      clock.advance(60_000);
      await until('the next look', async () => clock.waiting() === before + 1);
    }
    // Each of them would ask again on its own.
    clock.advance(5_000);
    clock.advance(60_000);
    await until('the next look', async () => clock.waiting() === before + 1);
    await mkdir(inbox);
    clock.advance(5_000);
    await until('the folder to be watched', async () => clock.waiting() === before);
  } finally {
    await watch.stop();
  }
  expect(clock.waiting()).toBe(0);
});
