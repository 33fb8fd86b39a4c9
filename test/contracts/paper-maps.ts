/** What http relies on of maps of papers. */
import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import type { MapAnswer, PaperMapService } from '../../http/papers/paper-map/service.js';
import { until } from '../support/patience.js';
import type { PaperService } from '../../http/papers/papers/service.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedMaps {
  maps: PaperMapService;
  /** Those that are on them; without any. */
  papers: PaperService;
  /** Resolves when each paper is embedded. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const given = { year: 2020, conference: 'ACL', authors: ['Ada L'] };
const all = { limit: 10, conferences: [], years: [], sessions: [], distance_threshold: 1.1 };

export function describePaperMaps(name: string, open: () => Promise<OpenedMaps>): void {
  describe(`${name} as maps of papers`, () => {
    const opened = forEachTest(open, (one) => one.close());

    async function put(uids: readonly string[]): Promise<void> {
      const records = uids.map((uid) => ({ ...given, uid, title: `Title ${uid}` }));
      await opened.papers.import({ bytes: Readable.from([JSON.stringify(records)]), format: 'json' }, 'Papers');
      await opened.settled();
    }

    /** On a busy machine an answer may come before the map is made. */
    const made = (): Promise<MapAnswer> =>
      until('the map', async () => {
        const answer = await opened.maps.map(null);
        return answer.state !== 'making' && answer;
      });

    it('are none where there is no paper, and say why', async () => {
      const { state, why, map } = await opened.maps.map(null);
      expect([state, map, String(why).length > 5]).toEqual(['none', null, true]);
    });

    it('have each paper once, with what it is called, and follow them', async () => {
      await put(['a', 'b', 'c', 'd']);
      const { state, map } = await made();
      expect([state, map?.total, map?.points.map(({ uid }) => uid).sort()]).toEqual(['ready', 4, ['a', 'b', 'c', 'd']]);
      for (const { x, y, topic } of map?.points ?? []) {
        expect([x >= 0 && x <= 1, y >= 0 && y <= 1]).toEqual([true, true]);
        expect(map?.topics[topic]?.papers).toBeGreaterThan(0);
      }
      expect(map?.points[0]).toMatchObject({ authors: ['Ada L'], year: 2020, conference: 'ACL' });
      await put(['e']);
      expect((await made()).map?.points.length).toBe(5);
    });

    it('of a search have what it finds', async () => {
      await put(['a', 'b', 'c', 'd']);
      const { state, map } = await opened.maps.map({ ...all, query: 'title:"Title c"' });
      expect([state, map?.total, map?.points.map(({ uid }) => uid)]).toEqual(['ready', 1, ['c']]);
    });
  });
}
