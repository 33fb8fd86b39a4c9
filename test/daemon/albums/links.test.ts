/** Links in the library: nothing is read, written or removed through one, whatever is asked of an album. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rename, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdUploadFolder } from '../../../daemon/upload-folder.js';
import { openSeen, readItself } from '../../../workers/base/files/seen-file.js';
import { removeGenerated } from '../../../workers/build/build-album.js';
import { folderState, rescannedTracks } from '../../../workers/library/rescan.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { png } from '../../fixtures/picture.js';
import { putMp3, libraryForEachTest } from '../../support/open-library.js';

const { shop: at } = libraryForEachTest();
let album: AlbumRecord;
let outside: string;
/** A folder makes room for a link to `outside`, which has files of the same names. */
async function swap(path: string): Promise<void> {
  await rename(path, `${path} kept`);
  await symlink(outside, path);
}

beforeEach(async () => {
  outside = join(at.home, 'outside');
  await mkdir(outside);
  for (const name of ['1.mp3', '2.mp3']) await putMp3(join(at.home, name), { offset: Number(name[0]) * 30, frames: 8 });
  const { oid } = await at.add('1.mp3', '2.mp3');
  await at.idle();
  album = at.library.get(oid);
});

describe('in the place of an album’s folder', () => {
  beforeEach(async () => {
    for (const { filename } of album.tracks)
      await writeFile(join(outside, filename), await readFile(join(at.library.folderOf(album), filename)));
    await swap(at.library.folderOf(album));
  });

  it('it gets no cover', async () => {
    const path = join(at.home, 'c.png');
    await writeFile(path, png(2, 2, [1, 2, 3]));
    const set = at.albums.setCover(album.oid, { path, filename: 'c.png', size: 1 });
    await expect(set).rejects.toMatchObject({ code: 'conflict' });
    expect((await readdir(outside)).sort()).toEqual(['1.mp3', '2.mp3']);
  });

  it('it loses no track, and the record none', async () => {
    const id = album.tracks[0]?.id ?? 0;
    await expect(at.albums.deleteTrack(album.oid, id)).rejects.toMatchObject({ code: 'conflict' });
    expect([(await readdir(outside)).length, at.albums.get(album.oid).num_tracks]).toEqual([2, 2]);
  });

  it('it has no track to hear', async () => {
    const served = await at.albums.trackFile(album.oid, album.tracks[0]?.id ?? 0);
    await expect(openSeen({ ...served, relativePath: '' })).rejects.toMatchObject({ code: 'not_now' });
  });

  it('it has no cover on a sheet', async () => {
    const path = join(at.library.folderOf(album), '1.mp3');
    await expect(readItself({ root: at.library.path, path })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('it is not what somebody has changed by hand', async () => {
    await expect(folderState(at.library, album)).rejects.toMatchObject({ code: 'conflict' });
    const state = { files: [{ filename: '1.mp3', size: 1, mtime_ms: 1 }] };
    await expect(rescannedTracks(album, state, at.library)).rejects.toMatchObject({ code: 'not_now' });
  });
});

it('in the place of an album’s folder it has no file for the pen built of it', async () => {
  await at.albums.cleanup(album.oid);
  await rmdir(outside);
  await rename(at.library.folderOf(album), outside);
  await symlink(outside, at.library.folderOf(album));
  await expect(at.albums.createGme(album.oid)).rejects.toMatchObject({ code: 'not_now' });
  expect(await readdir(at.library.gmeFolder)).toEqual([]);
});

it.each(['staging', 'staging/uploads'])('in the place of `%s` it gets no uploads', async (name) => {
  await (await holdUploadFolder(at.library)).close();
  const path = join(at.library.path, name);
  await (name === 'staging' ? swap(path) : rmdir(path).then(() => symlink(outside, path)));
  await expect(holdUploadFolder(at.library)).rejects.toMatchObject({ code: 'conflict' });
  expect(await readdir(outside)).toEqual([]);
});

it('in the place of `gme` it loses no file of that name', async () => {
  const name = album.files[0]?.filename ?? '';
  await writeFile(join(outside, name), 'not ours');
  await swap(at.library.gmeFolder);
  await removeGenerated([album], [], at.library);
  expect(await readdir(outside)).toEqual([name]);
});
