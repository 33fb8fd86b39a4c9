/** Files that are no backups, broken ones, and those that a stranger has made: refused, with nothing half done. */
import { expect, it } from '@jest/globals';
import { createWriteStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Manifest } from '../../../../workers/features/backup/format.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { importBatch } from '../../../../workers/import/import.js';
import { Library } from '../../../../workers/library/library.js';
import { checkedText } from '../../../../workers/library/records/checked-text.js';
import { backUp, changed, entriesOf, patched, restore, sha256, sourceOf } from '../../../support/backup.js';
import { temporaryFolders } from '../../../support/folder.js';
import { zipOf } from '../../../support/zip.js';
import { batchOf, filesIn, libraryIn } from '../../import/folder.js';

const folder = temporaryFolders();

/** A backup of two albums, and an empty library. */
async function world(): Promise<{ root: string; file: string; library: Library }> {
  const root = await folder();
  const { library: from, ...context } = await libraryIn(join(root, 'from'));
  for (const [n, name] of ['Eins', 'Zwei'].entries()) {
    const tracks = await filesIn(join(root, name), {
      '1.mp3': { frames: 9, offset: 1 + n * 40 },
      '2.mp3': { frames: 9, offset: 20 + n * 40 },
    });
    await importBatch(await batchOf(tracks, { name }), { library: from, ...context });
  }
  const file = join(root, 'backup.zip');
  await backUp(sourceOf(from), file);
  await from.close();
  return { root, file, library: await Library.open(join(root, 'library'), silentLog) };
}

type Change = (entries: Record<string, Buffer>, manifest: Manifest) => void;

const trackOf = (entries: Record<string, Buffer>, n: number): string =>
  Object.keys(entries).filter((name) => name.endsWith('.mp3'))[n] ?? '';

const forEach = (manifest: Manifest, change: (file: Manifest['albums'][number]['files'][number]) => void): void =>
  manifest.albums.forEach(({ files }) => files.forEach(change));

it.each<[string, Change, RegExp]>([
  ['of another program', (entries) => void delete entries['tonstift-backup.json'], /not a Tonstift backup/],
  [
    'of a later version',
    (_, manifest) => void ((manifest as { version: number }).version = 2),
    /newer version.*format 2/,
  ],
  [
    'with a list of something else',
    (_, manifest) => void ((manifest as { format: string }).format = 'x'),
    /not a Tonstift backup/,
  ],
  [
    'that leads out',
    (entries) => void (entries['../../out.txt'] = Buffer.from('x')),
    /"\.\.\/\.\.\/out\.txt".*points outside/,
  ],
  ['with a path from the root', (entries) => void (entries['/etc/x'] = Buffer.from('x')), /points outside/],
  ['with a name for Windows', (entries) => void (entries['albums\\x'] = Buffer.from('x')), /points outside/],
  [
    'whose list was changed',
    (entries) => {
      const list = String(entries['tonstift-backup.json']);
      entries['tonstift-backup.json'] = Buffer.from(list.replace('"Eins"', '"Drei"'));
    },
    /table of contents.*damaged/,
  ],
  [
    'whose list leads out',
    (_, manifest) => manifest.albums.forEach((album) => (album.folder = '..')),
    /table of contents.*damaged/,
  ],
  [
    'whose files lead out',
    (_, manifest) => forEach(manifest, (file) => (file.name = '../x')),
    /table of contents.*damaged/,
  ],
  ['with other sizes', (_, manifest) => forEach(manifest, (file) => (file.size -= 1)), /has changed|expected/],
  [
    'with other digests',
    (_, manifest) => forEach(manifest, (file) => (file.sha256 = sha256(Buffer.from('')))),
    /has changed/,
  ],
  [
    'that says that all of them were spoiled before, which is not so',
    (_, manifest) =>
      forEach(manifest, (file) => Object.assign(file, { differs: true, sha256: sha256(Buffer.from('')) })),
    /has changed/,
  ],
  [
    'with facts in the place of a track',
    (entries, manifest) => {
      for (const { folder: at, files } of manifest.albums) {
        const bytes = Buffer.from('{}');
        entries[`albums/${at}/ALBUM.json`] = bytes;
        files.push({ name: 'ALBUM.json', size: 2, sha256: sha256(bytes) });
      }
    },
    /does not list it/,
  ],
  [
    'without its sounds',
    (entries) => {
      for (const n of [3, 2, 1, 0]) delete entries[trackOf(entries, n)];
    },
    /not in the backup/,
  ],
])('a backup %s is refused', async (_, change, why) => {
  const { root, file, library } = await world();
  const wrong = await changed(file, join(root, 'wrong.zip'), change);
  const before = library.revision;
  await expect(restore(wrong, library)).rejects.toMatchObject({
    code: 'unreadable_backup',
    message: expect.stringMatching(why) as unknown,
  });
  expect([library.albums, library.revision]).toEqual([[], before]);
  for (const name of ['albums', 'staging']) expect(await readdir(join(library.path, name))).toEqual([]);
  expect(await readdir(root)).not.toContain('out.txt');
  await library.close();
});

it('a file that is none, is cut off, empty or encrypted is refused', async () => {
  const { root, file, library } = await world();
  const whole = await readFile(file);
  const wrong: [string, Buffer, RegExp][] = [
    ['text', Buffer.from('Das ist kein ZIP.'), /not a backup, or the file is incomplete/],
    ['empty', Buffer.alloc(0), /not a backup/],
    ['cut', whole.subarray(0, whole.length - 30), /not a backup, or the file is incomplete/],
    ['half', whole.subarray(0, whole.length / 2), /not a backup, or the file is incomplete/],
    ['other', zipOf({ 'a.mp3': Buffer.from('x') }), /not a Tonstift backup/],
  ];
  for (const [name, bytes, why] of wrong) {
    await writeFile(join(root, name), bytes);
    await expect(restore(join(root, name), library)).rejects.toMatchObject({
      code: 'unreadable_backup',
      message: expect.stringMatching(why) as unknown,
    });
  }
  // The bit of the directory that says so.
  const encrypted = await patched(file, join(root, 'encrypted'), (bytes) => {
    for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
      bytes[at + 8] = (bytes[at + 8] ?? 0) | 1;
    return bytes;
  });
  await expect(restore(encrypted, library)).rejects.toMatchObject({ code: 'unreadable_backup' });
  expect(library.albums).toEqual([]);
  await library.close();
});

it('a list that unpacks to 60 MB of brackets is refused', async () => {
  const { root, library } = await world();
  const path = join(root, 'brackets');
  await writeFile(path, zipOf({ 'tonstift-backup.json': Buffer.alloc(60_000_000, '[') }));
  await expect(restore(path, library)).rejects.toMatchObject({ code: 'unreadable_backup' });
  await library.close();
});

it('a link in it is refused, and a name that is there twice', async () => {
  const { root, file, library } = await world();
  const entries = Object.entries(await entriesOf(file));
  const write = async (name: string, add: (zip: ZipFile) => void): Promise<string> => {
    const zip = new ZipFile();
    add(zip);
    for (const [path, bytes] of entries) zip.addBuffer(bytes, path);
    zip.end();
    await finished(zip.outputStream.pipe(createWriteStream(join(root, name))));
    return join(root, name);
  };
  const linked = await write('linked', (zip) =>
    zip.addBuffer(Buffer.from('/etc'), 'albums/link', { mode: 0o120777, compress: false }),
  );
  await expect(restore(linked, library)).rejects.toThrow(/"albums\/link" in it is a link/);
  const [[first] = ['']] = entries;
  const twice = await write('twice', (zip) => zip.addBuffer(Buffer.from('x'), first));
  await expect(restore(twice, library)).rejects.toThrow(/twice/);
  expect(library.albums).toEqual([]);
  await library.close();
});

it('one spoiled byte costs one album, and the next whole backup brings it', async () => {
  const { root, file, library } = await world();
  const track = (await entriesOf(file))[trackOf(await entriesOf(file), 0)] ?? Buffer.alloc(0);
  const spoiled = await patched(file, join(root, 'spoiled'), (bytes) => {
    const at = bytes.indexOf(track) + 100;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  });
  const done = await restore(spoiled, library);
  expect(done.failed.map(({ album_title: title, error }) => [title, error.code])).toEqual([
    ['Eins', 'unreadable_backup'],
  ]);
  expect(done.came.map(({ album }) => [album.oid, album.album_title])).toEqual([[921, 'Zwei']]);
  expect(await readdir(library.stagingFolder)).toEqual([]);
  expect((await restore(file, library)).came.map(({ album }) => album.oid)).toEqual([920]);
  await library.close();
});

it('ids and numbers that a stranger has written use nothing up', async () => {
  const { root, file, library } = await world();
  const strange = await changed(file, join(root, 'strange'), (entries, manifest) => {
    manifest.resting_oids = [-1, 0, 993, 1e12, 500];
    for (const album of manifest.albums) {
      const path = `albums/${album.folder}/album.json`;
      const { sha256: _, ...value } = JSON.parse(String(entries[path])) as {
        sha256: string;
        album: { tracks: { id: number }[] };
      };
      value.album.tracks.forEach((track) => (track.id = Number.MAX_SAFE_INTEGER));
      const text = Buffer.from(checkedText(value));
      entries[path] = text;
      album.facts = { size: text.length, sha256: sha256(text) };
    }
  });
  expect((await restore(strange, library)).came).toHaveLength(2);
  expect(library.resting).toEqual([500]);
  expect(library.albums.flatMap(({ tracks }) => tracks.map(({ id }) => id))).toEqual([1, 2, 3, 4]);
  await library.close();
});
