/** More like one paper, the paper itself, and how many there are. */
import { longest as longestOfQueries } from '../../../http/papers/papers/longest.js';
import { longest as longestOfImports } from '../../../workers/papers/ingest/limits.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { browser, start } from '../client.js';
import { forAllTests } from '../../support/opened.js';

const running = forAllTests(start, (one) => one.stop());
beforeAll(async () => {
  const given = { authors: ['Ada'], abstract: 'Ink & paper.', session: 'S' };
  const more = [
    { ...given, uid: 'b/?&', title: 'On pencils', conference: 'EMNLP', year: 2021 },
    { ...given, uid: 'c', title: 'Suns', conference: 'ACL', year: 2022, session: 'T', abstract: 'Far away.' },
  ];
  await running.post('/papers', more);
});

const json = (path: string) => running.ask(path, { headers: { accept: 'application/json' } });
const page = async (path: string, language = 'en') =>
  (await running.ask(path, { headers: { ...browser, 'accept-language': language } })).text;

describe('GET /papers/like', () => {
  it('answers the nearest, what is asked and the paper', async () => {
    const answer = await json('/papers/like?uid=a&limit=2&year=2021&year=2022');
    expect([answer.status, answer.json()]).toEqual([
      200,
      expect.objectContaining({
        success: true,
        query: { uid: 'a', limit: 2, conferences: [], years: [2021, 2022], sessions: [] },
        ...{ by: 'meaning', why: null },
        paper: expect.objectContaining({ uid: 'a' }) as unknown,
        papers: [expect.objectContaining({ uid: 'b/?&' }), expect.objectContaining({ uid: 'c' })],
      }),
    ]);
  });

  it('has a page that the results of a search lead to, and on which others can be chosen', async () => {
    const found = await page('/papers?q=pencils');
    expect(found).toMatch(/<a href="\/papers\/like\?uid=b%2F%3F%26"\s+aria-label="More like this: On pencils">/);
    const others = await page('/papers/like?uid=b%2F%3F%26', 'de');
    expect(others).toContain('<h1>Ähnliche Artikel</h1>');
    expect(others).toMatch(/<input type="hidden" name="uid" value="b\/\?&amp;">\s*<select name="conference"/);
    expect(others).toMatch(/>On pencils<[^]*On &lt;b&gt;Pens&lt;\/b&gt;[^]*Entfernt ähnliches Thema[^]*uid=c"/);
    expect(others).not.toContain('aria-label="Ähnliche Artikel: On pencils"');
    expect(await page('/papers/like?uid=a&limit=1&session=S')).toContain(
      '/papers/like?uid=a&amp;limit=5&amp;session=S"',
    );
    expect(await page('/papers/like?uid=a&conference=ACL&session=S')).toContain('No other paper was found.');
  });

  it('goes by words where there is no vector, and says why', async () => {
    running.services.papers.away = true;
    const [shown, answer] = [await page('/papers/like?uid=b%2F%3F%26'), await json('/papers/like?uid=b%2F%3F%26')];
    running.services.papers.away = false;
    expect(shown).toMatch(
      /Found by words only\.<\/strong> Search by similarity is not ready yet\.[^]*Contains the words <mark>/,
    );
    expect(answer.json()).toMatchObject({
      by: 'words',
      why: 'Search by similarity is not ready yet.',
      papers: [{ uid: 'a' }],
    });
  });

  it('knows no paper of another uid', async () => {
    const answer = await json('/papers/like?uid=nobody');
    expect([answer.status, answer.json()]).toMatchObject([
      404,
      { error: { code: 'not_found', message: 'There is no paper with the uid “nobody”.' } },
    ]);
    expect(await page('/papers/like?uid=nobody', 'de')).toContain(
      'Einen Artikel mit der Kennung „nobody“ gibt es nicht.',
    );
  });
});

describe('GET /papers/record', () => {
  it('answers all of one paper', async () => {
    const { paper } = (await json('/papers/record?uid=b%2F%3F%26')).json() as { paper: object };
    expect(paper).toEqual(expect.objectContaining({ uid: 'b/?&', title: 'On pencils', authors: ['Ada'], year: 2021 }));
    expect((await json('/papers/record?uid=x')).status).toBe(404);
    const { uid, conference, other: session } = longestOfImports;
    expect(longestOfQueries).toEqual({ uid, conference, session });
    const longest = 'x'.repeat(uid);
    expect((await json(`/papers/record?uid=${longest}`)).status).toBe(404);
    expect((await json(`/papers/record?uid=${longest}x`)).status).toBe(400);
    expect((await json(`/papers?q=ink&conference=${longest}`)).status).toBe(200);
  });
});

describe('GET /papers/counts', () => {
  it('counts all, and those with all words', async () => {
    expect((await json('/papers/counts?q=INK+on&conference=EMNLP')).json()).toEqual({
      success: true,
      query: { q: 'INK on', conferences: ['EMNLP'], years: [], sessions: [] },
      papers: 2,
      years: [
        { year: 2020, papers: 1 },
        { year: 2021, papers: 1 },
      ],
      conferences: [expect.objectContaining({ conference: 'EMNLP', papers: 2 })],
      is_whole: true,
    });
    expect((await json('/papers/counts')).json()).toMatchObject({ papers: 3, conferences: [{}, {}] });
  });
});

it.each([
  ['/papers/like', 'uid'],
  ['/papers/like?uid=', 'uid'],
  ['/papers/like?uid=a&limit=0', 'limit'],
  ['/papers/like?uid=a&year=x', 'year'],
  ['/papers/like?uid=a&distance=1', 'distance'],
  ['/papers/record?uid=a&uid=b', 'uid'],
  ['/papers/counts?q=autor%3A%22x%22', 'q'],
  ['/papers/counts?limit=3', 'limit'],
])('%s is refused', async (path, field) => {
  const answer = await json(path);
  const { error } = answer.json() as { error: { fields: object } };
  expect([answer.status, Object.keys(error.fields)]).toEqual([400, [field]]);
});
