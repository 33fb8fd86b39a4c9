/** Every page of the program, in each state in which it looks otherwise, with the way there. */
import type { Page } from 'playwright-core';
import { scannedPage } from '../support/print/scanned-page.js';

export interface Place {
  name: string;
  /** Leads there; relative addresses are the daemon's. */
  open: (page: Page) => Promise<unknown>;
}

const at = (path: string): Place => ({ name: path, open: (page) => page.goto(path) });

/** As a link of a page elsewhere does; no such page is needed for it. */
const fromElsewhere = (path: string): Place => ({
  name: `${path} from elsewhere`,
  open: async (page) => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const is = (url: URL): boolean => url.pathname + url.search === path;
    await page.route(is, async (route) =>
      route.fulfill({
        response: await route.fetch({ headers: { ...(await route.request().allHeaders()), ...headers } }),
      }),
    );
    await page.goto(path);
    await page.unroute(is);
  },
});

/** A page that shows what was refused. */
const refusedSettings: Place = {
  name: '/config refused',
  open: async (page) => {
    await page.goto('/config?all=true');
    await page.locator('[name=max_upload_mb]').fill('viel');
    await page.locator('[name=print_dpi]').fill('500');
    await page.locator('[name=inbox_path]').fill('/etc');
    await page.locator('[name=embed_schedule]').fill('nie');
    await page.locator('#settings button').last().click();
    await page.getByRole('alert').waitFor();
  },
};

/** A sheet on which something plays, with its folds open. */
const tapped = (oid: number): Place => ({
  name: `/library/${oid}/try tapped`,
  open: async (page) => {
    await page.goto(`/library/${oid}/try`);
    await page.locator('button.paper-field').first().click();
    await page.locator('.paper-field.playing').first().waitFor();
    for (const fold of await page.locator('.try details > summary').all()) await fold.click();
  },
});

/** A file that no pen could read. */
const refusedGme: Place = {
  name: '/try refused',
  open: async (page) => {
    await page.goto('/try');
    // What is refused is no mistake of the page.
    await page.route('**/try', async (route) => route.fulfill({ response: await route.fetch(), status: 200 }));
    const file = { name: 'kaputt.gme', mimeType: '', buffer: Buffer.from('Das ist kein Ton.') };
    await page.locator('#try-file input').setInputFiles(file);
    await page.locator('#try-file button').click();
    await page.locator('#try-problem:not([hidden])').waitFor();
    await page.unroute('**/try');
  },
};

/** Reached as it is by a person, for nobody knows the uid. */
const likeOne: Place = {
  name: '/papers/like',
  open: async (page) => {
    await page.goto('/papers?q=Stifte&distance=2');
    await page.locator('.paper-found a[href^="/papers/like"]').first().click();
    await page.waitForURL(/papers\/like/);
  },
};

/** The page of a paper, with a citation open. */
const onePaper: Place = {
  name: '/papers/paper',
  open: async (page) => {
    await page.goto('/papers?q=Stifte&distance=2');
    await page.locator('.paper-found h2 a').first().click();
    await page.locator('.paper-page').waitFor();
    await page.locator('details:has(.citation) > summary').first().click();
  },
};

/** What was found on a printed page. */
const readPage: Place = {
  name: '/try/page',
  open: async (page) => {
    await page.goto('/try');
    await page
      .locator('#try-picture input')
      .setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer: scannedPage() });
    await page.locator('#try-picture button').click();
    await page.locator('.scan-map').waitFor();
  },
};

/** With a paper that is chosen. */
const drawnMap: Place = {
  name: '/papers/map drawn',
  open: async (page) => {
    await page.goto('/papers/map');
    await page.locator('#map-frame canvas').waitFor();
    await page.locator('#map-frame').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('#map-details a').waitFor();
  },
};

/** A note that was written elsewhere meanwhile, and a paper that was just removed. */
const refusedNote: Place = {
  name: '/papers/saved with another note',
  open: async (page) => {
    await page.goto('/papers/saved');
    const uid = await page.locator('[data-note] [name=uid]').first().inputValue();
    const form = { action: 'note', uid, note: `Andere Notiz ${Math.random()}` };
    await page.request.post('/papers/saved', { form });
    // What is refused is no mistake of the page.
    const told = new URLSearchParams({ action: 'note', uid, note: 'Meine Notiz', shown: 'Eine alte Notiz' });
    const type = 'application/x-www-form-urlencoded';
    await page.route('**/papers/saved', async (route) => {
      const headers = { ...(await route.request().allHeaders()), 'content-type': type };
      const response = await route.fetch({ method: 'POST', headers, postData: told.toString() });
      await route.fulfill({ response, status: 200 });
    });
    await page.goto('/papers/saved');
    await page.getByRole('alert').waitFor();
    await page.unroute('**/papers/saved');
  },
};

/** What the last restore has come to, and the note after it. */
const restored: Place = {
  name: '/backup after a restore',
  open: async (page) => {
    const backup = await page.request.get('/backup/download');
    await page.goto('/backup');
    await page
      .locator('[name=backup]')
      .setInputFiles({ name: 'sicherung.zip', mimeType: 'application/zip', buffer: await backup.body() });
    await page.locator('.backup form button').click();
    await page.locator('.note[role=status]').waitFor();
    await page.locator('#last-restore > summary').click();
  },
};

/** Where nothing is there yet. */
export const emptyPlaces: readonly Place[] = [
  at('/'),
  at('/library'),
  at('/print'),
  at('/pens'),
  at('/papers'),
  at('/papers/saved'),
  at('/papers/screening'),
  at('/papers/map'),
  at('/config'),
  at('/logs?q=nirgends'),
  at('/help'),
  at('/deleted'),
  at('/backup'),
  at('/library/920'),
  at('/library/920/try'),
  at('/try'),
  at('/try/test-sheet'),
  at('/problems'),
  ...['music', 'pen', 'paper', 'answer'].map((step) => at(`/first-run?step=${step}`)),
  at('/api'),
  at('/api/albums'),
];

/** @param oids of albums that there are */
export const filledPlaces = (oids: readonly number[]): Place[] => [
  at('/'),
  at('/library'),
  at('/library?q=nirgends'),
  at('/library?filter=not_printed'),
  ...oids.map((oid) => at(`/library/${oid}`)),
  at(`/library/${oids[0] ?? 0}/try`),
  tapped(oids[0] ?? 0),
  refusedGme,
  at('/try'),
  at('/try/test-sheet'),
  at(`/try/${'0'.repeat(32)}`),
  readPage,
  ...['split', 'join'].map((page) => at(`/library/${oids[0] ?? 0}/${page}`)),
  at(`/library/delete?uids=${oids.join(',')}`),
  at('/problems'),
  at(`/print?oids=${oids[0] ?? 0}`),
  at('/print?preset=tiles&margin=60'),
  at('/pens'),
  at('/papers?q=Stifte&distance=2'),
  at('/papers/saved?list=Abschlussarbeit'),
  at('/papers/screening?list=Abschlussarbeit'),
  refusedNote,
  drawnMap,
  at('/papers/map?q=nirgends%3A%22x%22'),
  at('/papers?q=autor%3A%22Ada%22'),
  likeOne,
  onePaper,
  at('/config'),
  at('/config?all=true'),
  refusedSettings,
  at('/logs'),
  at('/help'),
  at('/deleted'),
  restored,
  at('/nirgends'),
  at('/library?page=viele'),
  at('/logs?lines=viele'),
  fromElsewhere('/pdf'),
];

/** Where there is a password. */
export const lockedPlaces: readonly Place[] = [
  at('/login'),
  at('/library'),
  {
    name: '/login refused',
    open: async (page) => {
      await page.goto('/login');
      await page.locator('[type=password]').fill('falsch');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
];
