/** A pen that gets the name of a child, the albums that are meant for it, and a pen that is forgotten. */
import { expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PenView } from '../../http/resources/pens/service.js';
import { simulatePen } from '../../workers/pen/simulate.js';
import { mp3 } from '../fixtures/mp3.js';
import { suiteFolder } from '../support/folder.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';

const folder = suiteFolder();
const [one, two] = ['1', '2'].map((name) => join(folder, name)) as [string, string];
await simulatePen(one, { serial: 'ONE' });
await simulatePen(two, { serial: 'TWO' });

inBrowser('pens in a browser', ['--pen-paths', `${one},${two}`, '--pen-detect=false'], ({ daemon, visit }) => {
  const onPens = async (): Promise<unknown> => (await daemon().albums())[0]?.on_pens;
  const pens = async (): Promise<PenView[]> => {
    return (await daemon().json<{ pens: PenView[] }>('/pens')).pens;
  };

  it('are shown with scripts if the browser blocks the storage of the choice to be notified', async () => {
    const page = await visit('/pens');
    await page.context().addInitScript(`{
      Object.defineProperty(window, 'localStorage', {
        get() { throw new DOMException('Access is denied.', 'SecurityError'); },
      });
      window.Notification = { permission: 'granted', requestPermission: () => Promise.resolve('granted') };
    }`);
    await page.reload();
    const button = page.getByRole('button', { name: 'Notify me' });
    await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await page.locator('html.scripted').waitFor();
  });

  it('say that a browser cannot notify that leaves it to service workers', async () => {
    const page = await visit('/pens');
    await page.context().addInitScript(`{
      let asked = 0;
      window.Notification = class {
        static permission = 'default';
        static requestPermission = () => Promise.resolve(String(++asked));
        constructor() { throw new TypeError('Illegal constructor.'); }
      };
      window.asked = () => asked;
    }`);
    await page.reload();
    const button = page.getByRole('button', { name: 'Notify me' });
    await button.click();
    await page.getByText('This browser cannot show notifications').waitFor();
    expect([await button.isVisible(), await page.evaluate('asked()')]).toEqual([false, 0]);
    await page.context().addInitScript('delete window.Notification');
    await page.reload();
    await page.getByText('This browser cannot show notifications').waitFor();
  });

  it('show their first album on an open page, and what was open stays open', async () => {
    const page = await visit('/pens');
    const cards = page.locator('.pen');
    const name = cards.nth(1).locator('details', { hasText: 'Name of the pen' });
    await cards.filter({ hasText: 'It has no albums' }).nth(1).waitFor();
    await name.locator('summary').click();
    await daemon().upload({ '1.mp3': await mp3({ frames: 40, tags: { TALB: 'Meer' } }) });
    for (const n of [0, 1]) await cards.nth(n).getByRole('link', { name: 'Meer' }).waitFor();
    const isOpen = (n: number): Promise<boolean> =>
      cards.nth(n).locator('details', { hasText: 'Name of the pen' }).getByRole('button').isVisible();
    expect([await isOpen(0), await isOpen(1)]).toEqual([false, true]);
  });

  it('take a press and a typed name while their state changes', async () => {
    const page = await visit('/pens');
    const card = page.locator('.pen').filter({ hasText: 'serial number ONE' });
    await card.getByText('Name', { exact: true }).click();
    await card.getByLabel('Name of the pen').fill('Mi');
    await page.locator('h1').click();
    const [first, second] = await pens();
    const rename = async (id: string | undefined, name: string): Promise<void> => {
      const drawn = page.waitForResponse((response) => response.url().endsWith('/pens') && response.ok());
      await daemon().post('/pens', { action: 'rename', pen: id ?? '', name });
      await (await drawn).finished();
    };
    const other = first?.serial === 'ONE' ? second?.id : first?.id;
    await rename(other, 'Jo');
    await page.getByRole('heading', { name: 'Jo' }).waitFor();
    expect(await card.getByLabel('Name of the pen').inputValue()).toBe('Mi');

    const button = card.getByRole('button', { name: 'Save name' });
    await button.scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    await rename(other, '');
    await page.mouse.up();
    await page.getByRole('heading', { name: /^Mi / }).waitFor();
    await page.getByRole('heading', { name: 'Jo' }).waitFor({ state: 'detached' });
  });

  it('fit on a small phone with a name of one long word', async () => {
    const rename = async (name: string): Promise<void> => {
      for (const { id } of await pens()) await daemon().post('/pens', { action: 'rename', pen: id, name });
    };
    await rename('W'.repeat(40));
    for (const path of ['/library/920', '/pens', '/library']) {
      const page = await visit(path, { viewport: { width: 320, height: 640 } });
      expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([path, 0]);
    }
    await rename('');
  });

  it('are named, ticked one by one, and forgotten', async () => {
    await until(
      'the albums on the pens',
      async () => (await pens()).filter(({ albums }) => albums.length === 1).length === 2,
    );

    const cards = await visit('/pens', { javaScriptEnabled: false });
    const card = cards.locator('.pen').filter({ hasText: 'serial number ONE' });
    await card.getByText('Name', { exact: true }).click();
    await card.getByLabel('Name of the pen').fill('x'.repeat(41));
    await card.getByRole('button', { name: 'Save name' }).click();
    await card.getByText('must be at most 40 characters long.').waitFor();
    await card.getByLabel('Name of the pen').fill('Mia');
    await card.getByRole('button', { name: 'Save name' }).click();
    await cards.getByRole('heading', { name: 'Mia' }).waitFor();

    const page = await visit('/library/920');
    await page.getByLabel('these pens:').check();
    expect(await onPens()).toBe('all');
    await page.getByLabel('Mia', { exact: true }).check();
    await until('the first pen', async () => String(await onPens()) === 'ONE');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('all pens again', async () => (await onPens()) === 'all');
    expect(await page.getByLabel('every pen').isChecked()).toBe(true);
    await page.getByLabel('these pens:').check();
    await page.getByLabel('Mia', { exact: true }).check();
    await page.getByLabel('2', { exact: true }).check();
    await until('both pens', async () => String(await onPens()) === 'ONE,TWO');
    // To swap pens, a person removes one before the other is ticked: nothing is taken off a pen meanwhile.
    await page.getByLabel('2', { exact: true }).uncheck();
    await until('the first pen', async () => String(await onPens()) === 'ONE');
    await page.getByLabel('Mia', { exact: true }).uncheck();
    expect([String(await onPens()), await page.getByLabel('these pens:').isChecked()]).toEqual(['ONE', true]);
    await page.getByLabel('2', { exact: true }).check();
    await until('the second pen', async () => String(await onPens()) === 'TWO');
    await page.getByLabel('Mia', { exact: true }).check();
    await until('both pens again', async () => String(await onPens()) === 'ONE,TWO');

    const library = await visit('/library');
    await library.getByLabel('Mia’s pen').waitFor();
    await rm(two, { recursive: true });
    const away = cards.locator('.pen').filter({ hasText: 'serial number TWO' });
    await until('the other pen to be gone', async () => {
      await cards.reload();
      return away.getByRole('button', { name: 'Forget' }).isVisible();
    });
    await away.getByRole('button', { name: 'Forget' }).click();
    await cards.getByText('The pen was removed from the list.').waitFor();
    expect([(await pens()).map(({ name }) => name), await onPens()]).toEqual([['Mia'], ['ONE', 'TWO']]);
  });
});
