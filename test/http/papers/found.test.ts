/** The page of a search for research: how many, in which order, which of them, and the page of each paper. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { total as totalOf } from '../../../http/papers/found/total.js';
import type { PapersFound } from '../../../http/papers/papers/service.js';
import { browser, start } from '../client.js';
import { forAllTests } from '../../support/opened.js';

const running = forAllTests(start, (one) => one.stop());
const venues = ['ACL', 'EMNLP', 'ICML', 'ICLR', 'NeurIPS', 'CVPR', 'KDD'];
beforeAll(async () => {
  const more = Array.from({ length: 14 }, (_, n) => ({
    uid: `n${n}`,
    title: `Graph number ${n}`,
    authors: ['Ada "Countess" Lovelace', 'Emmy Noether'],
    abstract: `${'Before it. '.repeat(20)}Here are <b>Graphs</b> & a graph, graphics not.${' After it.'.repeat(20)}`,
    conference: venues[n % (n < 9 ? 7 : 2)],
    year: 2010 + n,
    keywords: ['nets'],
    paper_pdf_url: 'https://example.org/a.pdf',
    url: 'https://arxiv.org/abs/1',
    doi: '10.1000/3.0.CO;2-#',
    links: 'code https://example.org/code; bad javascript:alert(1)',
  }));
  const elsewhere = { ...more[0], uid: 'path', title: 'A path', abstract: 'Zebras.', url: '/forum?id=1' };
  const odd = { ...elsewhere, uid: 'odd', url: 'http://__proto__/', links: 'constructor https://example.org/code' };
  await running.post('/papers', [...more, elsewhere, odd]);
});

const json = async (path: string): Promise<Record<string, unknown>> =>
  (await running.ask(path, { headers: { accept: 'application/json' } })).json();
const page = async (path: string, language = 'en'): Promise<string> =>
  (await running.ask(path, { headers: { ...browser, 'accept-language': language } })).text;

describe('a search', () => {
  it('says how many papers have all of its words, and what else the list has', async () => {
    expect(await page('/papers?q=graph')).toMatch(
      /<strong>14 papers contain this word\.<\/strong> Papers on similar topics are listed too, but not counted\./,
    );
    expect(await page('/papers?q=graph+3')).toMatch(
      /1 paper contains all of these words\.<\/strong> Papers with only some/,
    );
    const phrase = await page(`/papers?${new URLSearchParams({ q: '"graph" AND number' }).toString()}`);
    expect(phrase).not.toContain('listed too');
    expect(await page('/papers?q=graph', 'de')).toContain('14 Artikel enthalten dieses Wort.');
  });

  it('counts a paper that is found by its identifier, though none has it as a word', () => {
    const matches = { papers: 0, conferences: [], years: [] };
    const by = { by: 'fields', papers: [{}] } as unknown as PapersFound;
    expect(totalOf(matches, { query: '10.1234/abc' }, by).in('en')).toContain('<strong>1 paper matches');
  });

  it('sorts all of them by year, and keeps the order in its links', async () => {
    const facts = await json('/papers?q=graph&sort=newest&limit=2');
    expect(facts).toMatchObject({
      query: { sort: 'newest' },
      ...{ by: 'words', papers: [{ uid: 'n13' }, { uid: 'n12' }], matches: { papers: 14 } },
      why: 'A sorted list has only the papers that contain all of the words.',
    });
    const shown = await page('/papers?q=graph&sort=newest&limit=2');
    expect(shown).toMatch(/<option value="newest" selected>year, newest first/);
    expect(shown).toContain('/papers/export?q=graph&amp;limit=2&amp;sort=newest&amp;format=csl');
    expect(shown).toMatch(/href="\/papers\?q=graph&amp;limit=10&amp;sort=newest">Show more/);
    const file = await running.ask('/papers/export?q=graph&sort=oldest&limit=2&format=ris', { headers: browser });
    expect([...file.text.matchAll(/TI {2}- (.*)\r/g)].map(([, title]) => title)).toEqual([
      'Graph number 0',
      'Graph number 1',
    ]);
    const none = await page('/papers?q=graph+zebra&sort=venue');
    expect(none).toContain('No paper contains all of these words.');
  });

  it('has filters with counts, of which several can be chosen', async () => {
    const path = '/papers?q=graph&conference=ACL&conference=CVPR&year=2010';
    expect((await json(path))['matches']).toMatchObject({
      papers: 1,
      conferences: [
        { conference: 'ACL', papers: 1, is_chosen: true },
        { conference: 'CVPR', papers: 0, is_chosen: true },
      ],
      years: expect.arrayContaining([{ year: 2015, papers: 1, is_chosen: false }]) as unknown,
    });
    const shown = await page('/papers?q=graph&conference=CVPR');
    // The chosen one first, then those with most papers, folded because there are many.
    const values = [
      ...shown.matchAll(/name="conference" value="(\w+)"( checked)?> <span>\w+<\/span> <small[^>]*>(\d+)</g),
    ];
    expect(values.slice(0, 3).map(([, name, checked, count]) => [name, checked, count])).toEqual([
      ['CVPR', ' checked', '1'],
      ['EMNLP', undefined, '5'],
      ['ACL', undefined, '4'],
    ]);
    expect(shown).toMatch(/<details class="facet"><summary>Conference: <span>CVPR<\/span>/);
    expect(await page('/papers')).toMatch(/name="conference" value="ACL"> <span>ACL<\/span><\/label>/);
  });

  it('shows the part of an abstract with the words, as text, and all of it on demand', async () => {
    const shown = await page('/papers?q=title%3A%22Graph+number+1%22+graphs');
    const part = /<p class="snippet">([^]*?)<\/p>/.exec(await page('/papers?q=graphs+graph'))?.[1] ?? '';
    expect(part).toMatch(
      /^… [^]*&lt;b&gt;<mark>Graphs<\/mark>&lt;\/b&gt; &amp; a <mark>graph<\/mark>, graphics not\.[^]* …$/,
    );
    expect(part.replace(/<.*?>|&\w+;/g, '').length).toBeLessThan(180);
    expect(shown).not.toContain('<b>Graphs');
    expect(await page('/papers?q=graphs')).toMatch(/<summary>Abstract<\/summary>\s*<p class="abstract">Before it/);
  });

  it('leads to the page of each paper, and to its PDF beside', async () => {
    const shown = await page('/papers?q=graph');
    expect(shown).toMatch(/<h2><a href="\/papers\/paper\?uid=n\d+">Graph number/);
    expect(shown).toContain('href="https://example.org/a.pdf" rel="noreferrer">PDF</a> · <a href="https://doi.org/');
    expect(shown).toContain('href="https://doi.org/10.1000/3.0.CO;2-%23"');
  });

  it('refuses an order that there is none of', async () => {
    expect(await json('/papers?q=a&sort=best')).toMatchObject({ error: { fields: { sort: /relevance, newest/ } } });
  });
});

describe('the page of a paper', () => {
  it('leaves its address as the source has it, also below a base path', async () => {
    running.services.basePath = '/house';
    const facts = await json('/papers/paper?uid=path');
    running.services.basePath = '';
    expect(facts).toMatchObject({ paper: { url: '/forum?id=1' } });
  });

  it('has links whose names every object has', async () => {
    const shown = await page('/papers/paper?uid=odd');
    for (const link of ['__proto__', 'constructor']) expect(shown).toContain(`rel="noreferrer">${link}</a>`);
  });

  it('has its authors, links, citations and similar papers, and saves it', async () => {
    const shown = await page('/papers/paper?uid=n3');
    expect(shown).toContain('<h1>Graph number 3</h1>');
    expect(shown).toContain('href="/papers?q=authors%3A%22Emmy+Noether%22"');
    expect(shown).toContain('href="/papers?q=authors%3A%22Lovelace%22"');
    for (const link of ['PDF', 'DOI', 'arXiv', 'code']) expect(shown).toContain(`rel="noreferrer">${link}</a>`);
    expect(shown).not.toContain('href="javascript:');
    expect(shown).toMatch(
      /data-copy="Copy"[^>]*>@inproceedings\{[^]*>TY {2}- CONF[^]*&quot;type&quot;: &quot;paper-conference/,
    );
    expect(shown).toMatch(
      /<h2 id="similar-title">More like this<\/h2>[^]*(<li><a href="\/papers\/paper[^]*){5}All similar papers/,
    );
    expect(shown).toMatch(/name="uid" value="n3">.*name="back" value="\/papers\/paper\?uid=n3"/s);
    const form = { action: 'save', uid: 'n3', back: '/papers/paper?uid=n3' };
    expect((await running.form('/papers/saved', form, browser)).headers.location).toBe('/papers/paper?uid=n3#p-n3');
    expect(await page('/papers/paper?uid=n3')).toContain('★ Saved');
  });

  it('is JSON for programs, and exists without similar papers', async () => {
    expect(await json('/papers/paper?uid=n3')).toMatchObject({
      ...{ success: true, paper: { uid: 'n3' }, citations: { ris: /^TY/ }, like: [{}, {}, {}, {}, {}] },
    });
    expect((await running.ask('/papers/paper?uid=x', { headers: browser })).status).toBe(404);
  });
});
