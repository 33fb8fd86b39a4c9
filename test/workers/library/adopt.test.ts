/** Folders that come from elsewhere become albums. */
import { expect, it } from '@jest/globals';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../workers/base/ports.js';
import { adopt } from '../../../workers/library/adopt.js';
import { renumber } from '../../../workers/library/edit.js';
import { Library } from '../../../workers/library/library.js';
import { mp3 } from '../../fixtures/mp3.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';

const folder = temporaryFolders();

/** An album of another library that was named, numbered and put in order by hand. */
async function withFacts(): Promise<string> {
  const library = await Library.open(await folder(), silentLog);
  const home = join(library.albumsFolder, 'Von Hand');
  await mkdir(home);
  for (const n of [1, 2, 3])
    await writeFile(join(home, `${n}.mp3`), await mp3({ offset: n * 9, tags: { TIT2: `Tag ${n}`, TALB: 'Tags' } }));
  expect(await adopt(library, 'Von Hand', { now: 1 })).toMatchObject({ album_title: 'Tags', oid: 920 });
  await library.changeAlbum('Von Hand', (album) => ({
    ...album,
    oid: 77,
    album_title: 'Umbenannt',
    tracks: renumber(
      [...album.tracks].reverse().map((track) => ({
        ...track,
        track_title: `Neu ${track.filename}`,
        picture: `picture-${track.track_number.toString().padStart(16, '0')}.jpg`,
      })),
    ),
  }));
  await writeFile(join(home, 'picture-0000000000000003.jpg'), 'a picture');
  await library.close();
  return home;
}

it.each([
  [77, 'free', 1],
  [920, 'taken', 77],
])(
  'by the facts of another library: number %i where 77 is %s, titles and order, and ids of its own',
  async (oid, _, own) => {
    const home = await withFacts();
    const library = await Library.open(await folder(), silentLog);
    await library.change((data) => ({ ...data, albums: [anAlbum(own)] }));
    for (let n = 0; n < 9; n++) library.freeTrackId();
    await cp(home, join(library.albumsFolder, 'Mitgebracht'), { recursive: true });
    // One track has gone, and one that no facts know has come.
    await rm(join(library.albumsFolder, 'Mitgebracht', '2.mp3'));
    await writeFile(
      join(library.albumsFolder, 'Mitgebracht', '4.mp3'),
      await mp3({ offset: 60, tags: { TIT2: 'Tag 4' } }),
    );
    const album = await adopt(library, 'Mitgebracht', { now: 5 });
    expect(album).toMatchObject({ oid, album_title: 'Umbenannt', folder: 'Mitgebracht', cover: null, added_at: 5 });
    expect(album?.tracks.map(({ track_number, track_title }) => [track_number, track_title])).toEqual([
      [1, 'Neu 3.mp3'],
      [2, 'Neu 1.mp3'],
      [3, 'Tag 4'],
    ]);
    expect(album?.tracks.every(({ id }) => id >= 10)).toBe(true);
    // The picture of one came along, that of the other did not.
    expect(album?.tracks.map(({ picture }) => picture)).toEqual(['picture-0000000000000003.jpg', null, null]);
    await library.close();
  },
);
