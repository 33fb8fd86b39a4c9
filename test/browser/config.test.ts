/** The settings in a browser: found, changed in two pages, not left by mistake, and in force after a restart. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { supervise } from '../daemon/cli/supervised.js';
import { freePort } from '../support/servers.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';

/** Labels of the fields that can be seen. */
const seen = (page: Page): Promise<string[]> =>
  page
    .locator('.config .field:visible > label')
    .evaluateAll((labels: { htmlFor: string }[]) => labels.map((label) => label.htmlFor.slice(2)));

inBrowser('the settings in a browser', [], ({ daemon, visit, complaints }) => {
  const config = async (): Promise<Record<string, unknown>> =>
    (await daemon().json<{ config: Record<string, unknown> }>('/config')).config;

  it('are found by label, name, help and group, whatever the case and the accents', async () => {
    const page = await visit('/config?all=true', { locale: 'de-DE' });
    const search = page.getByRole('searchbox', { name: 'Einstellung suchen' });
    const all = await seen(page);
    for (const [words, found] of [
      ['AUSWERFEN stift', ['pen_eject']],
      ['FRANZOSISCH', ['pen_language']],
      ['print_dpi', ['print_dpi']],
      ['zoll', ['print_dpi']],
      ['französisch', ['pen_language']],
      ['protokoll', ['log_level', 'log_format']],
      ['gibt es nicht', []],
    ] as const) {
      await search.fill(words);
      expect([words, await seen(page)]).toEqual([words, found]);
      expect(await page.getByText('Keine Einstellung enthält diese Wörter.').isVisible()).toBe(found.length === 0);
    }
    await page.getByRole('link', { name: 'Der Stift', exact: true }).click();
    expect(await seen(page)).toEqual(all);
    expect(await search.inputValue()).toBe('');
    await until('the group', async () => {
      const top = (await page.locator('#g-pen').boundingBox())?.y ?? -1;
      return top >= 0 && top < 100;
    });
    // Enter in the search saves nothing.
    await search.fill('port');
    await search.press('Enter');
    expect(await seen(page)).toContain('port');
  });

  it('are few at first; the search finds the others, and a link shows all', async () => {
    const page = await visit('/config', { locale: 'de-DE' });
    const few = ['inbox_path', 'pen_language', 'pen_auto_sync', 'print_page_size', 'password'];
    expect(await seen(page)).toEqual(few);
    const search = page.getByRole('searchbox', { name: 'Einstellung suchen' });
    await search.fill('zoll');
    expect(await seen(page)).toEqual(['print_dpi']);
    await search.fill('');
    expect(await seen(page)).toEqual(few);
    await page.getByRole('link', { name: 'Alle Einstellungen' }).click();
    await page.getByRole('link', { name: 'Weniger Einstellungen' }).waitFor();
    expect((await seen(page)).length).toBeGreaterThan(40);
    const plain = await visit('/config', { javaScriptEnabled: false });
    expect(await seen(plain)).toEqual(few);
  });

  it('are complete without the script, with an index and no search', async () => {
    const page = await visit('/config?all=true', { javaScriptEnabled: false });
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    expect(await page.getByRole('link', { name: 'Audio', exact: true }).getAttribute('href')).toBe('#g-sound');
  });

  it('changed in two pages do not undo each other; what both have changed is told beside the field', async () => {
    const [first, second] = [
      await visit('/config?all=true', { locale: 'de-DE' }),
      await visit('/config?all=true', { locale: 'de-DE', javaScriptEnabled: false }),
    ];
    const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Einstellungen speichern' }).click();
    await first.getByLabel('Sprache des Stifts').selectOption({ label: 'Französisch' });
    await first.getByLabel('Stift auswerfen').check();
    await save(first);
    await first.getByRole('status').getByText('Die Einstellungen sind gespeichert.').waitFor();

    await second.getByLabel('Sprache des Stifts').selectOption({ label: 'Niederländisch' });
    await second.getByLabel('Größter Upload').fill('77');
    await save(second);
    await second.getByRole('alert').getByText('Nichts wurde geändert').waitFor();
    const why = second.locator('#w-pen_language');
    expect(await why.textContent()).toMatch(/^Inzwischen auf einer anderen Seite auf Französisch geändert\./);
    expect(await config()).toMatchObject({ pen_language: 'FRENCH', pen_eject: true, max_upload_mb: 2048 });
    await save(second);
    await second.getByRole('status').getByText('Die Einstellungen sind gespeichert.').waitFor();
    expect(await config()).toMatchObject({ pen_language: 'DUTCH', pen_eject: true, max_upload_mb: 77 });
  });

  it('are not left unsaved without a question, and only then', async () => {
    const page = await visit('/config?all=true');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    const margin = page.getByLabel('Margin in mm');
    const unsaved = page.getByText('Not saved yet.');
    const leave = (): Promise<void> =>
      page.getByRole('link', { name: 'Help', exact: true }).click({ noWaitAfter: true });
    const before = await margin.inputValue();
    await margin.fill('12');
    expect(await unsaved.isVisible()).toBe(true);
    await leave();
    await until('the question', async () => asked.length === 1);
    expect(page.url()).toMatch(/\/config\?all=true$/);
    await margin.fill(before);
    expect(await unsaved.isVisible()).toBe(false);
    await leave();
    await page.waitForURL(/\/help$/);

    await page.goto('/config?all=true');
    await page.getByLabel('Covers').uncheck();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('status').getByText('The settings are saved.').waitFor();
    expect(await config()).toMatchObject({ print_show_cover: false });

    // What was refused is not saved, either.
    await margin.fill('wide');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('alert').waitFor();
    await unsaved.waitFor();
    await page.getByLabel('Find a setting').click();
    await leave();
    await until('the second question', async () => asked.length === 2);
    expect(asked).toEqual(['beforeunload', 'beforeunload']);
    await margin.fill(before);
  });

  it('are in force after a restart from the page, which goes on by itself', async () => {
    const port = await freePort();
    const supervised = await supervise(port);
    try {
      await until('the start', async () => supervised.said().includes(`:${port}/`));
      const page = await visit(`http://127.0.0.1:${port}/config`, { locale: 'de-DE' });
      await page.getByLabel('Ordner des Eingangs').fill(`${daemon().home}/other-inbox`);
      await page.getByRole('button', { name: 'Einstellungen speichern' }).click();
      await page.locator('.note.warning').getByText('Gilt nach einem Neustart: Ordner des Eingangs.').waitFor();
      const run = await page.locator('body').getAttribute('data-last-event');
      await page.getByRole('button', { name: 'Jetzt neu starten' }).click();
      await page.getByRole('heading', { name: 'Tonstift startet neu' }).waitFor();
      await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
      expect(supervised.said()).toContain('ended 75');
      expect(await page.locator('body').getAttribute('data-last-event')).not.toBe(run);
      expect(await page.getByText('Gilt nach einem Neustart:').count()).toBe(0);
      expect(await page.locator('.status-line').textContent()).toContain('/other-inbox');
      expect(complaints()).toEqual([]);
    } finally {
      await supervised.clear();
    }
  });

  it('open the pages for a phone in one step, and show the address', async () => {
    const port = await freePort();
    const supervised = await supervise(port);
    try {
      await until('the start', async () => supervised.said().includes(`:${port}/`));
      const page = await visit(`http://127.0.0.1:${port}/config`, { locale: 'de-DE' });
      const card = page.locator('#phone');
      await card.getByLabel('Neues Passwort, mindestens 8 Zeichen').fill('sesame street');
      await card.getByRole('button', { name: 'Handys zulassen' }).click();
      await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
      await page.getByLabel('Passwort').fill('sesame street');
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
      const address = (await card.locator('.address').textContent()) ?? '';
      expect(supervised.said()).toContain(`On other devices in the home network: ${address}`);
      expect(await card.getByRole('img', { name: 'QR-Code der Adresse' }).isVisible()).toBe(true);
      const phone = await visit(`${address}config`, { viewport: { width: 360, height: 740 } });
      await phone.getByLabel('Password').fill('sesame street');
      await phone.getByRole('button', { name: 'Log in' }).click();
      await phone.getByRole('heading', { name: 'Settings' }).waitFor();
      expect(await phone.locator('#phone .address').textContent()).toBe(address);
      // The pages before the login are answered with 401.
      complaints();
    } finally {
      await supervised.clear();
    }
  });
});
