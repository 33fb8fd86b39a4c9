/** Saving papers and writing notes in a browser, with scripts and without. */
import { expect, it } from '@jest/globals';
import { inBrowser } from './browser.js';

inBrowser('saved papers in a browser', [], ({ daemon, visit, complaints }) => {
  const put = (): Promise<Response> =>
    daemon().putPapers(['a', 'b'].map((uid) => ({ uid, title: `Paper ${uid}`, year: 2020, conference: 'ACL' })));
  const saved = async (): Promise<{ paper: { uid: string }; note: string }[]> => {
    return (await daemon().json<{ saved: [] }>('/papers/saved')).saved;
  };

  it('saves by a press, and keeps a note when its field is left, without leaving the page', async () => {
    await put();
    const page = await visit('/papers?q=title%3A%22paper%22');
    const first = page.locator('#p-a button', { hasText: 'Save' });
    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    await first.click();
    await page.locator('#p-a button', { hasText: '★ Saved' }).waitFor();
    expect([await page.evaluate(() => 'stays' in globalThis), (await saved()).map(({ paper }) => paper.uid)]).toEqual([
      true,
      ['a'],
    ]);
    await page.goto('/papers/saved');
    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    await page.getByLabel('Note').fill('Two\nlines');
    await page.locator('h1').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect([await page.evaluate(() => 'stays' in globalThis), (await saved())[0]?.note]).toEqual([true, 'Two\nlines']);
  });

  it('shows both notes where another tab has written one, and takes the next', async () => {
    const page = await visit('/papers/saved');
    await daemon().post('/papers/saved', { action: 'note', uid: 'a', note: 'Theirs' });
    await page.getByLabel('Note').fill('Mine');
    await page.locator('h1').click();
    await page.getByRole('alert').waitFor();
    await page.waitForLoadState('load');
    expect([await page.locator('.stored').textContent(), await page.getByLabel('Note').inputValue()]).toEqual([
      'Theirs',
      'Mine',
    ]);
    // The refusal itself, to the script and to the browser.
    expect(complaints().every((one) => one.includes('409'))).toBe(true);
    await page.getByLabel('Note').fill('Both');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await saved())[0]?.note).toBe('Both');
  });

  it('removes and puts back', async () => {
    const page = await visit('/papers/saved');
    await page.getByRole('button', { name: 'Remove “Paper a”' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Restore “Paper a”' }).click();
    await page.getByLabel('Note').waitFor();
    expect((await saved())[0]?.note).toBe('Both');
  });

  it('screens a list with keys, and takes a decision back', async () => {
    await daemon().post('/papers/lists', { action: 'add', list: 'review', q: 'title:"paper"' });
    const page = await visit('/papers/screening?list=review');
    const first = await page.locator('article h2').textContent();
    await page.keyboard.press('y');
    await page.getByText('1 of 2 screened').waitFor();
    await page.waitForLoadState('load');
    await page.keyboard.press('n');
    await page.getByText('All papers on this list are screened.').waitFor();
    await page.waitForLoadState('load');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('1 of 2 screened').waitFor();
    await page.waitForLoadState('load');
    expect(await page.locator('article h2').textContent()).not.toBe(first);
    const { lists } = await daemon().json<{ lists: object[] }>('/papers/saved');
    expect(lists).toMatchObject([{ name: 'review', papers: 2, yes: 1, no: 0 }]);
  });
});
