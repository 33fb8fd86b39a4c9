/** What http relies on of albums; `fakes.test.ts` and `real.test.ts` run it. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RearrangeService } from '../../http/features/rearrange/service.js';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import type { AlbumService } from '../../http/resources/albums/service.js';
import type { AlbumView } from '../../workers/library/types.js';
import { picturePng, png } from '../fixtures/picture.js';
import { refuses, sound, type Told } from './kit.js';

export interface OpenedAlbums {
  /** Without albums. */
  service: AlbumService & RearrangeService;
  /** For the files of uploads. */
  folder: string;
  /** All that was published so far. */
  published: readonly Told[];
  close(): Promise<void>;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const noAlbum = 5;

const said = ({ filename, reason }: { filename: string; reason: unknown }): string => `${filename}: ${String(reason)}`;

export function describeAlbums(name: string, open: () => Promise<OpenedAlbums>): void {
  describe(`${name} as albums`, () => {
    let opened: OpenedAlbums;
    let service: AlbumService & RearrangeService;
    beforeEach(async () => {
      opened = await open();
      service = opened.service;
    });
    afterEach(() => opened.close());

    const sounds = (...names: string[]): Promise<UploadedFile[]> =>
      Promise.all(names.map((one) => sound(opened.folder, one)));
    async function file(filename: string, content: Uint8Array | string): Promise<UploadedFile> {
      const path = join(opened.folder, `given-${filename}`);
      await writeFile(path, content);
      return { path, filename, size: Buffer.byteLength(content) };
    }
    const put = async (...names: string[]): Promise<AlbumView> =>
      (await service.upload(await sounds(...names), undefined)).album;
    const idsOf = ({ tracks }: AlbumView): number[] => tracks.map(({ id }) => id);
    const numbersOf = ({ tracks }: AlbumView): number[] => tracks.map((track) => track.track_number);
    const toldOf = (type: string): unknown[] =>
      opened.published.filter((one) => one.type === type).map(({ data }) => data);
    const isGone = (path: string): Promise<boolean> =>
      readFile(path).then(
        () => false,
        () => true,
      );

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
        expect([service.count(), toldOf('album.added')]).toEqual([1, [{ album: albums[0] }]]);
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
