/** What http relies on of deleted albums. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AlbumService } from '../../http/resources/albums/service.js';
import type { DeletedService } from '../../http/features/deleted/service.js';
import type { AlbumView } from '../../workers/library/types.js';
import { refuses, sound, type Told } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedDeleted {
  /** None is deleted. */
  service: DeletedService;
  /** Without albums. */
  albums: AlbumService;
  /** For the files of uploads. */
  folder: string;
  published: readonly Told[];
  close(): Promise<void>;
}

export function describeDeleted(name: string, open: () => Promise<OpenedDeleted>): void {
  describe(`${name} as deleted albums`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: DeletedService;
    beforeEach(() => void (service = opened.service));

    const put = async (filename: string): Promise<AlbumView> =>
      (await opened.albums.upload([await sound(opened.folder, filename)], undefined)).album;

    it('are none at first', async () => {
      await put('a.mp3');
      expect(service.list()).toEqual([]);
      expect(await service.orphans()).toEqual([]);
      await refuses(() => service.restore('a'), 'not_found');
      await refuses(() => service.discard('a'), 'not_found');
    });

    it('stay for thirty days, the last one first', async () => {
      const [first, second] = [await put('a.mp3'), await put('b.mp3')];
      await opened.albums.remove(first.oid);
      await opened.albums.remove(second.oid);
      const list = service.list();
      expect(list.map(({ oid, album_title }) => [oid, album_title])).toEqual([
        [second.oid, second.album_title],
        [first.oid, first.album_title],
      ]);
      for (const { deleted_at, kept_until, num_tracks, folder } of list) {
        expect(Date.parse(kept_until) - Date.parse(deleted_at)).toBe(30 * 86_400_000);
        expect(Math.abs(Date.now() - Date.parse(deleted_at))).toBeLessThan(60_000);
        expect(num_tracks).toBe(1);
        expect(folder).toMatch(/\S/);
      }
    });

    it('come back as they were, and are told of as new ones', async () => {
      const album = await put('a.mp3');
      await opened.albums.update(album.oid, { album_title: 'My title', on_pens: 'none' });
      await opened.albums.notePrinted([album.oid], 'page');
      const { printed } = opened.albums.get(album.oid);
      await opened.albums.remove(album.oid);
      const back = await service.restore(service.list()[0]?.folder ?? '');
      expect(back).toMatchObject({
        oid: album.oid,
        album_title: 'My title',
        on_pens: 'none',
        printed,
        tracks: album.tracks,
      });
      expect(opened.albums.get(album.oid)).toMatchObject({ album_title: 'My title' });
      expect(service.list()).toEqual([]);
      const { path, size } = await opened.albums.trackFile(album.oid, album.tracks[0]?.id ?? 0);
      expect([path.length > 0, size > 0]).toEqual([true, true]);
      expect(opened.published.filter(({ type }) => type === 'album.added')).toHaveLength(2);
    });

    it('get another number where theirs is taken', async () => {
      const album = await put('a.mp3');
      await opened.albums.remove(album.oid);
      const other = await opened.albums.update((await put('b.mp3')).oid, { oid: album.oid });
      expect(other.oid).toBe(album.oid);
      const back = await service.restore(service.list()[0]?.folder ?? '');
      expect(back.oid).not.toBe(album.oid);
      expect(opened.albums.list()).toHaveLength(2);
    });

    it('leave their numbers to nobody but themselves', async () => {
      const [first, second] = [await put('a.mp3'), await put('b.mp3')];
      await opened.albums.remove(first.oid);
      await opened.albums.remove(second.oid);
      await service.discard(service.list()[0]?.folder ?? '');
      const third = await put('c.mp3');
      expect([first.oid, second.oid]).not.toContain(third.oid);
      expect((await service.restore(service.list()[0]?.folder ?? '')).oid).toBe(first.oid);
      expect(new Set([first.oid, second.oid, third.oid])).not.toContain((await put('d.mp3')).oid);
    });

    it('are gone for good when somebody says so', async () => {
      const album = await put('a.mp3');
      await opened.albums.remove(album.oid);
      const [{ folder } = { folder: '' }] = service.list();
      await service.discard(folder);
      expect(service.list()).toEqual([]);
      await refuses(() => service.restore(folder), 'not_found');
      await refuses(() => service.discard(folder), 'not_found');
    });
  });
}
