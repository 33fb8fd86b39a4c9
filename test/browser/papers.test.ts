/** The page of the papers in a browser. */
import { afterAll, expect, it } from '@jest/globals';
import { until } from '../support/patience.js';
import { embeddingFlags, startEmbeddingServer } from '../support/embedding-server.js';
import { inBrowser } from './browser.js';
import { faults } from './looks.js';

const api = await startEmbeddingServer({ dimension: 16 });
afterAll(() => api.close());

inBrowser('papers in a browser', embeddingFlags(api), ({ daemon, visit }) => {
  const put = (from: number, to: number): Promise<Response> =>
    daemon().putPapers(
      Array.from({ length: to - from }, (_, n) => ({ title: `Paper ${from + n}`, year: 2020, conference: 'ACL' })),
    );

  it('shows by itself what is new, and asks the embedding API for a search once', async () => {
    await put(0, 3);
    await until('three vectors', async () =>
      (await (await fetch(`${daemon().url}/papers`)).text()).includes('3 papers, 3 embedded'),
    );
    const page = await visit('/papers?q=pens&distance=2');
    await page.getByText('3 papers, 3 embedded').waitFor();
    expect(await page.locator('.paper-found').count()).toBeGreaterThan(0);
    const searches = (): number => api.embeddings().filter(({ texts }) => texts.join() === 'pens').length;
    const before = searches();
    for (let n = 3; n < 6; n++) {
      await put(n, n + 1);
      await page.getByText(`${n + 1} papers, ${n + 1} embedded`).waitFor();
    }
    expect([before, searches()]).toEqual([1, 1]);
    expect(await page.locator('.paper-found').count()).toBeGreaterThan(0);
  });

  it('has a bar for how near a paper must be, which hides what is farther', async () => {
    const page = await visit('/papers?q=pens&distance=2');
    const bar = page.getByRole('slider', { name: 'Minimum similarity' });
    expect([await bar.inputValue(), await page.locator('#near-words').textContent()]).toEqual(['2', 'any']);
    const all = await page.locator('.paper-found:visible').count();
    await bar.focus();
    await page.keyboard.press('Home');
    expect(await bar.getAttribute('aria-valuetext')).toBe('only very similar topics');
    expect(await page.locator('.paper-found:visible').count()).toBe(0);
    await page.getByText(`Similar enough: 0 of ${all}.`).waitFor();
    await page.keyboard.press('End');
    expect(await page.locator('.paper-found:visible').count()).toBe(all);
    await bar.fill('0.5');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL(/distance=0\.5/);
    expect([await bar.inputValue(), await page.locator('#near-words').textContent()]).toEqual([
      '0.5',
      'only very similar topics',
    ]);
    await bar.fill('1.5');
    await page.getByText('Search again for less similar papers.').waitFor();
  });

  it('says which words have brought a paper, and hides none of these for being far', async () => {
    const page = await visit('/papers?q=papers&distance=2');
    expect(await page.locator('.brought', { hasText: 'Contains the word Paper' }).count()).toBe(6);
    await page.getByRole('slider', { name: 'Minimum similarity' }).focus();
    await page.keyboard.press('Home');
    expect(await page.locator('.paper-found:visible').count()).toBe(6);
  });

  it('filters and sorts by fields of the form, and finds a value of a long filter', async () => {
    const bird = (n: number): object => ({ title: `Birds ${n}`, conference: `Venue ${n}`, abstract: 'Of songs.' });
    await daemon().putPapers(Array.from({ length: 25 }, (_, n) => ({ ...bird(n), year: 2000 + (n % 7) })));
    const page = await visit('/papers?q=birds');
    await page.locator('summary', { hasText: 'Conference:' }).click();
    await page.getByRole('searchbox', { name: 'Find in this list' }).fill('venue 17');
    await page.getByRole('checkbox', { name: 'Venue 17' }).check();
    expect(await page.locator('.facet label:visible').count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Find in this list' }).fill('venue 18');
    await page.getByRole('checkbox', { name: 'Venue 18' }).check();
    await page.getByLabel('Sort by').selectOption('oldest');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('2 papers contain this word.').waitFor();
    expect(await page.locator('.paper-found h2').allTextContents()).toEqual(['Birds 17', 'Birds 18']);
    await page.getByRole('link', { name: 'Birds 17', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Birds 17' }).waitFor();
    await page.getByText('RIS', { exact: true }).click();
    await page.locator('.citation', { hasText: 'TY  - JOUR' }).click();
    expect(await page.evaluate<string>('String(getSelection())')).toContain('TI  - Birds 17');
  });

  it('offers to embed all again after a change of model', async () => {
    await until('the new model', async () => (await daemon().post('/config', { embedding_model: 'other' })).ok);
    const byWords = await visit('/papers?q=paper+4', { locale: 'de' });
    await byWords.getByText('Nur nach Wörtern gefunden. Die Einbettungen stammen vom Modell „mini“').waitFor();
    expect(await byWords.locator('.paper-found h2').first().textContent()).toBe('Paper 4');
    for (const n of [0, 1]) expect(await faults(byWords, { language: 'de', n })).toEqual([]);
    const page = await visit('/papers');
    const again = page.getByRole('button', { name: 'Embed all papers again' });
    await again.click();
    await again.waitFor({ state: 'detached' });
    await page.getByText('31 papers, 31 embedded').waitFor();
    expect(
      new Set(
        api
          .embeddings()
          .filter(({ body }) => (body as { model: string }).model === 'other')
          .flatMap(({ texts }) => texts),
      ).size,
    ).toBeGreaterThanOrEqual(31);
  });
});

inBrowser('papers in a household without any', [], ({ daemon, visit, complaints }) => {
  it('are in the navigation once there are some, and need no embedding server', async () => {
    const page = await visit('/library', { locale: 'de-DE', viewport: { width: 1280, height: 800 } });
    const link = page.locator('.top nav').getByRole('link', { name: 'Fachartikel', exact: true });
    expect(await link.count()).toBe(0);
    await page.goto('/help');
    await page.locator('main').getByRole('link', { name: 'Fachartikel', exact: true }).click();
    await page.getByText('Noch keine Artikel.').waitFor();
    await page.goto('/papers/map');
    await page.getByText('Noch keine Artikel. Auf der Seite Fachartikel').waitFor();
    await page.locator('main').getByRole('link', { name: 'Fachartikel', exact: true }).click();
    await page.getByText('Noch keine Artikel. Unten').waitFor();
    const paper = { title: 'Birds and their songs', year: 2024, conference: 'ICML' };
    expect((await daemon().putPapers([paper])).ok).toBe(true);
    await page.getByText('Für die Suche nach Ähnlichkeit einen Server für Einbettungen einrichten.').waitFor();
    await page.goto('/library');
    await link.first().waitFor();
    expect(await page.locator('.status-line').textContent()).not.toContain('Problem');
    expect(complaints()).toEqual([]);
  });
});
