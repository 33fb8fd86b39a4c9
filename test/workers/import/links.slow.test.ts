/** Links in the inbox and in the library: no file is read or written through one, even if it appears meanwhile. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, readdir, readFile, rename, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFolder } from '../../../workers/base/files/held-folder.js';
import { walk } from '../../../workers/base/files/walk.js';
import { silentLog } from '../../../workers/base/ports.js';
import { completeImport, completeImports } from '../../../workers/import/complete.js';
import { importBatch } from '../../../workers/import/import.js';
import type { Batch, ImportContext } from '../../../workers/import/types.js';
import type { Library } from '../../../workers/library/library.js';
import type { PendingImport } from '../../../workers/library/types.js';
import { mp3 } from '../../fixtures/mp3.js';
import { png } from '../../fixtures/picture.js';
import { temporaryFolders } from '../../support/folder.js';
import { times } from '../../support/times.js';
import { zipOf } from '../../support/zip.js';
import { addToAlbum, batchOf, libraryIn } from './folder.js';
import { recordedLog } from '../../support/recorded-log.js';

const folder = temporaryFolders();

let [sound, secret] = [Buffer.alloc(0), Buffer.alloc(0)];
beforeAll(async () => {
  [sound, secret] = [Buffer.from(await mp3({ offset: 1 })), Buffer.from(await mp3({ offset: 50 }))];
});

/** Whole seconds, so that another file can have the same time. */
const old = (path: string): Promise<void> => utimes(path, 1_000_000, 1_000_000);

interface Places {
  inbox: string;
  outside: string;
  library: Library;
  logged: string[];
  context: ImportContext;
}

/** In the inbox a folder `CD/1` with a track; outside a folder `1` with a private one of the same name. */
async function places(): Promise<Places> {
  const home = await folder();
  const [inbox, outside] = [join(home, 'inbox'), join(home, 'outside')];
  await mkdir(join(inbox, 'CD/1'), { recursive: true });
  await mkdir(join(outside, '1'), { recursive: true });
  await writeFile(join(inbox, 'CD/1/a.mp3'), sound);
  await writeFile(join(outside, '1/a.mp3'), secret);
  await old(join(inbox, 'CD/1/a.mp3'));
  const { log, logged } = recordedLog('warn', 'error');
  const context = await libraryIn(join(home, 'library'), log);
  return { inbox, outside, library: context.library, logged, context };
}

const batch = async (inbox: string): Promise<Batch> => ({
  ...(await batchOf(inbox)),
  files: await walk(inbox, { within: 'CD' }),
});

/** A folder makes room for a link to another one. */
async function swap(path: string, to: string): Promise<void> {
  await rename(path, join(path, '../.kept'));
  await symlink(to, path);
}

/** Bytes of all files below, also of the hidden ones. */
async function contents(path: string): Promise<Buffer[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return Promise.all(entries.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name))));
}
const holds = async (path: string, bytes: Buffer): Promise<boolean> =>
  (await contents(path)).some((one) => one.equals(bytes));

describe('a link that appears between scan and import', () => {
  it.each([
    ['in the place of the folder', 'CD', ''],
    ['in the place of a folder in it', 'CD/1', '1'],
  ])('%s makes the batch wait, and nothing outside is read', async (_, place, to) => {
    const at = await places();
    const given = await batch(at.inbox);
    await swap(join(at.inbox, place), join(at.outside, to));
    await expect(importBatch(given, at.context)).rejects.toMatchObject({ code: 'not_now' });
    expect([await holds(at.library.path, secret), at.library.albums]).toEqual([false, []]);
    expect(await readdir(join(at.outside, '1'))).toEqual(['a.mp3']);
  });

  it('in the place of a picture, a ZIP, or the chosen cover', async () => {
    const at = await places();
    const zip = zipOf({ 'b.mp3': secret });
    await writeFile(join(at.outside, 'x.zip'), zip);
    await writeFile(join(at.outside, 'x.png'), png(2, 2, [1, 2, 3]));
    for (const name of ['x.zip', 'x.png']) {
      await writeFile(join(at.inbox, 'CD', name), name === 'x.zip' ? zip : png(2, 2, [1, 2, 3]));
      const given = await batch(at.inbox);
      await unlink(join(at.inbox, 'CD', name));
      await symlink(join(at.outside, name), join(at.inbox, 'CD', name));
      await expect(importBatch(given, at.context)).rejects.toMatchObject({ code: 'not_now' });
      const cover = given.files.find(({ path }) => path.endsWith('.png'));
      const others = given.files.filter(({ path }) => path.endsWith('.mp3'));
      if (cover !== undefined)
        await expect(importBatch({ ...given, files: others, cover }, at.context)).rejects.toMatchObject({
          code: 'not_now',
        });
      await unlink(join(at.inbox, 'CD', name));
    }
    expect(at.library.albums).toEqual([]);
  });
});

it('another file of the same size and time is not imported', async () => {
  const at = await places();
  const given = await batch(at.inbox);
  const path = join(at.inbox, 'CD/1/a.mp3');
  await rename(path, join(at.inbox, '.kept'));
  await writeFile(path, sound);
  await old(path);
  await expect(importBatch(given, at.context)).rejects.toMatchObject({ code: 'not_now' });
});

it('imports no private file while a folder and a link are swapped repeatedly', async () => {
  const at = await places();
  const swapping = spawn(process.execPath, [
    fileURLToPath(new URL('../../daemon/inbox/swap-folder.js', import.meta.url)),
    join(at.inbox, 'CD/1'),
    join(at.outside, '1'),
  ]);
  await once(swapping.stdout, 'data');
  let [taken, refused] = [0, 0];
  const enough = times(50, 200);
  // Both must happen, or the test proves little.
  while (taken + refused < enough || taken === 0 || refused === 0) {
    // It is as large as the private one; without rights it would be refused for another reason.
    const file = join(at.inbox, 'CD/.1.new');
    await writeFile(file, Buffer.from(secret).fill(taken + refused, 2000, 2004));
    await inFolder(at.inbox, 'CD/1', (held) => rename(file, held.at('a.mp3'))).catch(() => undefined);
    await importBatch(await batch(at.inbox), at.context).then(
      ({ albums }) => (taken += albums.length),
      () => refused++,
    );
  }
  expect(swapping.exitCode).toBeNull();
  swapping.kill();
  await once(swapping, 'exit');
  expect([await holds(at.library.path, secret), await holds(at.outside, secret)]).toEqual([false, true]);
});

/** Calls back once, when the records of an import are on the disk and nothing is moved yet. */
function whenRecorded(library: Library, then: () => Promise<void>): void {
  const change = library.change.bind(library);
  library.change = async (next) => {
    await change(next);
    library.change = change;
    await then();
  };
}

describe('a source', () => {
  it('behind a link that appeared meanwhile is kept', async () => {
    const at = await places();
    await writeFile(join(at.outside, '1/a.mp3'), sound);
    const given = await batch(at.inbox);
    await old(join(at.outside, '1/a.mp3'));
    whenRecorded(at.library, () => swap(join(at.inbox, 'CD/1'), join(at.outside, '1')));
    expect((await importBatch(given, at.context)).albums).toHaveLength(1);
    expect(await readdir(join(at.outside, '1'))).toEqual(['a.mp3']);
    expect(await readdir(join(at.inbox, 'CD/.kept'))).toEqual(['a.mp3']);
  });

  it('that was replaced by a file of the same size and time is kept', async () => {
    const at = await places();
    const path = join(at.inbox, 'CD/1/a.mp3');
    const other = Buffer.from(sound).fill(1, 1000, 1001);
    const given = await batch(at.inbox);
    whenRecorded(at.library, async () => {
      await rename(path, join(at.inbox, '.kept'));
      await writeFile(path, other);
      await old(path);
    });
    expect((await importBatch(given, at.context)).albums).toHaveLength(1);
    expect(await readFile(path)).toEqual(other);
  });

  it('is removed after a restart with other file identities if its bytes are in the library', async () => {
    const at = await places();
    const path = join(at.inbox, 'CD/1/a.mp3');
    const { mtimeMs, size } = await lstat(path);
    const { albums } = await importBatch({ ...(await batch(at.inbox)), giveAway: false }, at.context);
    const [album] = albums;
    const [track] = album?.tracks ?? [];
    if (album === undefined || track === undefined) throw new Error('no album');
    const copies = [{ filename: track.filename, source: path, size, sha256: track.sha256 }];
    const pending = { staging: null, sources: [{ path, size, mtime_ms: mtimeMs, identity: '1:1' }], copies };
    await at.library.changeAlbum(album.folder, (now) => ({ ...now, pending }));
    await completeImports(at.library, { log: silentLog, given: [at.inbox] });
    expect(await walk(at.inbox)).toEqual([]);
  });
});

describe('a record', () => {
  async function withPending(at: Places, pending: (path: string) => Promise<PendingImport>): Promise<void> {
    const { albums } = await importBatch(await batch(at.inbox), at.context);
    const { folder: name = '' } = albums[0] ?? {};
    const now = await pending(join(at.library.albumsFolder, name));
    await at.library.changeAlbum(name, (album) => ({ ...album, pending: now }));
  }

  it('removes no file outside the inbox, by any path', async () => {
    const at = await places();
    const path = join(at.outside, '1/a.mp3');
    await symlink(at.outside, join(at.inbox, 'way'));
    await withPending(at, async () => {
      const { size, mtimeMs: mtime_ms, dev, ino } = await lstat(path);
      const source = { size, mtime_ms, identity: `${dev}:${ino}` };
      const ways = [path, join(at.inbox, 'way/1/a.mp3'), `${at.inbox}/../outside/1/a.mp3`];
      return { staging: null, sources: ways.map((way) => ({ ...source, path: way })), copies: [] };
    });
    await completeImports(at.library, { log: at.context.log, given: [at.inbox] });
    expect(await readdir(join(at.outside, '1'))).toEqual(['a.mp3']);
    expect(at.logged).toEqual(['1 source files of a record are outside the inbox and are kept.']);
  });

  it('copies no file from outside the inbox into the library', async () => {
    const at = await places();
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256').update(secret).digest('hex');
    const copy = { source: join(at.outside, '1/a.mp3'), size: secret.length, sha256 };
    await withPending(at, async () => ({ staging: null, sources: [], copies: [{ ...copy, filename: 'b.mp3' }] }));
    await completeImports(at.library, { log: at.context.log, given: [at.inbox] });
    expect([await holds(at.library.path, secret), at.logged.length]).toEqual([false, 1]);
  });
});

describe('a link in the library', () => {
  it.each(['staging', 'albums'])('in the place of `%s` is not written through', async (name) => {
    const at = await places();
    await swap(join(at.library.path, name), at.outside);
    await expect(importBatch(await batch(at.inbox), at.context)).rejects.toMatchObject({ code: 'conflict' });
    expect([await readdir(at.outside), await walk(at.inbox, { within: 'CD' })]).toMatchObject([['1'], [{}]]);
  });

  it.each(['', '/extras'])('in the place of the folder of an album%s is not written through either', async (below) => {
    const at = await places();
    await writeFile(join(at.inbox, 'CD/booklet.pdf'), '%PDF');
    const { albums } = await importBatch(await batch(at.inbox), at.context);
    const { folder: name = '' } = albums[0] ?? {};
    await swap(join(at.library.albumsFolder, name) + below, at.outside);
    await writeFile(join(at.inbox, 'CD/1/b.mp3'), await mp3({ offset: 9 }));
    await writeFile(join(at.inbox, 'CD/more.pdf'), '%PDF 2');
    await expect(addToAlbum(name, await batch(at.inbox), at.context)).rejects.toMatchObject({ code: 'conflict' });
    expect([await readdir(at.outside), await walk(at.inbox, { within: 'CD' })]).toMatchObject([['1'], [{}, {}]]);
  });

  it('that appeared before the next start blocks only its album', async () => {
    const at = await places();
    whenRecorded(at.library, () => Promise.reject(new Error('the power fails')));
    await expect(importBatch(await batch(at.inbox), at.context)).rejects.toThrow('the power fails');
    const [album] = at.library.albums;
    if (album === undefined) throw new Error('no album');
    await symlink(at.outside, join(at.library.albumsFolder, album.folder));
    await completeImports(at.library, { log: at.context.log, given: [at.inbox] });
    expect([await readdir(at.outside), at.logged]).toEqual([
      ['1'],
      [expect.stringContaining(`could not be completed: ${at.library.albumsFolder}`)],
    ]);
    await unlink(join(at.library.albumsFolder, album.folder));
    await completeImport(at.library, album, { log: silentLog, given: [at.inbox] });
    expect(await walk(at.inbox)).toEqual([]);
  });
});
