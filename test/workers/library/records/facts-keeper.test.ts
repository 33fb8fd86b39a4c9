/** What lies beside the tracks follows the records, and never the other way without a person's word. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Log } from '../../../../workers/base/ports.js';
import { Library } from '../../../../workers/library/library.js';
import { temporaryFolders } from '../../../support/folder.js';
import { aTrack, anAlbum } from '../../../support/records.js';
import { recordedLog } from '../../../support/recorded-log.js';

const folder = temporaryFolders();
let root: string;
let logged: string[];
let log: Log;
const own = (oid: number) => anAlbum(oid, { tracks: [aTrack(oid)] });
const homeOf = (oid: number): string => join(root, 'albums', own(oid).folder);
const titleIn = async (oid: number): Promise<unknown> =>
  (JSON.parse(await readFile(join(homeOf(oid), 'album.json'), 'utf8')) as { album: { album_title: string } }).album
    .album_title;
const rename = (library: Library, oid: number, album_title: string): Promise<void> =>
  library.changeAlbum(own(oid).folder, (album) => ({ ...album, album_title }));

beforeEach(async () => {
  root = await folder();
  // Each test has its own: a library of the one before may still say that its folder is gone.
  ({ log, logged } = recordedLog('warn', 'error'));
  const library = await Library.open(root, log);
  for (const oid of [920, 921]) await mkdir(homeOf(oid));
  await library.change((data) => ({ ...data, albums: [own(920), own(921)] }));
  await library.close();
});

describe('facts that are newer than records that were put back by hand', () => {
  beforeEach(async () => {
    await copyFile(join(root, 'library.json'), join(root, 'older'));
    const library = await Library.open(root, log);
    await rename(library, 920, 'First');
    await rename(library, 920, 'Newer');
    await library.close();
    await copyFile(join(root, 'older'), join(root, 'library.json'));
  });

  it('stay, whatever is edited then and after each start, and a rebuild takes them over', async () => {
    for (let start = 0; start < 3; start++) {
      const library = await Library.open(root, log);
      for (let n = 0; n < 3; n++) await rename(library, 920, `Edit ${start} ${n}`);
      await library.close();
      expect([await titleIn(920), logged.length]).toEqual(['Newer', start + 1]);
    }
    expect(logged[0]).toContain('is newer than the records');
    const library = Library.closed(root, log);
    await library.enter('rebuild');
    expect(library.get(920).album_title).toBe('Newer');
    await rename(library, 920, 'Last');
    await library.close();
    expect(await titleIn(920)).toBe('Last');
  });

  it('are not taken over by what is mended without a word', async () => {
    const library = await Library.open(root, log);
    await rename(library, 920, 'Edit');
    await library.close();
    await copyFile(join(root, 'library.json'), join(root, 'library.json.bak'));
    await writeFile(join(root, 'library.json'), 'x');
    expect((await Library.open(root, log)).get(920).album_title).toBe('Edit');
  });
});

it('what cannot be written is said once, holds up no other, and is written when it can be', async () => {
  await rm(join(homeOf(920), 'album.json'));
  await mkdir(join(homeOf(920), 'album.json'));
  await rm(homeOf(921), { recursive: true });
  const library = await Library.open(root, log);
  for (const n of [1, 2]) {
    await rename(library, 920, `Title ${n}`);
    await library.keepFacts();
  }
  expect(logged).toEqual([expect.stringContaining('Cannot write album.json to')]);
  await mkdir(homeOf(921));
  await rm(join(homeOf(920), 'album.json'), { recursive: true });
  await library.keepFacts();
  expect([await titleIn(920), await titleIn(921)]).toEqual(['Title 2', 'Album 921']);
  await library.close();
});

it('a link in the place of one folder leaves the others their facts', async () => {
  await rm(homeOf(920), { recursive: true });
  await symlink(await folder(), homeOf(920));
  const library = await Library.open(root, log);
  await rename(library, 921, 'Follows');
  await library.close();
  expect(await titleIn(921)).toBe('Follows');
});
