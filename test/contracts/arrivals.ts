/** What http relies on of the arrivals. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Arrival, ArrivalService } from '../../http/features/arrivals/service.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedArrivals {
  /** Empty. */
  service: ArrivalService;
  add(arrival: Pick<Arrival, 'end' | 'name'> & Partial<Pick<Arrival, 'oids' | 'reasons' | 'can_add'>>): void;
  /** A duplicate with a file that was set aside. */
  setAside(name: string, more?: Partial<Pick<Arrival, 'can_add'>>): Promise<void>;
  /** What was set aside is taken away. */
  takeAway(): Promise<void>;
  close(): Promise<void>;
}

export function describeArrivals(name: string, open: () => Promise<OpenedArrivals>): void {
  describe(`${name} as a list of arrivals`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: ArrivalService;
    beforeEach(() => void (service = opened.service));

    const names = (): string[] => service.list().map((arrival) => arrival.name);
    const refused = (work: Promise<void>): Promise<void> => expect(work).rejects.toMatchObject({ code: 'not_found' });

    it('has the newest first, each with a number of its own', () => {
      expect([service.list(), service.unseen()]).toEqual([[], 0]);
      opened.add({ end: 'album', name: 'Meer', oids: [920] });
      opened.add({ end: 'failed', name: 'x.xyz', reasons: ['x.xyz: is no audio.'] });
      expect(service.list()).toEqual([
        {
          ...{ id: 2, way: 'inbox', end: 'failed', name: 'x.xyz', oids: [], tracks: [], papers: 0 },
          ...{ can_add: false, can_replace: false },
          ...{ reasons: ['x.xyz: is no audio.'], aside: [], at: expect.stringMatching(/^\d{4}-.*Z$/) },
        },
        expect.objectContaining({ id: 1, end: 'album', name: 'Meer', oids: [920], reasons: [] }),
      ]);
    });

    it('keeps the last hundred', () => {
      for (let n = 1; n <= 105; n++) opened.add({ end: 'album', name: String(n) });
      expect([names().length, names()[0], names().at(-1)]).toEqual([100, '105', '6']);
    });

    it('counts what nobody has looked at', async () => {
      opened.add({ end: 'album', name: 'a' });
      opened.add({ end: 'album', name: 'b' });
      expect(service.unseen()).toBe(2);
      service.see();
      expect(service.unseen()).toBe(0);
      opened.add({ end: 'album', name: 'c' });
      expect(service.unseen()).toBe(1);
      await service.dismiss(3);
      expect(service.unseen()).toBe(0);
    });

    it('counts what came after the one up to which it was looked at', () => {
      for (const name of ['a', 'b', 'c']) opened.add({ end: 'album', name });
      service.see(2);
      expect(service.unseen()).toBe(1);
      service.see(1);
      expect(service.unseen()).toBe(1);
      service.see(99);
      expect(service.unseen()).toBe(0);
      opened.add({ end: 'album', name: 'd' });
      expect(service.unseen()).toBe(1);
    });

    it('is rid of one that is dismissed, and gives no number twice', async () => {
      opened.add({ end: 'failed', name: 'a' });
      opened.add({ end: 'album', name: 'b' });
      await service.dismiss(2);
      expect(names()).toEqual(['a']);
      await refused(service.dismiss(2));
      opened.add({ end: 'album', name: 'c' });
      expect(service.list()[0]?.id).toBe(3);
    });

    it('is cleared up to the newest that was on the page', async () => {
      for (const name of ['a', 'b', 'c']) opened.add({ end: 'failed', name });
      await service.clear(2);
      expect([names(), service.unseen()]).toEqual([['c'], 1]);
      await service.clear(2);
      expect(names()).toEqual(['c']);
    });

    it('tries again what was set aside, once', async () => {
      await opened.setAside('a.xyz');
      await service.again(1);
      expect(names()).toEqual([]);
      await refused(service.again(1));
    });

    it('adds anyway what was set aside, once, and refuses if it is gone', async () => {
      await opened.setAside('a.xyz', { can_add: true });
      await service.anyway(1);
      expect(names()).toEqual([]);
      await refused(service.anyway(1));
      await opened.setAside('b.xyz', { can_add: true });
      await opened.takeAway();
      await refused(service.anyway(2));
      expect(names()).toEqual(['b.xyz']);
    });

    it('adds nothing anyway if a part of it was imported, which can be tried again', async () => {
      await opened.setAside('a.zip');
      await expect(service.anyway(1)).rejects.toMatchObject({ code: 'conflict' });
      expect(names()).toEqual(['a.zip']);
      await service.again(1);
      expect(names()).toEqual([]);
    });

    it('refuses to try again what is gone, or was never set aside, and keeps it', async () => {
      await opened.setAside('a.xyz');
      await opened.takeAway();
      await refused(service.again(1));
      opened.add({ end: 'album', name: 'b' });
      await refused(service.again(2));
      await refused(service.again(77));
      expect(names()).toEqual(['b', 'a.xyz']);
    });
  });
}
