/**
 * Folders that another account has copied into the inbox: they can be read and not removed. As root, the program runs
 * as another user; otherwise the folder forbids its own user to write.
 */
import { afterEach, expect, it } from '@jest/globals';
import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mp3 } from '../fixtures/mp3.js';
import { temporaryFolders } from '../support/folder.js';
import { until } from '../support/patience.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const under = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];

let daemon: RunningDaemon | undefined;
const closed: string[] = [];
afterEach(async () => {
  await daemon?.stop();
  daemon = undefined;
  for (const path of closed.splice(0)) await chmod(path, 0o777);
});

// After the hook above, which lets the folders be removed.
const folder = temporaryFolders();

/** A home of the program's user. */
async function homeOf(): Promise<string> {
  const home = await folder();
  await mkdir(join(home, 'inbox'));
  for (const path of [home, join(home, 'inbox')]) {
    await chmod(path, 0o755);
    if (isRoot) await chown(path, nobody, nobody);
  }
  return home;
}

/** A folder that the program may read and not change. */
async function foreign(path: string, files: Record<string, Buffer>): Promise<void> {
  await mkdir(path, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(path, name), bytes, { mode: 0o644 });
  await chmod(path, 0o555);
  closed.push(path);
}

const start = async (home: string): Promise<RunningDaemon> =>
  (daemon = await startProgram(home, ['--inbox-path', join(home, 'inbox')], under));

interface Status {
  inbox: { arriving: unknown[]; problems: { name: string; reason: string }[] };
}
const problems = async (running: RunningDaemon): Promise<Status['inbox']['problems']> =>
  (await running.json<Status>('/status')).inbox.problems;
const problem = (running: RunningDaemon, name: string): Promise<string> =>
  until(`the problem of ${name}`, async () => (await problems(running)).find((one) => one.name === name)?.reason);
/** Each import of the inbox is logged once. */
const imports = (running: RunningDaemon): number =>
  running.output().match(/is imported as|is already album/g)?.length ?? 0;

(process.platform === 'win32' ? it.skip : it)(
  'a folder of another account is imported once, left alone, and told with a command, also after a restart',
  async () => {
    const home = await homeOf();
    const path = join(home, 'inbox', 'From the net');
    const tracks = { '1.mp3': await mp3({ offset: 1 }), '2.mp3': await mp3({ offset: 30 }) };
    await foreign(path, tracks);
    const first = await start(home);
    const reason = await problem(first, 'From the net');
    expect(reason).toMatch(/^It is in the library\. Its files belong to the account \S+, so/);
    expect(reason).toContain(`sudo rm -r '${path}'`);
    expect((await first.albums()).map(({ num_tracks: count }) => count)).toEqual([2]);
    expect((await readdir(path)).sort()).toEqual(['1.mp3', '2.mp3']);
    // Another folder is imported as usual meanwhile.
    const own = join(home, 'inbox', 'Own');
    await mkdir(own);
    await writeFile(join(own, '1.mp3'), await mp3({ offset: 60 }));
    if (isRoot) for (const one of [own, join(own, '1.mp3')]) await chown(one, nobody, nobody);
    await until('the other album', async () => (await first.albums()).length === 2);
    await until('its end', async () => imports(first) >= 2);
    expect(imports(first)).toBe(2);
    expect(first.output().match(/belong to the account/g)).toHaveLength(1);
    await first.stop();

    const second = await start(home);
    expect(await problem(second, 'From the net')).toBe(reason);
    await chmod(path, 0o777);
    await writeFile(join(path, '3.mp3'), await mp3({ offset: 90 }), { mode: 0o644 });
    await chmod(path, 0o555);
    await until('the new track', async () =>
      (await second.albums()).some(
        ({ num_tracks: count, album_title: title }) => title === 'From the net' && count === 3,
      ),
    );
    expect((await second.albums()).length).toBe(2);
    for (const output of [first.output(), second.output()]) expect(output).not.toContain('/proc/self/fd');
    const listed = async (): Promise<boolean> =>
      (await readFile(join(home, 'inbox-left-alone.json'), 'utf8')).includes('From the net/3.mp3');
    await until('the list of what is left alone', listed);
  },
);

(process.platform === 'win32' ? it.skip : it)(
  'what is rejected there is told, and the command gives the folder',
  async () => {
    const home = await homeOf();
    const path = join(home, 'inbox', "Grandma's");
    await foreign(path, { '1.mp3': await mp3({ offset: 1 }), '2.rar': Buffer.from('Rar!\x1a\x07') });
    const running = await start(home);
    const reason = await problem(running, "Grandma's");
    expect(reason).toMatch(/^Not all of it was imported\..*sudo chown -R \S+ '.*Grandma'\\''s'$/);
    expect(running.output()).toContain('2.rar: is an archive that Tonstift cannot open');
    expect((await readdir(path)).sort()).toEqual(['1.mp3', '2.rar']);
  },
);

(process.platform === 'win32' ? it.skip : it)('an inbox that cannot be written is told once', async () => {
  const home = await homeOf();
  const inbox = join(home, 'inbox');
  await writeFile(join(inbox, 'Song.mp3'), await mp3({ offset: 1 }), { mode: 0o644 });
  await chmod(inbox, 0o555);
  if (isRoot) await chown(inbox, 0, 0);
  closed.push(inbox);
  const running = await start(home);
  expect(await problem(running, inbox)).toContain(`sudo chown -R`);
  await problem(running, 'Song.mp3');
  expect((await running.albums()).length).toBe(1);
  expect(running.output().match(/may read the inbox and not write to it/g)).toHaveLength(1);
  expect(await readdir(inbox)).toEqual(['Song.mp3']);
});
