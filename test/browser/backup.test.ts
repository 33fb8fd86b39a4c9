/** All albums leave as a file by a browser, and come back by it; with the keyboard alone, and without scripts. */
import { expect, it } from '@jest/globals';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mp3 } from '../fixtures/mp3.js';
import { until } from '../support/patience.js';
import { inBrowser } from './browser.js';

inBrowser('backups in a browser', [], ({ daemon, visit }) => {
  /** Two albums that are ready. */
  const household = async (): Promise<void> => {
    for (const [n, title] of ['Wald', 'Über Bäume'].entries()) {
      const at = join(daemon().home, 'coming', title);
      await mkdir(at, { recursive: true });
      await writeFile(join(at, '1.mp3'), await mp3({ frames: 30, offset: 1 + n * 60 }));
      await rename(at, join(daemon().inbox, title));
    }
    await until('the albums', async () => {
      const all = await daemon().albums();
      return all.length === 2 && all.every(({ gme_state: state }) => state === 'ready');
    });
  };

  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('a backup leaves and comes back, %s', async (_, javaScriptEnabled) => {
    if ((await daemon().albums()).length === 0) await household();
    const page = await visit('/config', { locale: 'de-DE', javaScriptEnabled, acceptDownloads: true });
    const lead = page.getByRole('link', { name: 'sichern oder wiederherstellen' });
    await lead.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sicherung', exact: true }).waitFor();
    const link = page.getByRole('link', { name: 'Sicherung herunterladen' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^tonstift-backup-\d{4}-\d\d-\d\d\.zip$/);
    const file = await download.path();

    const [gone] = await daemon().albums();
    expect((await daemon().post('/library', { action: 'delete', uid: String(gone?.oid) })).ok).toBe(true);
    await page.getByLabel('Sicherungsdatei').setInputFiles(file);
    const button = page.getByRole('button', { name: 'Wiederherstellen' });
    await button.focus();
    await page.keyboard.press('Enter');
    const note = page.locator('.note[role=status]');
    await note.waitFor();
    // On a slow machine the page shows the progress first.
    expect(await note.innerText()).toMatch(/1 Album wurde hinzugefügt\.|zeigt den Fortschritt/);
    const status = () => daemon().json<{ backup: { restoring: unknown } }>('/backup');
    await until('the end of the restore', async () => (await status()).backup.restoring === null);
    await page.goto('/backup');
    expect((await daemon().albums()).map(({ oid }) => oid).sort()).toEqual([920, 921]);
    await page.getByText('Zuletzt wiederhergestellte Sicherung').click();
    const last = await page.locator('#last-restore').innerText();
    expect(last).toContain('1 Album wurde hinzugefügt.');
    expect(last).toContain('1 Album war schon da und ist unverändert.');
  });

  it('what is none is refused in words that lead on', async () => {
    const page = await visit('/backup', { locale: 'de-DE' });
    await page.getByLabel('Sicherungsdatei').setInputFiles({
      name: 'lied.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('Das ist keine Sicherung.'),
    });
    // What is refused is no mistake of the page.
    await page.route('**/backup', async (route) => route.fulfill({ response: await route.fetch(), status: 200 }));
    await page.getByRole('button', { name: 'Wiederherstellen' }).click();
    await page.getByRole('heading', { name: 'Keine lesbare Sicherung' }).waitFor();
    expect(await page.locator('main').innerText()).toContain('Eine andere Sicherung auswählen');
  });
});
