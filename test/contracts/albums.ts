/** What http relies on of albums; `fakes.test.ts` and `real.slow.test.ts` run it. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import type { AlbumService } from '../../http/resources/albums/service.js';
import { picturePng } from '../fixtures/picture.js';
import { refuses } from './kit.js';
import { openedAlbums, noAlbum, isoTime, said, idsOf, numbersOf, isGone, type OpenedAlbums } from './album-kit.js';

export function describeAlbums(name: string, open: () => Promise<OpenedAlbums>): void {
  describe(`${name} as albums`, () => {
    const { opened, sounds, file, put, toldOf } = openedAlbums(open);
    let service: OpenedAlbums['service'];
    beforeEach(() => void ({ service } = opened));

    describe('an upload', () => {
      it('becomes one album under the first free OID, with its tracks in the order of their names', async () => {
        const result = await service.upload(await sounds('1 One.mp3', '2 Two.mp3', '3 Three.mp3'), undefined);
        const { album } = result;
        expect(result).toEqual({ album, albums: [album], rejected: [], duplicate_of: null, warnings: [] });
        expect(album).toEqual({
          oid: 920,
          album_title: expect.stringMatching(/\S/),
          album_artist: '',
          album_year: null,
          num_tracks: 3,
          cover_image: null,
          player_mode: 'music',
          sound: 'automatic',
          loudness: 'automatic',
          spoken_title: 'off',
          gme_file: null,
          gme_state: expect.stringMatching(/^(missing|building)$/),
          gme_error: null,
          gme_size: null,
          on_pens: 'all',
          added_at: expect.stringMatching(isoTime),
          changed_at: expect.stringMatching(isoTime),
          printed: [],
          tracks: [1, 2, 3].map((n) => ({
            id: n,
            album_oid: 920,
            track_number: n,
            track_title: expect.stringContaining(['One', 'Two', 'Three'][n - 1] ?? ''),
            filename: expect.stringMatching(/\.mp3$/),
            duration: expect.any(Number),
            artist: '',
            disc: 1,
            genre: '',
            picture_image: null,
          })),
        });
        expect(album.tracks.every(({ duration }) => duration > 0)).toBe(true);
        expect(toldOf('album.added')).toMatchObject([{ album: { oid: 920, num_tracks: 3 } }]);
      });

      it('that comes again under its key is answered, and nothing is done', async () => {
        const [key, files] = [{ key: 'key-of-an-upload', payload: 'a, b' }, await sounds('a.mp3', 'b.mp3')];
        const other = { key: 'another-key', payload: 'c' };
        expect(service.uploaded(key)).toBeNull();
        const { album } = await service.upload(files, undefined, key);
        // Its files are gone by then.
        for (const again of [await service.upload(files, undefined, key), service.uploaded(key)])
          expect(again).toMatchObject({ album: { oid: album.oid, num_tracks: 2 }, rejected: [], duplicate_of: null });
        expect(service.uploaded(other)).toBeNull();
        await service.upload(await sounds('c.mp3'), undefined, other);
        expect(service.list()).toHaveLength(2);
        const reused = { ...key, payload: 'd' };
        await refuses(async () => service.upload(await sounds('d.mp3'), undefined, reused), 'key_reused');
        await refuses(async () => service.uploaded(reused), 'key_reused');
        await service.remove(album.oid);
        expect(service.uploaded(key)).toBeNull();
      });

      it('leaves out what is no sound, with a reason', async () => {
        const files = [await file('empty.mp3', ''), ...(await sounds('a.mp3'))];
        const { album, rejected } = await service.upload(files, undefined);
        expect([album.num_tracks, rejected.map(said)]).toEqual([1, [expect.stringMatching(/^empty\.mp3: \S/)]]);
      });

      it('of nothing that is sound is refused with each reason, and nothing is kept or told', async () => {
        await refuses(async () => service.upload([await file('empty.mp3', '')], undefined), 'unreadable_audio', {
          'empty.mp3': expect.stringMatching(/\S/),
        });
        await refuses(() => service.upload([], undefined), 'bad_field', { files: expect.any(String) });
        expect([service.list(), opened.published.filter(({ type }) => type.startsWith('album.'))]).toEqual([[], []]);
      });

      it('of a cover that is no picture is refused as a whole', async () => {
        await refuses(async () => service.upload(await sounds('a.mp3'), await file('c.png', '<svg/>')), 'bad_field', {
          cover: expect.any(String),
        });
        expect(service.list()).toEqual([]);
      });

      it('of the same tracks is an album too, and says of which', async () => {
        const [one, two] = await sounds('a.mp3', 'b.mp3');
        const again = await Promise.all(
          [two, one].map(async (given, n) => {
            const path = join(opened.folder, `again-${n}`);
            await copyFile(given?.path ?? '', path);
            return { path, filename: `${n}.mp3`, size: given?.size ?? 0 };
          }),
        );
        await put('other.mp3');
        await service.upload([one, two] as UploadedFile[], undefined);
        expect(await service.upload(again, undefined)).toMatchObject({ album: { oid: 922 }, duplicate_of: 921 });
      });

      it('of more tracks than fit becomes several albums', async () => {
        const { album, albums } = await service.upload(
          await sounds(...Array.from({ length: 100 }, (_, n) => `${n + 100}.mp3`)),
          undefined,
        );
        expect(albums.map(({ oid }) => oid)).toEqual([920, 921]);
        expect(album).toEqual(albums[0]);
        expect(albums.flatMap(idsOf)).toHaveLength(100);
        expect(Math.max(...albums.map((one) => one.num_tracks))).toBeLessThanOrEqual(99);
        expect(toldOf('album.added')).toHaveLength(2);
      });

      it('of folders becomes an album for each, the first of which is named', async () => {
        const files = await sounds('1.mp3', '2.mp3', '3.mp3');
        const names = ['One/1.mp3', 'Two/x.mp3', 'Two/y.mp3'];
        const sent = files.map((one, n) => ({ ...one, filename: names[n] ?? '' }));
        const { album, albums } = await service.upload(sent, undefined);
        expect(albums.map((one) => [one.oid, one.num_tracks])).toEqual([
          [920, 1],
          [921, 2],
        ]);
        expect(album).toEqual(albums[0]);
        expect(toldOf('album.added')).toHaveLength(2);
      });
    });

    describe('an import', () => {
      it('becomes an album, once: the same tracks are rejected the second time', async () => {
        const [given] = await sounds('a.mp3');
        if (given === undefined) throw new Error('no sound');
        const again = { ...given, path: join(opened.folder, 'again') };
        await copyFile(given.path, again.path);
        const { albums, ...others } = await service.import('Album', [given]);
        expect([albums.map(({ oid, num_tracks: count }) => [oid, count]), others]).toEqual([
          [[920, 1]],
          { joined: [], rejected: [], warnings: [] },
        ]);
        const second = await service.import('Album', [again]);
        expect([second.albums, second.rejected.map(said)]).toEqual([[], [expect.stringMatching(/^Album: .*920/)]]);
        expect([service.list().length, toldOf('album.added')]).toEqual([1, [{ album: albums[0] }]]);
      });

      it('names what is no sound, and is refused if nothing is', async () => {
        const bad = await file('empty.mp3', '');
        const { rejected } = await service.import('', [bad, ...(await sounds('a.mp3'))]);
        expect(rejected.map(said)).toEqual([expect.stringMatching(/^empty\.mp3: \S/)]);
        await refuses(async () => service.import('', [await file('b.mp3', '')]), 'unreadable_audio', {
          'b.mp3': expect.stringMatching(/\S/),
        });
      });
    });

    it('lists albums as they came, each as `get` answers it', async () => {
      for (const one of ['a.mp3', 'b.mp3', 'c.mp3']) await put(one);
      expect(service.list().map(({ oid }) => oid)).toEqual([920, 921, 922]);
      await service.createGme(921);
      await service.update(920, { oid: 7 });
      expect(service.list().map(({ oid }) => oid)).toEqual([7, 921, 922]);
      expect(service.list()[1]).toEqual(service.get(921));
    });

    it.each<[string, (service: AlbumService, file: UploadedFile) => unknown]>([
      ['get', (albums) => albums.get(noAlbum)],
      ['createGme', (albums) => albums.createGme(noAlbum)],
      ['remove', (albums) => albums.remove(noAlbum)],
      ['update', (albums) => albums.update(noAlbum, { album_title: 'x' })],
      ['setCover', (albums, one) => albums.setCover(noAlbum, one)],
      ['setTrackPicture', (albums, one) => albums.setTrackPicture(noAlbum, 1, one)],
      ['deleteTrackPicture', (albums) => albums.deleteTrackPicture(noAlbum, 1)],
      ['addTracks', (albums, one) => albums.addTracks(noAlbum, [one])],
      ['deleteTrack', (albums) => albums.deleteTrack(noAlbum, 1)],
      ['cutTrack', (albums) => albums.cutTrack(noAlbum, 1, 8)],
      ['cleanup', (albums) => albums.cleanup(noAlbum)],
      ['gmeFile', (albums) => albums.gmeFile(noAlbum)],
      ['coverFile', (albums) => albums.coverFile(noAlbum, 'cover.jpg')],
      ['thumbnail', (albums) => albums.thumbnail(noAlbum)],
      ['trackFile', (albums) => albums.trackFile(noAlbum, 1)],
    ])('refuses %s of an album that is not there', async (_, work) => {
      await put('a.mp3');
      const given = await file('c.png', picturePng);
      await refuses(() => work(service, given), 'album_not_found');
      expect(service.list()).toHaveLength(1);
    });

    describe('an edit', () => {
      it('changes what it names, and tells', async () => {
        const album = await put('1.mp3', '2.mp3');
        const texts = { album_title: 'Sea', album_artist: 'Ada', album_year: 1999 };
        const edit = {
          ...texts,
          player_mode: 'tiptoi',
          sound: 'speech',
          loudness: 'level',
          spoken_title: 'de',
        } as const;
        const [first = 0] = idsOf(album);
        const edited = await service.update(album.oid, { ...edit, tracks: [{ id: first, track_title: 'Wave' }] });
        expect(edited).toMatchObject({ ...edit, on_pens: 'all', added_at: album.added_at });
        expect(edited.tracks).toEqual([{ ...album.tracks[0], track_title: 'Wave' }, album.tracks[1]]);
        expect(Date.parse(edited.changed_at)).toBeGreaterThanOrEqual(Date.parse(album.changed_at));
        expect(toldOf('album.changed')).toContainEqual({ album: expect.objectContaining(edit) });
        expect((await service.update(album.oid, { album_year: null })).album_year).toBeNull();
      });

      it('puts tracks where it says; the others keep their order', async () => {
        const album = await put('1.mp3', '2.mp3', '3.mp3');
        const [one, two, three] = idsOf(album) as [number, number, number];
        const edited = await service.update(album.oid, { tracks: [{ id: three, track_number: 1 }] });
        expect([idsOf(edited), numbersOf(edited)]).toEqual([
          [three, one, two],
          [1, 2, 3],
        ]);
      });

      it('gives another OID, which the tracks know and under which the album is found', async () => {
        const album = await put('a.mp3');
        const moved = await service.update(album.oid, { oid: 12 });
        expect([moved.oid, moved.tracks[0]?.album_oid, moved.gme_file]).toEqual([12, 12, null]);
        expect(service.get(12).album_title).toBe(album.album_title);
        await refuses(() => service.get(920), 'album_not_found');
        // A new album does not get it: its sheets may be about.
        expect((await put('b.mp3')).oid).toBe(921);
      });

      it.each<[string, Parameters<AlbumService['update']>[1], Parameters<typeof refuses>[1], string]>([
        ['an OID of another album', { oid: 921 }, 'conflict', 'oid'],
        ['OID 0', { oid: 0 }, 'bad_field', 'oid'],
        ['OID 993, the test sheet', { oid: 993 }, 'bad_field', 'oid'],
        ['a track of no album', { tracks: [{ id: 77, track_title: 'x' }] }, 'track_not_found', 'tracks'],
        ['a place that is none', { tracks: [{ id: 1, track_number: 3 }] }, 'bad_field', 'tracks'],
        ['a track that is named twice', { tracks: [{ id: 1 }, { id: 1 }] }, 'bad_field', 'tracks'],
      ])('of %s is refused as a whole', async (_, wrong, code, field) => {
        await put('1.mp3', '2.mp3');
        await put('other.mp3');
        const before = await service.createGme(920);
        await refuses(() => service.update(920, { album_title: 'Not this', ...wrong }), code, {
          [field]: expect.any(String),
        });
        expect(service.get(920)).toEqual(before);
      });
    });

    it('removes an album with all of its files, and no other', async () => {
      const { album } = await service.upload(await sounds('a.mp3'), await file('c.png', picturePng));
      const other = await put('b.mp3');
      await service.createGme(920);
      await service.createGme(other.oid);
      const [id = 0] = idsOf(album);
      const files = [
        await service.trackFile(920, id),
        await service.coverFile(920, 'cover.jpg'),
        await service.gmeFile(920),
      ];
      const was = service.get(920);
      expect(await service.remove(920)).toEqual(was);
      expect(await Promise.all(files.map(({ path }) => isGone(path)))).toEqual([true, true, true]);
      expect(service.list()).toEqual([service.get(other.oid)]);
      expect((await service.gmeFile(other.oid)).size).toBeGreaterThan(0);
      expect(toldOf('album.removed')).toEqual([{ oid: 920 }]);
      const next = await put('c.mp3');
      expect([next.oid, (idsOf(next)[0] ?? 0) > (idsOf(other)[0] ?? 0)]).toEqual([922, true]);
    });
  });
}
