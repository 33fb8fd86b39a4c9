import { expect, it } from '@jest/globals';
import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeGenerated } from '../../../workers/build/build-album.js';
import { lengthOf } from '../../../workers/build/media-source.js';
import { mediaOf } from '../../../workers/build/media.js';
import { importBatch } from '../../../workers/import/import.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { audioFixture } from '../../fixtures/audio.js';
import { temporaryFolders } from '../../support/folder.js';
import { batchOf, libraryIn, transcoder } from '../import/folder.js';

const folder = temporaryFolders();

it('media of speech take at most twice the bytes of their source, unless the album is music', async () => {
  const { library, ...rest } = await libraryIn(await folder());
  const root = await folder();
  const source = await audioFixture({ format: 'm4a', seconds: 60, channels: 1, extra: ['-b:a', '32k'] });
  await copyFile(source, join(root, 'Vorgelesen.m4a'));
  const { albums } = await importBatch(await batchOf(root), { library, ...rest });
  const [album] = albums as [AlbumRecord];
  expect(album.tracks[0]).toMatchObject({ sample_rate: 44_100 });
  const sizeOf = async (sound: AlbumRecord['sound']): Promise<number> => {
    const [medium] = await mediaOf({ ...album, sound }, 'mp3', { library, transcoder, cores: 1 });
    return medium === undefined ? NaN : lengthOf(medium);
  };
  const { size } = await stat(source);
  expect(await sizeOf('automatic')).toBeLessThan(2 * size);
  expect(await sizeOf('speech')).toBe(await sizeOf('automatic'));
  expect(await sizeOf('music')).toBeGreaterThan(2.5 * (await sizeOf('automatic')));
  expect(await readdir(library.transcodedFolder)).toHaveLength(2);
  await removeGenerated([album], [], library);
  expect(await readdir(library.transcodedFolder)).toEqual([]);
});
