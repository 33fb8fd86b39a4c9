/** What http relies on of kept searches and feeds. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import type { AlertService, FeedService, KeptSearch, SearchToKeep } from '../../http/papers/alerts/service.js';
import type { PaperService } from '../../http/papers/papers/service.js';
import { refuses } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedAlerts {
  alerts: AlertService;
  feeds: FeedService;
  /** Without any. */
  papers: PaperService;
  close(): Promise<void>;
}

const search = (changes: Partial<SearchToKeep>): SearchToKeep => ({
  ...{ q: '', conferences: [], years: [], sessions: [] },
  ...changes,
});

export function describeAlerts(name: string, open: () => Promise<OpenedAlerts>): void {
  describe(`${name} as kept searches`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let alerts: AlertService;
    beforeEach(() => void ({ alerts } = opened));

    async function put(file: string, ...titles: string[]): Promise<void> {
      const records = titles.map((title) => ({ title, uid: title, year: 2020, conference: 'ACL', authors: ['Ada L'] }));
      const bytes = Readable.from([JSON.stringify(records)]);
      await opened.papers.import({ bytes, format: 'json', name: file }, file);
    }
    const one = async (id: string, limit = 10): Promise<KeptSearch | undefined> =>
      (await alerts.list({ limit, id }))[0];
    const titles = async (id: string): Promise<string[]> =>
      ((await one(id))?.papers ?? []).map(({ paper }) => paper.title);

    it('are listed first kept first, each once, until they are removed', async () => {
      expect(await alerts.list({ limit: 10 })).toEqual([]);
      const id = await alerts.keep(search({ q: 'birds', years: [2020] }));
      const other = await alerts.keep(search({ q: 'birds' }));
      expect(await alerts.keep(search({ q: 'birds', years: [2020] }))).toBe(id);
      expect(await alerts.list({ limit: 10 })).toMatchObject([
        { id, q: 'birds', years: [2020], count: 0, papers: [] },
        { id: other, q: 'birds', years: [], count: 0, papers: [] },
      ]);
      await alerts.remove(id);
      expect(await alerts.list({ limit: 10 })).toMatchObject([{ id: other }]);
      await refuses(() => alerts.remove(id), 'not_found');
      await refuses(() => alerts.seen(new Date(), id), 'not_found');
      await refuses(() => alerts.list({ limit: 1, id }), 'not_found');
      await refuses(() => alerts.arrivals({ limit: 1, id }), 'not_found');
    });

    it('have the papers with all words that came in since, newest first, until they are seen', async () => {
      await put('old.jsonl', 'Birds of old');
      const id = await alerts.keep(search({ q: 'singing birds' }));
      const byYear = await alerts.keep(search({ years: [2019] }));
      await put('one.jsonl', 'Birds that are singing', 'Birds that are silent');
      const between = new Date((await one(id))?.papers[0]?.added_at ?? 0);
      await put('two.jsonl', 'Singing about birds', 'Birds of old');
      expect(await titles(id)).toEqual(['Singing about birds', 'Birds that are singing']);
      expect(await one(id, 1)).toMatchObject({ count: 2, papers: [{ import_name: 'two.jsonl' }] });
      expect(await titles(byYear)).toEqual([]);
      await alerts.seen(between);
      expect(await titles(id)).toEqual(['Singing about birds']);
      await alerts.seen(new Date(), id);
      expect(await one(id)).toMatchObject({ count: 0, papers: [] });
      expect(await alerts.arrivals({ limit: 9 })).toMatchObject([
        { paper: { title: 'Singing about birds' } },
        { paper: { title: 'Birds that are singing' }, import_name: 'one.jsonl' },
      ]);
      expect(await alerts.arrivals({ limit: 9, id: byYear })).toEqual([]);
    });

    it('refuse a feed that is none, and one that is there', async () => {
      const { feeds } = opened;
      for (const address of ['', 'ftp://a.example/b', 'http://me:secret@127.0.0.1:1/feed', 'cs.CL'])
        await refuses(() => feeds.add(address, 'day'), 'bad_field', { address: expect.stringMatching(/./) });
      const { id, name: called } = await feeds.add('http://127.0.0.1:1/feed', 'week');
      expect(called).toBe('127.0.0.1:1/feed');
      await refuses(() => feeds.add('http://127.0.0.1:1/feed#top', 'day'), 'conflict');
      expect(await feeds.fetch(id)).toMatchObject({ id, fetched_at: null, problem: expect.anything() });
      expect(await feeds.list()).toMatchObject([{ id, every: 'week', problem: expect.anything() }]);
      await feeds.remove(id);
      expect(await feeds.list()).toEqual([]);
      await refuses(() => feeds.fetch(id), 'not_found');
      await refuses(() => feeds.remove(id), 'not_found');
    });
  });
}
