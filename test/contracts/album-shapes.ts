/** What http relies on of tracks that join and leave albums, and of their sheets. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, rm } from 'node:fs/promises';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import { picturePng } from '../fixtures/picture.js';
import { refuses } from './kit.js';
import { openedAlbums, noAlbum, isoTime, said, idsOf, numbersOf, isGone, type OpenedAlbums } from './album-kit.js';

export function describeAlbumShapes(name: string, open: () => Promise<OpenedAlbums>): void {
  describe(`${name} as albums that change their tracks`, () => {
    const { opened, sounds, file, put, toldOf } = openedAlbums(open);
    let service: OpenedAlbums['service'];
    beforeEach(() => void ({ service } = opened));

    describe('tracks', () => {
      it('join at the end, under new ids', async () => {
        const album = await put('1.mp3', '2.mp3');
        const files = [...(await sounds('3.mp3')), await file('empty.mp3', '')];
        const { album: joined, rejected } = await service.addTracks(album.oid, files);
        expect(joined).toMatchObject({ oid: album.oid, num_tracks: 3, gme_file: null });
        expect([idsOf(joined).slice(0, 2), numbersOf(joined)]).toEqual([idsOf(album), [1, 2, 3]]);
        expect(rejected.map(said)).toEqual([expect.stringMatching(/^empty\.mp3: \S/)]);
      });

      it('that cannot join leave the album as it was', async () => {
        const { album } = await service.upload(
          await sounds(...Array.from({ length: 98 }, (_, n) => `${n + 100}.mp3`)),
          undefined,
        );
        await refuses(async () => service.addTracks(920, await sounds('x.mp3', 'y.mp3')), 'bad_field', {
          files: expect.any(String),
        });
        await refuses(() => service.addTracks(920, []), 'bad_field', { files: expect.any(String) });
        await refuses(async () => service.addTracks(920, [await file('empty.mp3', '')]), 'unreadable_audio');
        expect(idsOf(service.get(920))).toEqual(idsOf(album));
        expect((await service.addTracks(920, await sounds('x.mp3'))).album.num_tracks).toBe(99);
      });

      it('go one by one with their files, but not the last; ids do not come back', async () => {
        const album = await put('1.mp3', '2.mp3', '3.mp3');
        const [one = 0, two = 0, three = 0] = idsOf(album);
        const { path } = await service.trackFile(album.oid, two);
        const left = await service.deleteTrack(album.oid, two);
        expect([idsOf(left), numbersOf(left), left.num_tracks]).toEqual([[one, three], [1, 2], 2]);
        expect(await isGone(path)).toBe(true);
        await refuses(() => service.deleteTrack(album.oid, two), 'track_not_found');
        await refuses(() => service.trackFile(album.oid, two), 'track_not_found');
        await service.deleteTrack(album.oid, three);
        await refuses(() => service.deleteTrack(album.oid, one), 'conflict');
        expect((await service.trackFile(album.oid, one)).size).toBeGreaterThan(0);
        const { album: joined } = await service.addTracks(album.oid, await sounds('4.mp3'));
        expect(Math.min(...idsOf(joined).filter((id) => id !== one))).toBeGreaterThan(three);
      });

      it('are heard as they were sent; one whose file is gone is not found', async () => {
        const [given] = await sounds('a.mp3');
        const bytes = await readFile(given?.path ?? '');
        const { album } = await service.upload([given] as UploadedFile[], undefined);
        const served = await service.trackFile(920, idsOf(album)[0] ?? 0);
        expect(served).toMatchObject({
          size: bytes.length,
          type: 'audio/mpeg',
          etag: expect.stringMatching(/^[\w-]+$/) as unknown,
        });
        expect(await readFile(served.path)).toEqual(bytes);
        await rm(served.path);
        await refuses(() => service.trackFile(920, idsOf(album)[0] ?? 0), 'not_found');
      });
    });

    describe('a split', () => {
      it('leaves the first part under its number, and makes albums of the others under free ones', async () => {
        const album = await put('1.mp3', '2.mp3', '3.mp3', '4.mp3');
        await service.setCover(920, await file('c.png', picturePng));
        await service.createGme(920);
        const [one = 0, two = 0, three = 0, four = 0] = idsOf(album);
        const bytes = await readFile((await service.trackFile(920, four)).path);
        const result = await service.split(920, [
          { album_title: 'One', tracks: [two, one] },
          { album_title: 'Two', tracks: [three] },
          { album_title: 'Three', tracks: [four] },
        ]);
        expect(result.albums.map(({ oid, album_title }) => [oid, album_title])).toEqual([
          [920, 'One'],
          [921, 'Two'],
          [922, 'Three'],
        ]);
        expect(result.albums.map(idsOf)).toEqual([[one, two], [three], [four]]);
        expect(result.albums.map(numbersOf)).toEqual([[1, 2], [1], [1]]);
        expect(result.album).toEqual(result.albums[0]);
        expect(result.album).toMatchObject({ gme_file: null, cover_image: '/images/920/cover.jpg' });
        expect(service.list().map(({ oid }) => oid)).toEqual([920, 921, 922]);
        expect(await readFile((await service.trackFile(922, four)).path)).toEqual(bytes);
        await refuses(() => service.trackFile(920, four), 'track_not_found');
        expect(toldOf('album.changed')).toContainEqual({ album: expect.objectContaining({ oid: 920, num_tracks: 2 }) });
        expect(toldOf('album.added').slice(1)).toMatchObject([{ album: { oid: 921 } }, { album: { oid: 922 } }]);
      });

      it('is proposed after tracks that are named, first of all', async () => {
        const [one = 0, two = 0, three = 0] = idsOf(await put('1.mp3', '2.mp3', '3.mp3'));
        await service.update(920, { album_title: 'Sea' });
        const [proposal] = await service.splits(920, [2]);
        expect(proposal).toEqual({
          by: 'after',
          parts: [
            { album_title: 'Sea (1/2)', tracks: [one, two] },
            { album_title: 'Sea (2/2)', tracks: [three] },
          ],
        });
        for (const wrong of [[3], [0], [1, 3]])
          await refuses(() => service.splits(920, wrong), 'bad_field', { after: expect.any(String) });
        expect(await service.splits(920)).toEqual([]);
      });

      it('that is not whole is refused, and nothing has changed', async () => {
        const [one = 0, two = 0, three = 0] = idsOf(await put('1.mp3', '2.mp3', '3.mp3'));
        const before = service.list();
        const wrong = [
          [[one, two, three]],
          [[one, two], [three], []],
          [[one], [two]],
          [
            [one, two, three],
            [three, 99],
          ],
          [
            [one, two],
            [two, three],
          ],
        ];
        for (const parts of wrong)
          await refuses(
            () =>
              service.split(
                920,
                parts.map((tracks) => ({ album_title: 'x', tracks })),
              ),
            'bad_field',
            { parts: expect.any(String) },
          );
        expect(service.list()).toEqual(before);
        await refuses(() => service.split(noAlbum, []), 'album_not_found');
      });
    });

    describe('a join', () => {
      it.each(['end', 'front'] as const)(
        'puts the tracks of another album at the %s, as a further disc',
        async (place) => {
          const [album, other] = [await put('1.mp3', '2.mp3'), await put('3.mp3')];
          await service.setCover(other.oid, await file('c.png', picturePng));
          await service.createGme(other.oid);
          await service.notePrinted([other.oid], 'page');
          const [id = 0] = idsOf(other);
          const bytes = await readFile((await service.trackFile(other.oid, id)).path);
          const joined = await service.join(album.oid, other.oid, place);
          const behind = place === 'end';
          expect(joined).toMatchObject({
            oid: album.oid,
            album_title: album.album_title,
            num_tracks: 3,
            gme_file: null,
          });
          expect(idsOf(joined)).toEqual(behind ? [...idsOf(album), id] : [id, ...idsOf(album)]);
          expect(joined.tracks.map(({ disc }) => disc)).toEqual(behind ? [1, 1, 2] : [1, 2, 2]);
          expect(numbersOf(joined)).toEqual([1, 2, 3]);
          expect(await readFile((await service.trackFile(album.oid, id)).path)).toEqual(bytes);
          expect((await service.coverFile(album.oid, 'cover.jpg')).size).toBeGreaterThan(0);
          await refuses(() => service.get(other.oid), 'album_not_found');
          expect(toldOf('album.removed')).toEqual([{ oid: other.oid }]);
          expect(toldOf('album.changed').at(-1)).toEqual({ album: service.get(album.oid) });
          expect(service.sheets([other.oid])).toMatchObject([{ oid: other.oid }]);
          // Its sheets may be about.
          expect((await put('4.mp3')).oid).toBe(922);
        },
      );

      it('is taken back by a split at the discs', async () => {
        const [album, other] = [await put('1.mp3', '2.mp3'), await put('3.mp3')];
        await service.join(album.oid, other.oid, 'end');
        const [proposal] = await service.splits(album.oid);
        expect(proposal).toMatchObject({ by: 'disc', parts: [{ tracks: idsOf(album) }, { tracks: idsOf(other) }] });
        const { albums } = await service.split(album.oid, proposal?.parts ?? []);
        expect(albums.map(idsOf)).toEqual([idsOf(album), idsOf(other)]);
        expect(albums.map(({ tracks }) => tracks.map(({ disc }) => disc))).toEqual([[1, 1], [1]]);
      });

      it('of what does not fit into one file, or of one album, is refused, and both stay', async () => {
        const many = Array.from({ length: 98 }, (_, n) => `${n + 100}.mp3`);
        await service.upload(await sounds(...many), undefined);
        await put('a.mp3', 'b.mp3');
        const before = service.list();
        await refuses(() => service.join(920, 921, 'end'), 'bad_field', { other: expect.stringContaining('100') });
        await refuses(() => service.join(920, 920, 'end'), 'bad_field', { other: expect.any(String) });
        await refuses(() => service.join(920, noAlbum, 'end'), 'album_not_found');
        expect(service.list()).toEqual(before);
      });
    });

    describe('a sheet', () => {
      it('is known by its album, under its number and by whom, the last one only; and that is told', async () => {
        const [{ oid }, other] = [await put('a.mp3'), await put('b.mp3')];
        const before = service.get(oid);
        await service.notePrinted([oid, other.oid, 5], 'page');
        const [first] = service.get(oid).printed;
        expect(service.get(oid)).toEqual({ ...before, printed: [{ oid, at: expect.any(String), by: 'page' }] });
        expect(Math.abs(Date.now() - Date.parse(first?.at ?? ''))).toBeLessThan(60_000);
        await service.notePrinted([oid], 'http');
        expect(service.get(oid).printed).toMatchObject([{ oid, by: 'http' }]);
        expect(service.get(other.oid).printed).toMatchObject([{ oid: other.oid, by: 'page' }]);
        expect(toldOf('album.changed')).toContainEqual({ album: service.get(oid) });
      });

      it('is forgotten under its number, and others are not', async () => {
        const [{ oid }, other] = [await put('a.mp3'), await put('b.mp3')];
        await service.notePrinted([oid, other.oid], 'page');
        await service.update(oid, { oid: 7 });
        await service.notePrinted([7], 'page');
        await service.forgetPrinted([7, 5]);
        expect(service.get(7).printed.map((sheet) => sheet.oid)).toEqual([oid]);
        expect(service.get(other.oid).printed).toHaveLength(1);
        expect(toldOf('album.changed')).toContainEqual({ album: service.get(7) });
      });

      it('is still known when the album has another number, with which another one may be printed', async () => {
        const { oid } = await put('a.mp3');
        await service.notePrinted([oid], 'page');
        await service.update(oid, { oid: 7 });
        expect(service.get(7).printed).toMatchObject([{ oid, by: 'page' }]);
        await service.notePrinted([7], 'http');
        expect(service.get(7).printed.map((sheet) => sheet.oid)).toEqual([7, oid]);
        expect((await service.remove(7)).printed.map((sheet) => sheet.oid)).toEqual([7, oid]);
      });

      it('is found by its number, whosever that is now, of deleted albums too', async () => {
        const [one, two] = [await put('a.mp3'), await put('b.mp3')];
        await service.update(one.oid, { album_title: 'Sea' });
        await service.notePrinted([one.oid], 'page');
        await service.remove(one.oid);
        await service.update(two.oid, { oid: one.oid, album_title: 'Wood' });
        await service.notePrinted([one.oid], 'http');
        expect(service.sheets([one.oid, two.oid])).toEqual([
          { oid: one.oid, album_title: 'Wood', by: 'http', at: expect.stringMatching(isoTime) },
          { oid: one.oid, album_title: 'Sea', by: 'page', at: expect.stringMatching(isoTime) },
        ]);
        expect(service.sheets([two.oid])).toEqual([]);
      });
    });
  });
}
