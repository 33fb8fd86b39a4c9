/** What http relies on of the files of albums: those for the pen, covers, and pictures of tracks. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, rm } from 'node:fs/promises';
import type { AlbumView } from '../../workers/library/types.js';
import { picturePng, png } from '../fixtures/picture.js';
import { refuses } from './kit.js';
import { openedAlbums, idsOf, isGone, type OpenedAlbums } from './album-kit.js';

export function describeAlbumFiles(name: string, open: () => Promise<OpenedAlbums>): void {
  describe(`${name} as files of albums`, () => {
    const { opened, sounds, file, put, toldOf } = openedAlbums(open);
    let service: OpenedAlbums['service'];
    beforeEach(() => void ({ service } = opened));

    describe('the file for the pen', () => {
      it('stands when it was asked for, and is the same when asked again', async () => {
        const { oid } = await put('a.mp3');
        const album = await service.createGme(oid);
        expect(album).toMatchObject({
          gme_state: 'ready',
          gme_file: expect.stringMatching(/^920.*\.gme$/),
          gme_error: null,
          gme_size: expect.any(Number),
        });
        const served = await service.gmeFile(oid);
        expect(served).toMatchObject({
          root: expect.any(String),
          path: expect.any(String),
          size: album.gme_size,
          etag: expect.stringMatching(/^[\w-]+$/),
          type: 'application/octet-stream',
          downloadName: album.gme_file,
        });
        expect((await readFile(served.path)).length).toBe(album.gme_size);
        expect(await service.createGme(oid)).toEqual(album);
        expect(await service.gmeFile(oid)).toEqual(served);
        expect(toldOf('album.changed')).toContainEqual({ album });
      });

      it('is another one after an edit, but not after one that it does not hold', async () => {
        const { oid } = await put('a.mp3');
        const before = await service.createGme(oid);
        expect(await service.update(oid, { on_pens: 'none' })).toEqual({ ...before, on_pens: 'none' });
        expect(await service.update(oid, { album_title: 'Other' })).toMatchObject({
          gme_file: null,
          gme_size: null,
          gme_state: expect.stringMatching(/^(missing|building)$/),
        });
        expect((await service.createGme(oid)).gme_file).toBe('920_Other.gme');
      });

      it('goes with a cleanup, and comes back when it is asked for', async () => {
        const { oid } = await put('a.mp3');
        await service.createGme(oid);
        const { path } = await service.gmeFile(oid);
        expect(await service.cleanup(oid)).toMatchObject({ gme_state: 'missing', gme_file: null, gme_size: null });
        expect([await isGone(path), service.get(oid).gme_state]).toEqual([true, 'missing']);
        await refuses(() => service.gmeFile(oid), 'gme_missing');
        expect((await service.createGme(oid)).gme_state).toBe('ready');
        expect((await service.gmeFile(oid)).size).toBeGreaterThan(0);
      });

      it('that somebody has removed is missing', async () => {
        const { oid } = await put('a.mp3');
        await service.createGme(oid);
        await rm((await service.gmeFile(oid)).path);
        await refuses(() => service.gmeFile(oid), 'gme_missing');
        expect(service.get(oid).gme_state).not.toBe('ready');
      });
    });

    describe('the cover', () => {
      it('comes with the upload or later, in place of the one before', async () => {
        const { album } = await service.upload(await sounds('a.mp3'), await file('c.png', picturePng));
        expect(album.cover_image).toBe('/images/920/cover.jpg');
        const before = await service.coverFile(920, 'cover.jpg');
        expect(before).toMatchObject({ type: 'image/jpeg', etag: expect.stringMatching(/^[\w-]+$/) as unknown });
        expect((await readFile(before.path)).length).toBe(before.size);
        const other = await file('d.png', png(90, 40, [1, 2, 3]));
        expect(await service.setCover(920, other)).toMatchObject({ cover_image: '/images/920/cover.jpg' });
        expect((await service.coverFile(920, 'cover.jpg')).etag).not.toBe(before.etag);
      });

      it('is refused where it is no picture, and the one before stays', async () => {
        await service.upload(await sounds('a.mp3'), await file('c.png', picturePng));
        const before = await service.coverFile(920, 'cover.jpg');
        await refuses(async () => service.setCover(920, await file('d.png', '<svg/>')), 'bad_field', {
          cover: expect.any(String),
        });
        expect(await service.coverFile(920, 'cover.jpg')).toEqual(before);
      });

      it('has a small picture, named by what the cover holds', async () => {
        await put('1.mp3');
        await service.upload(await sounds('a.mp3'), await file('c.png', picturePng));
        expect((await service.covers([920, 921, 99])).size).toBe(1);
        await refuses(() => service.thumbnail(920), 'not_found');
        const before = (await service.covers([921])).get(921);
        const small = await service.thumbnail(921);
        expect([small.etag, small.type]).toEqual([before, 'image/jpeg']);
        expect((await readFile(small.path)).length).toBe(small.size);
        expect(await service.thumbnail(921)).toEqual(small);
        await service.update(921, { album_title: 'Another name' });
        expect((await service.covers([921])).get(921)).toBe(before);
        await service.setCover(921, await file('d.png', png(90, 40, [1, 2, 3])));
        const after = (await service.covers([921])).get(921);
        expect(after).not.toBe(before);
        expect((await service.thumbnail(921)).etag).toBe(after);
      });

      it('is found by its own name only', async () => {
        await put('a.mp3');
        await refuses(() => service.coverFile(920, 'cover.jpg'), 'not_found');
        const album = await service.setCover(920, await file('c.png', picturePng));
        expect(toldOf('album.changed')).toContainEqual({
          album: expect.objectContaining({ cover_image: album.cover_image }),
        });
        for (const other of ['cover.png', '../library.json', 'cover.JPG', ''])
          await refuses(() => service.coverFile(920, other), 'not_found');
      });
    });

    describe('the picture of a track', () => {
      const pictures = ({ tracks }: AlbumView): (string | null)[] => tracks.map((track) => track.picture_image);
      const nameOf = (image: string | null | undefined): string =>
        /^\/images\/920\/([^/?]+)/.exec(image ?? '')?.[1] ?? '';

      it('is given, served under a name of its own, replaced and taken away', async () => {
        const [first = 0, second = 0] = idsOf(await put('a.mp3', 'b.mp3'));
        const album = await service.setTrackPicture(920, second, await file('c.png', picturePng));
        const [none, image] = pictures(album);
        expect([none, image]).toEqual([null, expect.stringMatching(/^\/images\/920\/picture-[0-9a-f]{16}\.jpg\?v=/)]);
        expect(toldOf('album.changed').at(-1)).toEqual({ album });
        const served = await service.coverFile(920, nameOf(image));
        expect([served.type, (await readFile(served.path)).length]).toEqual(['image/jpeg', served.size]);
        expect(image).toMatch(new RegExp(`\\?v=${served.etag}$`));

        const other = await service.setTrackPicture(920, second, await file('d.png', png(90, 40, [1, 2, 3])));
        expect(nameOf(pictures(other)[1])).not.toBe(nameOf(image));
        await refuses(() => service.coverFile(920, nameOf(image)), 'not_found');
        await refuses(() => service.deleteTrackPicture(920, first), 'not_found');
        expect(pictures(await service.deleteTrackPicture(920, second))).toEqual([null, null]);
        await refuses(() => service.coverFile(920, nameOf(pictures(other)[1])), 'not_found');
      });

      it('is refused where it is none, or where there is no such track', async () => {
        const [id = 0] = idsOf(await put('a.mp3'));
        const before = service.get(920);
        await refuses(async () => service.setTrackPicture(920, id, await file('c.png', '<svg/>')), 'bad_field', {
          picture: expect.any(String),
        });
        await refuses(
          async () => service.setTrackPicture(920, id + 1, await file('d.png', picturePng)),
          'track_not_found',
        );
        await refuses(() => service.deleteTrackPicture(920, id + 1), 'track_not_found');
        expect(service.get(920)).toEqual(before);
      });

      it('leaves the file for the pen as it is', async () => {
        const [id = 0] = idsOf(await put('a.mp3'));
        const before = await service.createGme(920);
        const after = await service.setTrackPicture(920, id, await file('c.png', picturePng));
        expect([after.gme_state, after.gme_file, after.changed_at]).toEqual([
          'ready',
          before.gme_file,
          before.changed_at,
        ]);
      });
    });
  });
}
