/** Small pictures of covers follow the file in the album's folder. */
import { beforeEach, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Thumbnails } from '../../../daemon/albums/thumbnails.js';
import { temporaryName } from '../../../workers/base/files/durable.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { putMp3, libraryForEachTest } from '../../support/open-library.js';

const { shop } = libraryForEachTest();
let thumbnails: Thumbnails;
let album: AlbumRecord;
beforeEach(async () => {
  await putMp3(join(shop.home, '1.mp3'), { offset: 1, tags: { TALB: 'Sounds' } });
  const { oid } = await shop.add('1.mp3');
  await shop.idle();
  const { folder: name } = shop.library.get(oid);
  await put('first', name);
  await shop.library.changeAlbum(name, (one) => ({ ...one, cover: 'cover.jpg', cover_kind: 'chosen' }));
  album = shop.library.get(oid);
  thumbnails = new Thumbnails({
    library: shop.library,
    folder: join(shop.home, 'small'),
    log: shop.log,
    make: async (cover) => Buffer.from(`small ${Buffer.from(cover).toString()}`),
  });
});

const cover = (name = album.folder): string => join(shop.library.albumsFolder, name, 'cover.jpg');
const put = (text: string, name?: string): Promise<void> => writeFile(cover(name), text);
const shown = async (): Promise<string> => readFile((await thumbnails.file(album)).path, 'utf8');

it('a cover that is replaced by hand is shown at the next look', async () => {
  expect(await shown()).toBe('small first');
  await put('the second');
  expect(await shown()).toBe('small the second');
});

it('a cover that is replaced while its small picture is made is not kept as the old one', async () => {
  const before = await thumbnails.tag(album);
  const asked = thumbnails.file(album);
  await put('the second');
  await asked;
  expect(await shown()).toBe('small the second');
  await put('first');
  expect(await thumbnails.tag(album)).toBe(before);
  expect(await shown()).toBe('small first');
});

it('a small picture is shown while the library is away', async () => {
  expect(await shown()).toBe('small first');
  await rename(shop.library.path, join(shop.home, 'elsewhere'));
  expect(await shown()).toBe('small first');
});

it('a small picture that is being written survives the clearing of too many', async () => {
  const small = join(shop.home, 'small');
  await mkdir(small);
  for (let n = 0; n < 4000; n++) writeFileSync(join(small, `${n}.jpg`), '');
  const coming = temporaryName();
  await writeFile(join(small, coming), 'half');
  expect(await shown()).toBe('small first');
  expect((await readdir(small)).sort()).toEqual([coming, `${await thumbnails.tag(album)}.jpg`]);
});
