/** What http relies on of pens. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AlbumService } from '../../http/resources/albums/service.js';
import type { PenService, PenView } from '../../http/resources/pens/service.js';
import { refuses, sound, type Told } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedPens {
  /** None is plugged in, none is known. */
  service: PenService;
  /** Without albums. */
  albums: AlbumService;
  /** For the files of uploads. */
  folder: string;
  published: readonly Told[];
  /** A folder that is a pen; answers its id when all that is chosen is on it. */
  plugIn(serial: string): Promise<string>;
  unplug(serial: string): Promise<void>;
  close(): Promise<void>;
}

export function describePens(name: string, open: () => Promise<OpenedPens>): void {
  describe(`${name} as pens`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: PenService;
    beforeEach(() => void (service = opened.service));

    const put = async (...names: string[]): Promise<void> => {
      for (const one of names) await opened.albums.upload([await sound(opened.folder, one)], undefined);
    };
    /** One that goes to no pen by itself. */
    const putAside = async (filename: string): Promise<void> => {
      await put(filename);
      await opened.albums.update(opened.albums.list().at(-1)?.oid ?? 0, { on_pens: 'none' });
    };
    const pen = (id: string): PenView | undefined => service.list().find((one) => one.id === id);
    const albumsOn = (id: string): number[] | undefined => pen(id)?.albums;

    it('are none at first, and nothing can be done with them', async () => {
      await put('a.mp3');
      expect(service.list()).toEqual([]);
      await refuses(() => service.copy(920), 'no_pen');
      await refuses(() => service.remove(920), 'no_pen');
      await refuses(() => service.sync(), 'no_pen');
      await refuses(() => service.eject(), 'no_pen');
      expect(opened.albums.get(920).on_pens).toBe('all');
    });

    it('are told by their serial number, with all that is known of them', async () => {
      const id = await opened.plugIn('SIMONE');
      expect(service.list()).toEqual([
        {
          id,
          name: expect.stringMatching(/\S/),
          given_name: null,
          path: expect.stringMatching(/^\//),
          serial: 'SIMONE',
          firmware: 'N0038',
          language: 'GERMAN',
          generation: 'ZC3202N',
          plugged_in: true,
          read_only: false,
          state: 'ready',
          progress: null,
          free_bytes: expect.any(Number),
          total_bytes: expect.any(Number),
          albums: [],
          problems: [],
          shadowed: [],
          safe_to_unplug: true,
          unmounted: false,
          long_away: false,
          last_seen: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      ]);
      expect(opened.published.filter(({ type }) => type === 'pens.changed').at(-1)?.data).toEqual({
        pens: service.list(),
      });
    });

    it('stay known when they are unplugged, behind those that are there', async () => {
      await put('a.mp3');
      const one = await opened.plugIn('SIMONE');
      await service.sync();
      await opened.unplug('SIMONE');
      const other = await opened.plugIn('SIMTWO');
      expect(service.list().map(({ id }) => id)).toEqual([other, one]);
      expect(pen(one)).toMatchObject({
        plugged_in: false,
        path: null,
        state: 'away',
        progress: null,
        free_bytes: null,
        total_bytes: null,
        albums: [920],
        problems: [],
        serial: 'SIMONE',
        safe_to_unplug: true,
      });
      await refuses(() => service.copy(920, one), 'no_pen');
      await refuses(() => service.remove(920, one), 'no_pen');
      await refuses(() => service.sync(one), 'no_pen');
      expect(opened.albums.get(920).on_pens).toBe('all');
      await opened.unplug('SIMTWO');
      await refuses(() => service.sync(), 'no_pen');
      expect(await opened.plugIn('SIMONE')).toBe(one);
      expect([pen(one)?.plugged_in, albumsOn(one)]).toEqual([true, [920]]);
    });

    it('that are named wrongly are refused, and so are albums that are not there', async () => {
      await put('a.mp3');
      const id = await opened.plugIn('SIMONE');
      await refuses(() => service.copy(920, 'SIMTWO'), 'no_pen');
      await refuses(() => service.sync('SIMTWO'), 'no_pen');
      await refuses(() => service.eject('SIMTWO'), 'no_pen');
      await refuses(() => service.copy(5, id), 'album_not_found');
      await refuses(() => service.remove(5), 'album_not_found');
    });

    it('get all that is chosen for them, in order of the OIDs', async () => {
      await put('a.mp3', 'b.mp3');
      await putAside('c.mp3');
      await opened.albums.update(920, { oid: 930 });
      const id = await opened.plugIn('SIMONE');
      expect(await service.sync(id)).toEqual(service.list());
      expect([albumsOn(id), pen(id)?.state]).toEqual([[921, 930], 'ready']);
      expect(opened.albums.get(930).gme_state).toBe('ready');
    });

    it('lose an album that is deleted, or chosen for none', async () => {
      await put('a.mp3', 'b.mp3', 'c.mp3');
      const id = await opened.plugIn('SIMONE');
      await service.sync();
      await opened.albums.remove(920);
      await opened.albums.update(921, { on_pens: 'none' });
      await service.sync();
      expect(albumsOn(id)).toEqual([922]);
    });

    it('get an album that is copied onto them, and it is chosen for them', async () => {
      await putAside('a.mp3');
      const [one, other] = [await opened.plugIn('SIMONE'), await opened.plugIn('SIMTWO')];
      expect(await service.copy(920, one)).toMatchObject({ oid: 920, on_pens: [one], gme_state: 'ready' });
      expect([albumsOn(one), albumsOn(other)]).toEqual([[920], []]);
      expect((await service.copy(920, 'SIMTWO')).on_pens).toEqual([one, other]);
      expect([albumsOn(one), albumsOn(other)]).toEqual([[920], [920]]);
      expect(await service.copy(920)).toEqual(opened.albums.get(920));
    });

    it('all get an album that is copied without a name', async () => {
      await putAside('a.mp3');
      const [one, other] = [await opened.plugIn('SIMONE'), await opened.plugIn('SIMTWO')];
      expect(new Set((await service.copy(920)).on_pens)).toEqual(new Set([one, other]));
      expect([albumsOn(one), albumsOn(other)]).toEqual([[920], [920]]);
    });

    it('that have an album for all keep that choice', async () => {
      await put('a.mp3');
      await opened.plugIn('SIMONE');
      expect((await service.copy(920)).on_pens).toBe('all');
    });

    it('lose an album that is taken off, and it stays off', async () => {
      await put('a.mp3', 'b.mp3');
      const [one, other] = [await opened.plugIn('SIMONE'), await opened.plugIn('SIMTWO')];
      await service.sync();
      expect((await service.remove(920, one)).on_pens).toEqual([other]);
      await service.sync();
      expect([albumsOn(one), albumsOn(other)]).toEqual([[921], [920, 921]]);
      expect((await service.remove(920, other)).on_pens).toBe('none');
      expect((await service.remove(921)).on_pens).toBe('none');
      await service.sync();
      expect([albumsOn(one), albumsOn(other)]).toEqual([[], []]);
    });

    it('that are away keep their choice when an album is taken off another', async () => {
      await put('a.mp3');
      const one = await opened.plugIn('SIMONE');
      await service.sync();
      await opened.unplug('SIMONE');
      const other = await opened.plugIn('SIMTWO');
      expect((await service.remove(920, other)).on_pens).toEqual([one]);
    });

    it('that are not known keep their choice when an album is taken off another', async () => {
      await put('a.mp3');
      const one = await opened.plugIn('SIMONE');
      await opened.albums.update(920, { on_pens: [one, 'SIMAWAY'] });
      expect((await service.remove(920, one)).on_pens).toEqual(['SIMAWAY']);
    });

    it('have the name that they are given, plugged in or not, until they get none', async () => {
      const id = await opened.plugIn('SIMONE');
      const before = pen(id)?.name;
      expect(await service.rename('SIMONE', 'Mia')).toEqual(service.list());
      expect(pen(id)).toMatchObject({ name: 'Mia', given_name: 'Mia' });
      expect(opened.published.at(-1)).toMatchObject({ type: 'pens.changed', data: { pens: service.list() } });
      await opened.unplug('SIMONE');
      expect(pen(id)).toMatchObject({ name: 'Mia', plugged_in: false });
      await service.rename(id, 'Max');
      await opened.plugIn('SIMONE');
      expect(pen(id)).toMatchObject({ name: 'Max', plugged_in: true });
      await service.rename(id, null);
      expect(pen(id)).toMatchObject({ name: before, given_name: null });
      await refuses(() => service.rename('SIMTWO', 'Mia'), 'no_pen');
    });

    it('with one name are told apart by their ids', async () => {
      const [one, other] = [await opened.plugIn('SIMONE'), await opened.plugIn('SIMTWO')];
      await service.rename(one, 'Mia');
      await service.rename(other, 'Mia');
      expect(new Set(service.list().map(({ name }) => name))).toEqual(new Set([`Mia (${one})`, `Mia (${other})`]));
      expect(pen(one)?.given_name).toBe('Mia');
      await service.rename(other, 'Max');
      expect([pen(one)?.name, pen(other)?.name]).toEqual(['Mia', 'Max']);
    });

    it('are forgotten when they are not plugged in, and come back when they are', async () => {
      await put('a.mp3');
      const id = await opened.plugIn('SIMONE');
      await opened.albums.update(920, { on_pens: [id] });
      await service.sync();
      await refuses(() => service.forget(id), 'conflict');
      await opened.unplug('SIMONE');
      expect(await service.forget('SIMONE')).toEqual([]);
      expect(opened.published.at(-1)).toMatchObject({ type: 'pens.changed', data: { pens: [] } });
      expect(opened.albums.get(920).on_pens).toEqual([id]);
      await refuses(() => service.forget(id), 'no_pen');
      expect(await opened.plugIn('SIMONE')).toBe(id);
      await service.sync();
      expect([albumsOn(id), opened.albums.get(920).on_pens]).toEqual([[920], [id]]);
    });

    it('that are forgotten come back without their name and with their albums, and lose a deleted one', async () => {
      const two = [await sound(opened.folder, 'a.mp3'), await sound(opened.folder, 'b.mp3')];
      await opened.albums.upload(two, undefined);
      await put('c.mp3');
      const id = await opened.plugIn('SIMONE');
      const name = pen(id)?.name;
      await service.sync();
      await service.rename(id, 'Mia');
      await opened.unplug('SIMONE');
      await service.forget(id);
      await refuses(() => service.rename(id, 'Max'), 'no_pen');
      await opened.plugIn('SIMONE');
      expect(pen(id)).toMatchObject({ name, given_name: null, albums: [920, 921], state: 'ready' });
      await opened.unplug('SIMONE');
      await service.forget(id);
      await opened.albums.remove(921);
      await opened.albums.update(920, { player_mode: 'tiptoi' });
      await opened.plugIn('SIMONE');
      await service.sync();
      expect(pen(id)).toMatchObject({ albums: [920], state: 'ready', problems: [], shadowed: [] });
    });

    it('are told again with each change', async () => {
      await put('a.mp3');
      const id = await opened.plugIn('SIMONE');
      await service.sync();
      const before = opened.published.length;
      await service.remove(920, id);
      const published = opened.published.slice(before).filter(({ type }) => type === 'pens.changed');
      expect(published.at(-1)?.data).toEqual({ pens: service.list() });
    });

    it('that are folders cannot be unmounted, and stay', async () => {
      const id = await opened.plugIn('SIMONE');
      await refuses(() => service.eject(id), 'conflict');
      expect(await opened.plugIn('SIMTWO')).not.toBe(id);
    });
  });
}
