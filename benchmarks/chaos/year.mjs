/**
 * Drives what the daemon does by the clock through a year: the schedule of the embedding, feeds, weekly backups, the
 * trash, logins and the log. Real code of `dist` and real files; only the clock is simulated.
 *
 *   npm run year
 *
 * Three years, each in its own process: one with a leap day in Europe/Berlin, one in America/Sao_Paulo, where summer
 * time began at midnight, and the first again with a clock that is set by hours and by a year. Ends with 1 if a check
 * fails.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import fs, { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { machineClock } from './year/clock.mjs';

const hour = 3_600_000;
const day = 24 * hour;
const year = 366 * day;
const step = 5 * 60_000;
const root = new URL('../../', import.meta.url);
/** The path is in a variable, so that TypeScript checks this script even before a build. */
const built = (/** @type {string} */ path) => import(new URL(`dist/${path}`, root).href);

const years = [
  ['Europe/Berlin', '2027-06-01T10:00:00Z', 'steady'],
  ['America/Sao_Paulo', '2017-06-01T10:00:00Z', 'steady'],
  ['Europe/Berlin', '2027-06-01T10:00:00Z', 'jumps'],
];
const [, self, given, how] = process.argv;
if (given === undefined) {
  let failed = 0;
  for (const [zone = '', start = '', kind = ''] of years) {
    const { status } = spawnSync(process.execPath, ['--expose-gc', self ?? '', start, kind], {
      env: { ...process.env, TZ: zone },
      stdio: 'inherit',
    });
    failed += status === 0 ? 0 : 1;
  }
  process.exit(failed === 0 ? 0 : 1);
}

const { Schedule } = await built('daemon/papers/embed/schedule.js');
const { PaperFeeds } = await built('daemon/papers/alerts/feeds.js');
const { alertStore } = await built('daemon/papers/alerts/stored-alerts.js');
const { WeeklyBackups } = await built('daemon/features/backup/weekly.js');
const { DeletedAlbums } = await built('daemon/features/deleted/deleted.js');
const { createEvents } = await built('daemon/events.js');
const { Jobs } = await built('daemon/jobs.js');
const { rotatingLogFile } = await built('daemon/log/log-file.js');
const { createSessions } = await built('http/security/sessions.js');
const { Library } = await built('workers/library/library.js');
const { silentLog } = await built('workers/base/ports.js');

// The feeds are on this machine.
for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']) delete process.env[name];
const begun = performance.now();
const clock = machineClock(Date.parse(given));
const home = await mkdtemp(join(tmpdir(), 'tonstift-year-'));
const [backupFolder, logs] = [join(home, 'backups'), join(home, 'logs')];
await mkdir(backupFolder);

/** Files of the backup folder get the time of the simulated clock. */
const times = new Map();
const statOf = fs.stat;
fs.stat = /** @type {typeof fs.stat} */ (
  async (/** @type {string} */ path, /** @type {undefined} */ options) => {
    const facts = await statOf(path, options);
    if (!String(path).startsWith(backupFolder)) return facts;
    if (!times.has(path)) times.set(path, clock.now());
    return Object.assign(facts, { mtimeMs: times.get(path) });
  }
);
syncBuiltinESMExports();

const schedules = ['0 * * * *', '30 2 * * *', '0 0 * * *', '*/15 2 * * *', '0 12 29 2 *'].map((pattern) => {
  /** @type {number[]} */
  const runs = [];
  return { pattern, runs, schedule: new Schedule(pattern, clock, () => runs.push(clock.now())) };
});

/** Requests of each path. A feed that never changes. @type {Map<string | undefined, number>} */
const fetches = new Map();
const site = createServer((request, response) => {
  fetches.set(request.url, (fetches.get(request.url) ?? 0) + 1);
  response.writeHead(304).end();
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const address = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (site.address()).port}`;
const feeds = new PaperFeeds({
  store: alertStore(home, silentLog),
  feedLimits: { pause: 0 },
  import: () => Promise.reject(new Error('nothing comes')),
  forgetImport: async () => undefined,
  changed: () => undefined,
  ...{ clock, log: silentLog },
});
await feeds.start();
await feeds.add(`${address}/day.xml`, 'day');
await feeds.add(`${address}/week.xml`, 'week');
/** A feed has no next time while it is fetched. */
const areFetched = async () =>
  (await feeds.list()).every((/** @type {{ next_at: string | null }} */ { next_at: at }) => at !== null);

const sample = join(home, 'sample.zip');
const program = fileURLToPath(new URL('dist/daemon/main.js', root));
for (const words of [
  ['library', 'accept'],
  ['backup', sample],
])
  spawnSync(process.execPath, [program, ...words, `--home=${join(home, 'h')}`]);
/** @type {number[]} */
const backedUp = [];
const backups = new WeeklyBackups({
  folder: () => backupFolder,
  library: () => '0123456789abcdef',
  backups: {
    write: async () => {
      backedUp.push(clock.monotonic());
      return createReadStream(sample);
    },
  },
  changed: () => undefined,
  ...{ clock, log: silentLog },
});
const stopBackups = backups.start();

const library = await Library.open(join(home, 'library'), silentLog);
const deleted = new DeletedAlbums({ library, albums: {}, jobs: new Jobs(createEvents(), 2), clock, log: silentLog });
/** Days that each album was in the trash. @type {number[]} */
const inTrash = [];
/** @type {Map<string, number>} */
const thrown = new Map();

async function deleteAlbum(/** @type {number} */ oid) {
  const folder = `Album ${oid} [${oid}]`;
  await library.change((/** @type {{ albums: unknown[] }} */ data) => ({
    ...data,
    albums: [...data.albums, record(oid, folder)],
  }));
  await mkdir(join(library.albumsFolder, folder));
  await writeFile(join(library.albumsFolder, folder, '1.mp3'), 'x');
  await library.remove(library.get(oid), clock.now());
  thrown.set(folder, clock.monotonic());
}

const record = (/** @type {number} */ oid, /** @type {string} */ folder) => ({
  ...{ oid, folder, album_title: folder, album_artist: '', album_year: null, player_mode: 'music', sound: 'automatic' },
  ...{ loudness: 'keep', spoken_title: 'off', on_pens: 'all', cover: null, cover_kind: null, tracks: [], added_at: 0 },
  ...{ changed_at: 0, files: [], failures: [], gme_paused: null, order_edited: false, printed: [], pending: null },
  origin: { kind: 'upload', source: null, folder_identity: null, album_tag: null, at: 0 },
});

async function lookAtTrash() {
  await deleted.look();
  const left = new Set(library.trash.map((/** @type {{ album: { folder: string } }} */ { album }) => album.folder));
  for (const [folder, at] of thrown) {
    if (left.has(folder)) continue;
    inTrash.push((clock.monotonic() - at) / day);
    thrown.delete(folder);
  }
}

const sessions = createSessions(
  () => 'x',
  () => clock.monotonic(),
);
const [used, unused] = [sessions.open(), sessions.open()];
let unusedDays = 0;
const logFile = rotatingLogFile(logs, () => undefined);

/** Hours from the start, and by how much the clock is set. @type {Map<number, number>} */
const jumps = new Map(
  how === 'jumps'
    ? [
        [1000, 3 * hour],
        [1024, -3 * hour],
        [2000, 365 * day],
        [2002, -365 * day],
        [4000, -365 * day],
        [4002, 365 * day],
        [6000, -hour],
      ]
    : [],
);

async function oneHour(/** @type {number} */ n) {
  clock.set(jumps.get(n) ?? 0);
  for (let left = hour; left > 0; left -= step) clock.pass(step);
  await lookAtTrash();
  await backups.look();
  for (let n = 0; n < 3; n++) await new Promise(setImmediate);
  while (!(await areFetched())) await sleep(1);
  if (n % 24 !== 0) return;
  sessions.renew(used);
  if (sessions.has(unused)) unusedDays += 1;
  sessions.open();
  for (let line = 0; line < 500; line++)
    logFile.write(`${new Date(clock.now()).toISOString()} info ${'x'.repeat(300)}\n`);
  if (n % 168 === 0 && n < 11 * 30 * 24) await deleteAlbum(1000 + n / 168);
}

const state = () => {
  globalThis.gc?.();
  const { heapUsed } = process.memoryUsage();
  return { heap: heapUsed / 1e6, handles: process.getActiveResourcesInfo().length, timers: clock.waiting() };
};
const hours = year / hour;
let early = state();
for (let n = 0; n < hours; n++) {
  await oneHour(n);
  if (n === 60 * 24) early = state();
}
const late = state();

let failures = 0;
function check(/** @type {string} */ what, /** @type {boolean} */ isRight, /** @type {unknown} */ found) {
  if (!isRight) failures += 1;
  process.stdout.write(`${isRight ? 'ok  ' : 'FAIL'} ${what}: ${String(found)}\n`);
}
const isNear = (/** @type {number} */ found, /** @type {number} */ wanted, /** @type {number} */ by) =>
  Math.abs(found - wanted) <= by;
const loose = how === 'jumps' ? 8 : 0;
process.stdout.write(`\n${process.env['TZ']}, ${how}, from ${given}\n`);
const wanted = [hours, 366, 366, 4 * 366, given.startsWith('2027') ? 1 : 0];
for (const [at, { pattern, runs }] of schedules.entries()) {
  check(`${pattern} runs`, isNear(runs.length, wanted[at] ?? 0, 4 + loose), `${runs.length} of ${wanted[at]}`);
  const locals = runs.map((run) => new Date(run).toString().slice(0, 21));
  const twice = locals.length - new Set(locals).size;
  check(`${pattern} twice at one local time`, twice <= loose, twice);
}
const [daily = 0, weekly = 0] = ['/day.xml', '/week.xml'].map((path) => fetches.get(path));
check('fetches of a daily feed', isNear(daily, 366, 16 + loose), daily);
check('fetches of a weekly feed', isNear(weekly, 52, 1 + loose), weekly);
check('weekly backups', isNear(backedUp.length, 53, 1 + loose), backedUp.length);
const kept = (await readdir(backupFolder)).sort();
check('backups kept', kept.length === 4 || (how === 'jumps' && kept.length <= 6), kept.join(' '));
const [least, most] = [Math.min(...inTrash), Math.max(...inTrash)];
check(
  'days in the trash',
  least >= 29.9 && most <= 32,
  `${least.toFixed(1)} to ${most.toFixed(1)} of ${inTrash.length}`,
);
check('albums left in the trash', thrown.size === 0, thrown.size);
check('days of an unused login', isNear(unusedDays, 30, 1), unusedDays);
check('a login used every day', sessions.has(used), sessions.has(used));
const sizes = await Promise.all((await readdir(logs)).map((name) => statOf(join(logs, name))));
const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
check('log files', sizes.length <= 5 && bytes <= 25e6, `${sizes.length} with ${(bytes / 1e6).toFixed(1)} MB`);
check('heap, MB', late.heap - early.heap < 3, `${early.heap.toFixed(1)} to ${late.heap.toFixed(1)}`);
// A file may be open at the moment.
check('handles', late.handles <= early.handles + 2, `${early.handles} to ${late.handles}`);
check('timers', late.timers <= schedules.length + 3, `${early.timers} to ${late.timers}`);
process.stdout.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n`);

for (const { schedule } of schedules) schedule.stop();
await Promise.all([stopBackups(), feeds.stop()]);
check('timers after the stop', clock.waiting() === 0, clock.waiting());
await library.close();
logFile.end();
await rm(home, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);
