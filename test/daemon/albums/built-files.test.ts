/** A look at the files for the pen, while another library is taken or this one is moved. */
import { expect, it, jest } from '@jest/globals';
import { cp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuiltFiles } from '../../../daemon/albums/built-files.js';
import { silentLog } from '../../../workers/base/ports.js';
import { fingerprintOf, type GmeTarget } from '../../../workers/library/fingerprint.js';
import { Library } from '../../../workers/library/library.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';
import { sha256 } from '../../workers/pen/gme-files.js';

const folder = temporaryFolders();
const target: GmeTarget = { language: 'GERMAN', format: 'mp3' };
const filename = '920_Sounds.gme';

/** A library with one album of that title, always in the same folder, and its file. */
async function withTitle(album_title: string): Promise<Library> {
  const library = await Library.open(await folder(), silentLog);
  const album = anAlbum(920, { album_title });
  await writeFile(join(library.gmeFolder, filename), album_title);
  const file = { fingerprint: fingerprintOf(album, target), filename, size: album_title.length, built_at: 0 };
  const files = [{ ...file, sha256: sha256(Buffer.from(album_title)) }];
  await library.change((data) => ({ ...data, albums: [{ ...album, files }] }));
  return library;
}

/** Sweeps, and does something once the folder of the files is held. */
async function sweepDuring(library: Library, work: () => Promise<void>): Promise<void> {
  const within = library.within.bind(library);
  jest
    .spyOn(library, 'within')
    .mockImplementationOnce((name, look) => within(name, (held) => work().then(() => look(held))));
  const files = new BuiltFiles({ library, log: silentLog, targets: () => [target] });
  await files.look();
  await files.tidy();
}

const state = async (library: Library) => [
  library.path,
  library.albums.flatMap(({ files }) => files.map((file) => file.filename)),
  await readdir(library.gmeFolder),
];

it('takes nothing off the records of another library, nor off its disk', async () => {
  const [library, other] = [await withTitle('Sounds'), await withTitle('Other sounds')];
  const own = library.gmeFolder;
  await other.close();
  await sweepDuring(library, () => library.relocate(other.path, 'any'));
  expect(await state(library)).toEqual([other.path, [filename], [filename]]);
  expect(await readdir(own)).toEqual([filename]);
});

it('takes no file for lost that went with the former place', async () => {
  const [library, to] = [await withTitle('Sounds'), await folder()];
  const { path } = library;
  await cp(path, to, { recursive: true, preserveTimestamps: true });
  await sweepDuring(library, async () => {
    await library.relocate(to, 'same');
    await rm(join(path, 'gme', filename));
  });
  expect(await state(library)).toEqual([to, [filename], [filename]]);
});

it('drops a file that has the recorded size and another content', async () => {
  const library = await withTitle('Sounds');
  const files = new BuiltFiles({ library, log: silentLog, targets: () => [target] });
  const file = { oid: 920, sha256: sha256(Buffer.from('Sounds')) };
  await files.lookInto(file);
  expect(await state(library)).toEqual([library.path, [filename], [filename]]);
  await writeFile(join(library.gmeFolder, filename), 'sounds');
  await files.lookInto(file);
  expect(await state(library)).toEqual([library.path, [], []]);
});

it('is settled when nothing is removed any more after a build that was cut off', async () => {
  const library = await withTitle('Sounds');
  const files = new BuiltFiles({ library, log: silentLog, targets: () => [target] });
  const orphan = join(library.gmeFolder, '921_Left.gme');
  await writeFile(orphan, 'left behind');
  await utimes(orphan, 1000, 1000);
  const cut = files.whileBuilding('key', 'fingerprint', () => Promise.reject(new Error('cut off')));
  await expect(cut).rejects.toThrow('cut off');
  await files.settled();
  expect(await readdir(library.gmeFolder)).toEqual([filename]);
});
