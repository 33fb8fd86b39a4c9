/** The map of the papers in a browser: drawn, walked by keys, searched. */
import { afterAll, expect, it } from '@jest/globals';
import { until } from '../support/patience.js';
import { embeddingFlags, startEmbeddingServer } from '../support/embedding-server.js';
import { inBrowser } from './browser.js';

const api = await startEmbeddingServer({ dimension: 64 });
afterAll(() => api.close());

const subjects = ['parsing trees', 'spoken dialogues', 'protein graphs'];
/** Few, because a map is computed at a low priority, for which a busy machine has little time. */
const papers = 400;

inBrowser('the map of the papers in a browser', embeddingFlags(api), ({ daemon, visit }) => {
  it('is drawn, chosen from by keys, and searched', async () => {
    const paper = (n: number): object => ({
      ...{ title: `On ${subjects[n % 3]} ${n}`, year: 2019 + (n % 2), conference: 'ACL' },
      ...{ authors: ['Ada Lovelace'], url: `https://example.org/${n}` },
    });
    await daemon().putPapers(Array.from({ length: papers }, (_, n) => paper(n)));
    const state = async (): Promise<string> =>
      (await fetch(`${daemon().url}/papers/map`, { headers: { accept: 'application/json' } })).text();
    // Each question computes a map of what is embedded by then, so they are few.
    const isWhole = (text: string): boolean => text.includes('"ready"') && text.includes(`"total":${papers}`);
    await until('a map', async () => isWhole(await state()), 1000);
    const page = await visit('/papers');
    await page.goto('/papers/map');
    await page.locator('#map-frame canvas').waitFor();

    const told = page.locator('#map-details a');
    // A newer map may replace this one meanwhile, on which nothing is chosen.
    const pressed = async (key: string): Promise<string> => {
      await page.keyboard.press(key);
      return (await told.allTextContents()).join('');
    };
    const [first, next] = await until('two chosen papers', async () => {
      await page.locator('#map-frame').focus();
      const both = [await pressed('ArrowRight'), await pressed('ArrowDown')];
      return !both.includes('') && both;
    });
    expect([first?.startsWith('On '), next !== first]).toEqual([true, true]);

    await page.getByRole('searchbox').fill('protein ada');
    await page.getByText(`133 of ${papers}`).waitFor();
    expect(await page.locator('#map-found li').count()).toBe(20);
    await page.locator('[data-filter=year]').selectOption('2019');
    await page.getByText(`67 of ${papers}`).waitFor();
    await page.getByLabel('Colour by').selectOption('year');
    await page.locator('#map-legend', { hasText: '2020' }).waitFor();
  });
});
