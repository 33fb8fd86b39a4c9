/** What http relies on of the virtual pen. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import type { AlbumService } from '../../http/resources/albums/service.js';
import { testSheetId, type TryAnswer, type TryPlace, type TryService } from '../../http/features/try/service.js';
import { openSeen } from '../../workers/base/files/seen-file.js';
import { assembled } from '../workers/features/try/virtual-pen/assembled.js';
import { refuses, sound } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedTries {
  service: TryService;
  /** Without albums. */
  albums: AlbumService;
  /** For the files of uploads. */
  folder: string;
  close(): Promise<void>;
}

const next = 3944;
const prev = 3945;
const stop = 3946;

export function describeTries(name: string, open: () => Promise<OpenedTries>): void {
  describe(`${name} as a virtual pen`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: TryService;
    beforeEach(() => void (service = opened.service));

    /** Of two tracks, with its file. */
    async function album(): Promise<{ oid: number }> {
      const { albums, folder } = opened;
      const { album: made } = await albums.upload(
        [await sound(folder, 'a.mp3'), await sound(folder, 'b.mp3')],
        undefined,
      );
      await albums.createGme(made.oid);
      return { oid: made.oid };
    }
    const tap = (place: TryPlace, code: number | 'timer', state = '', more = {}): Promise<TryAnswer> =>
      service.tap(place, { code, state, waited: 0, from: 0, ...more });
    const heard = ({ sounds }: TryAnswer): number[] => sounds.map(({ medium }) => medium);
    async function keep(bytes: Uint8Array): Promise<string> {
      const folder = await service.folder();
      try {
        const path = folder.at('sent');
        await writeFile(path, bytes);
        return await service.keep({ path, filename: 'Märchen.gme', size: bytes.length });
      } finally {
        await folder.close();
      }
    }

    it('plays an album as its sheet is tapped, from the state that is sent', async () => {
      const place = await album();
      expect(await tap(place, 2664)).toMatchObject({ sounds: [], more: null, end: expect.anything() });
      const started = await tap(place, place.oid);
      expect(heard(started)).toEqual([0, 1]);
      const second = await tap(place, 2664, started.state);
      expect(heard(second)).toEqual([1]);
      expect(heard(await tap(place, prev, second.state))).toEqual([0, 1]);
      expect(heard(await tap(place, next, second.state))).toEqual([]);
      expect(heard(await tap(place, stop, second.state))).toEqual([]);
      // Nothing is kept here: the same state, the same answer.
      expect(await tap(place, prev, second.state)).toEqual(await tap(place, prev, second.state));
    });

    it('tells what it did, and the state while each sound plays', async () => {
      const place = await album();
      const started = await tap(place, place.oid);
      const answer = await tap(place, 2663, started.state);
      expect(answer.sounds.map(({ code }) => code)).toEqual([2663, 2664]);
      expect(answer.sounds[1]?.facts.map(({ script, register }) => script ?? register)).toEqual(
        expect.arrayContaining([expect.stringContaining('P(1)'), { number: 0, before: 0, after: 1 }]),
      );
      expect(answer.sounds[0]?.state).not.toBe(answer.state);
      // Interrupted at its first sound, the second is never reached.
      expect(heard(await tap(place, next, answer.sounds[0]?.state))).toEqual([1]);
      expect(String(answer.sounds[1]?.title)).toContain('b');
    });

    it('has the facts and the sounds of an album', async () => {
      const place = await album();
      const facts = await service.facts(place);
      expect(facts).toMatchObject({ product: place.oid, media: 2, language: 'GERMAN', unknown: [], expires: null });
      expect(facts.codes[0]).toMatchObject({ code: place.oid, media: 2 });
      const file = await service.medium(place, 1);
      expect(file.type).toMatch(/^audio\//);
      const handle = await openSeen({ ...file, relativePath: 'the file' });
      const { offset = 0, length = 0 } = file.section ?? {};
      const bytes = Buffer.alloc(length);
      await handle.read(bytes, 0, length, offset);
      await handle.close();
      file.decode?.(bytes);
      expect([length > 1000, /^(ID3|\xff[\xe0-\xff]|RIFF)/.test(bytes.subarray(0, 4).toString('latin1'))]).toEqual([
        true,
        true,
      ]);
      await refuses(() => service.medium(place, 2), 'not_found');
    });

    it('refuses albums that are not there, or have no file', async () => {
      const { albums, folder } = opened;
      await refuses(() => service.facts({ oid: 5 }), 'album_not_found');
      await refuses(() => tap({ oid: 5 }, 5), 'album_not_found');
      const place = await album();
      await albums.cleanup(place.oid);
      await refuses(() => tap(place, place.oid), 'gme_missing');
      await refuses(() => service.medium(place, 0), 'gme_missing');
      expect(folder).not.toBe('');
    });

    it('takes any GME file, loads it by the first tap, and forgets it', async () => {
      const id = await keep(assembled({ scripts: { 2000: ['P(3)'] }, welcome: [[1]], registers: [7] }));
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      const facts = await service.facts({ file: id });
      expect(facts).toMatchObject({ name: 'Märchen.gme', product: 900, media: 10, expires: expect.any(Number) });
      expect(facts.codes.map(({ code }) => code)).toEqual([900, 2000]);
      expect(heard(await tap({ file: id }, 2000))).toEqual([3]);
      expect(heard(await tap({ file: id }, 900))).toEqual([1]);
      await service.forget(id);
      await refuses(() => service.facts({ file: id }), 'not_found');
      await refuses(() => service.forget(id), 'not_found');
    });

    it('fires the timer of a file, when its time has come', async () => {
      const id = await keep(assembled({ scripts: { 2000: ['AT(20) P(0)'] }, timer: ['P(5)'] }));
      const armed = await tap({ file: id }, 2000);
      expect([heard(armed), armed.timer]).toEqual([[0], 2000]);
      expect(heard(await tap({ file: id }, 'timer', armed.state))).toEqual([5]);
      const later = await tap({ file: id }, 2001, armed.state, { waited: 500 });
      expect(later.timer).toBe(1500);
    });

    it('always has the file of the test sheet', async () => {
      const place = { file: testSheetId };
      const [facts, again] = await Promise.all([service.facts(place), service.facts(place)]);
      expect(facts).toEqual(again);
      expect([facts.product, facts.codes.length]).toEqual([993, facts.media]);
      expect(heard(await tap(place, 4601))).toEqual([1]);
      await refuses(() => service.forget(testSheetId), 'not_found');
    });
  });
}
