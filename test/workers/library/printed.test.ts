import { expect, it } from '@jest/globals';
import { emptyLibrary, readLibraryData } from '../../../workers/library/data.js';
import { printedViews, withPrinted } from '../../../workers/library/printed.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { anAlbum } from '../../support/records.js';

const at = (album: AlbumRecord, oid: number, time: number): AlbumRecord =>
  withPrinted({ ...album, oid }, { oid, at: time, by: 'page' });
const sheets = ({ printed }: AlbumRecord): unknown => printed.map((sheet) => [sheet.oid, sheet.at]);

it('of the sheets under one number the last one is kept, newest first', () => {
  let album = anAlbum(920);
  for (const [n, oid] of [920, 7, 920, 8].entries()) album = at(album, oid, n);
  expect(sheets(album)).toEqual([
    [8, 3],
    [920, 2],
    [7, 1],
  ]);
});

it('of ever new numbers the last eight are kept', () => {
  let album = anAlbum(1);
  for (let oid = 1; oid <= 20; oid++) album = at(album, oid, oid);
  expect(album.printed.map(({ oid }) => oid)).toEqual([20, 19, 18, 17, 16, 15, 14, 13]);
});

it('a sheet that a record has wrong is no sheet, and the others of its album go with it', () => {
  const right = { oid: 920, at: 1, by: 'page' };
  for (const wrong of [{ oid: 993 }, { at: 1e17 }, { at: 'now' }, { by: 'fax' }]) {
    const { data, mended } = readLibraryData(
      { ...emptyLibrary('x'), albums: [{ ...anAlbum(920), printed: [{ ...right, ...wrong }] }] },
      1,
    );
    expect([data.albums[0]?.printed, mended.length]).toEqual([[], 1]);
    expect(() => data.albums.map(printedViews)).not.toThrow();
  }
});

it('a record of an older version has none, and is right', () => {
  const { printed: _, ...older } = anAlbum(920);
  expect(readLibraryData({ ...emptyLibrary('x'), version: 4, albums: [older] }, 1)).toMatchObject({
    data: { albums: [anAlbum(920)] },
    mended: [],
  });
});
