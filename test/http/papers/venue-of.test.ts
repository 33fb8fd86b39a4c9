/** Venues that name their year: pages, feeds and files show it once. */
import { expect, it } from '@jest/globals';
import { browser, start } from '../client.js';
import { forAllTests } from '../../support/opened.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';

const running = forAllTests(start, (one) => one.stop());

const paper = { title: 'Ink that lasts', abstract: 'A & B', authors: ['Ada'], conference: 'NeurIPS 2020', year: 2020 };
const slice = new URLSearchParams({ conference: paper.conference, year: '2020' }).toString();

it('a venue that names its year has it once on each page', async () => {
  await running.form('/papers/alerts', { action: 'keep', q: 'ink' }, browser);
  await running.post('/papers', [{ ...paper, uid: 'x', doi: '10.5555/a' }]);
  const stored = running.services.papers.find('x');
  if (stored === undefined) throw new Error('It is not stored.');
  running.services.papers.put('y', { ...stored, uid: 'y' });
  await running.form('/papers/saved', { action: 'add_to_list', uid: 'x', list: 'thesis' }, browser);
  const point = { ...paper, uid: 'x', x: 0.2, y: 0.5, topic: 0, session: 'S', url: null };
  running.services.paperMaps.instead = {
    ...{ state: 'ready', why: null },
    map: {
      ...{ made_at: new Date(0).toISOString(), by: 'meaning', model: 'mini', total: 1 },
      ...{ topics: [{ words: ['ink'], papers: 1, x: 0.2, y: 0.5 }], points: [point] },
    },
  };
  for (const path of [
    '/papers?q=ink',
    '/papers/paper?uid=x',
    '/papers/like?uid=x',
    '/papers/saved',
    '/papers/screening?list=thesis',
    '/papers/alerts',
    '/papers/alerts.atom',
    '/papers/duplicates',
    '/papers/map',
  ]) {
    const { text } = await running.ask(path, { headers: browser });
    const { length } = text.match(/NeurIPS 2020\b(?! 2020)/g) ?? [];
    expect([path, length > 0, text.includes('2020 2020')]).toEqual([path, true, false]);
  }
  // Here the venue is a key: "NeurIPS" and "NeurIPS 2020" are different ones.
  expect((await running.ask(`/papers/delete?${slice}`, { headers: browser })).text).toContain('NeurIPS 2020 2020');
  expect(venueOf({ conference: 'arXiv preprint arXiv:2012.02020', year: 2020 })).toMatch(/ 2020$/);
});
