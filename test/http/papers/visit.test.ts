/** A search costs something: a link of another site asks first. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { start } from '../client.js';
import { asksFirst, links, opensByLink, ours } from '../visits.js';
import { forAllTests } from '../../support/opened.js';

const running = forAllTests(start, (one) => one.stop());
let searches = 0;
beforeAll(() => {
  const { papers } = running.services;
  const search = papers.search.bind(papers);
  Object.assign(papers, { search: (query: never) => ((searches += 1), search(query)) });
});
beforeEach(() => {
  searches = 0;
});

describe('a page of another site', () => {
  it('is asked about by the name of the page', async () => {
    const page = await running.ask('/papers/map', { headers: { ...links[0], 'accept-language': 'de' } });
    expect(page.text).toContain('<strong>Fachartikel</strong>');
  });

  it.each(links)('may lead to the page, and to all else by one more press: %j', async (headers) => {
    await opensByLink(running, ['/papers'], headers);
    const others = [
      '/papers?q=ink',
      '/papers/?q=ink',
      '/papers?q=',
      '/papers/saved',
      '/papers/screening',
      '/papers/alerts',
      '/papers/map',
    ];
    await asksFirst(running, others, headers);
    expect(searches).toBe(0);
  });
});

it.each(ours)('our own pages, typed addresses and programs search: %j', async (headers) => {
  for (const path of ['/papers?q=ink', '/papers'])
    expect([path, (await running.ask(path, { headers })).status]).toEqual([path, 200]);
  expect(searches).toBe(1);
});
