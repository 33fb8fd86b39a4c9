/** The page of the papers in a browser. */
import { afterAll, expect, it } from '@jest/globals';
import { until } from '../support/patience.js';
import { startEmbeddingServer } from '../support/embedding-server.js';
import { inBrowser } from './browser.js';
import { faults } from './looks.js';

const api = await startEmbeddingServer({ dimension: 16 });
afterAll(() => api.close());

inBrowser(
  'papers in a browser',
  ['--llm-backend-url', api.url, '--embedding-model', 'mini', '--requests-per-minute', '0'],
  ({ daemon, visit }) => {
    const put = (from: number, to: number): Promise<Response> =>
      fetch(`${daemon().url}/papers`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: Array.from({ length: to - from }, (_, n) =>
          JSON.stringify({ title: `Paper ${from + n}`, year: 2020, conference: 'ACL' }),
        ).join('\n'),
      });

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
      expect(await bar.getAttribute('aria-valuetext')).toBe('at least 100%');
      expect(await page.locator('.paper-found:visible').count()).toBe(0);
      await page.getByText(`Similar enough: 0 of ${all}.`).waitFor();
      await page.keyboard.press('End');
      expect(await page.locator('.paper-found:visible').count()).toBe(all);
      await bar.fill('0.5');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/distance=0\.5/);
      expect([await bar.inputValue(), await page.locator('#near-words').textContent()]).toEqual([
        '0.5',
        'at least 88%',
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
      await page.getByText('6 papers, 6 embedded').waitFor();
      expect(
        new Set(
          api
            .embeddings()
            .filter(({ body }) => (body as { model: string }).model === 'other')
            .flatMap(({ texts }) => texts),
        ).size,
      ).toBeGreaterThanOrEqual(6);
    });
  },
);

inBrowser('papers in a household without any', [], ({ daemon, visit, complaints }) => {
  it('are in the navigation once there are some, and need no embedding server', async () => {
    const page = await visit('/library', { locale: 'de-DE', viewport: { width: 1280, height: 800 } });
    const link = page.locator('.top nav').getByRole('link', { name: 'Fachartikel', exact: true });
    expect(await link.count()).toBe(0);
    await page.goto('/help');
    await page.locator('main').getByRole('link', { name: 'Fachartikel', exact: true }).click();
    await page.getByText('Noch keine Artikel.').waitFor();
    const body = '{"title": "Birds and their songs", "year": 2024, "conference": "ICML"}';
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await fetch(`${daemon().url}/papers`, { method: 'POST', headers, body })).ok).toBe(true);
    await page.getByText('Für die Suche nach Ähnlichkeit einen Server für Einbettungen einrichten.').waitFor();
    await page.goto('/library');
    await link.first().waitFor();
    expect(await page.locator('.status-line').textContent()).not.toContain('Problem');
    expect(complaints()).toEqual([]);
  });
});
