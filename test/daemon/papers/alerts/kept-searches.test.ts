import { expect, it } from '@jest/globals';
import { KeptSearches } from '../../../../daemon/papers/alerts/kept-searches.js';
import { alertStore } from '../../../../daemon/papers/alerts/stored-alerts.js';
import { silentLog, systemClock } from '../../../../workers/base/ports.js';
import { readers } from '../../../../workers/papers/backup/lines.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();
const search = { q: 'birds', conferences: [], years: [], sessions: [] };

it('refuses a filter that its file cannot have, and keeps the next search', async () => {
  const searches = new KeptSearches(alertStore(await folder(), silentLog), systemClock);
  const names = Array.from({ length: 1001 }, (_, n) => `Conference ${n}`);
  const refused = (more: object, field: string): Promise<void> =>
    expect(searches.keep({ ...search, ...more })).rejects.toMatchObject({
      code: 'bad_field',
      fields: { [field]: expect.anything() },
    });
  await refused({ conferences: names }, 'conference');
  await refused({ sessions: ['x'.repeat(501)] }, 'session');
  await searches.keep({ ...search, conferences: names.slice(1) });
  expect(await searches.list()).toMatchObject([{ q: 'birds' }]);
});

it('forgets a time that a clock ahead has left, so that later papers are new', async () => {
  const year = 365 * 86_400_000;
  let now = 1000;
  const searches = new KeptSearches(alertStore(await folder(), silentLog), { ...systemClock, now: () => now });
  const id = await searches.keep(search);
  now = year;
  await searches.seen(new Date(now));
  const other = await searches.keep({ ...search, q: 'bees' });
  now = 2000;
  expect(await searches.list()).toMatchObject([
    { id, kept_at: 1000, seen_at: 1000 },
    { id: other, kept_at: year, seen_at: 0 },
  ]);
  await searches.seen(new Date(now));
  expect(await searches.list()).toMatchObject([{ seen_at: 2000 }, { kept_at: year, seen_at: 2000 }]);
  // A clock that is an hour behind takes no mark back.
  now += 3_600_000;
  await searches.seen(new Date(now));
  now -= 3_600_000;
  await searches.seen(new Date(now));
  expect(await searches.list()).toMatchObject([{ seen_at: now + 3_600_000 }, { seen_at: now + 3_600_000 }]);
});

it.each(['kept_at', 'seen_at'])('rejects a search of a backup whose %s is no date', (name) => {
  const right = { ...search, kept_at: 1, seen_at: 8.64e15 };
  expect(readers.searches(right)).toEqual(right);
  expect(readers.searches({ ...right, [name]: 8.64e15 + 1 })).toBeUndefined();
});
