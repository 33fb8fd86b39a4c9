/**
 * Measures how fast the program starts, and its memory and processor time when idle: with no album, and with 992 of
 * 20 tracks. Also measures the bytes that an edit writes, and how long requests wait while all albums are built for
 * another language of the pen. Prints each figure with its limit, and exits with 1 if one is missed. Runs on `dist`,
 * with the environment of the systemd unit.
 *
 *   node benchmarks/start.mjs [--albums 992] [--idle 60]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { act, factsOf, startDaemon, unitEnvironment } from './chaos/daemon.mjs';
import { startWith } from './pages/homes.mjs';
import { median } from './pages/server.mjs';

const { values: options } = parseArgs({
  options: { albums: { type: 'string', default: '992' }, idle: { type: 'string', default: '60' } },
});
const count = Number(options.albums);
const idleSeconds = Number(options.idle);
const limits = { answerMs: 1000, idleMb: 150, readyMs: 2000, idleShare: 0.2, waitMs: 100 };
const ticksPerSecond = 100;

/** Prints one figure. */
function held(what, value, limit, digits = 1) {
  const ok = value <= limit;
  if (!ok) process.exitCode = 1;
  console.log(`  ${what}: ${value.toFixed(digits)} (limit ${limit})${ok ? '' : ' MISSED'}`);
}

const start = (home) => startDaemon(home, { 'log-level': 'info' }, { ...process.env, ...unitEnvironment() });

/** Returns the milliseconds from the start until an address first responds with status 200. */
async function timeTo(daemon, path, begun) {
  for (;;) {
    const { status } = await daemon.ask(path);
    if (status === 200) return performance.now() - begun;
    if (daemon.isDead()) throw new Error(daemon.output());
    await sleep(5);
  }
}

/** Measures both times for several starts; the last daemon keeps running. */
async function starts(home, rounds = 5) {
  const answers = /** @type {number[]} */ ([]);
  const readies = /** @type {number[]} */ ([]);
  for (let round = 0; ; round++) {
    const begun = performance.now();
    const daemon = start(home);
    answers.push(await timeTo(daemon, '/healthz', begun));
    readies.push(await timeTo(daemon, '/readyz', begun));
    if (round === rounds) return { daemon, answer: median(answers), ready: median(readies) };
    await daemon.end('SIGTERM');
  }
}

/** Returns the seconds of processor time used so far. */
function workOf({ pid }) {
  const after = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(after[11]) + Number(after[12])) / ticksPerSecond;
}

/** Returns the percentage of a core used while idle. */
async function shareOf(child) {
  const before = workOf(child);
  await sleep(1000 * idleSeconds);
  return (100 * (workOf(child) - before)) / idleSeconds;
}

/** Returns the bytes that the process has written so far, to files and sockets. */
const writtenBy = ({ pid }) => Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))?.[1]);

/**
 * Returns the most kilobytes that the process writes for an edit of an album's artist, which does not rename its file
 * for the pen.
 */
async function editOf(daemon, rounds = 9) {
  const all = /** @type {number[]} */ ([]);
  for (let n = 0; n < rounds; n++) {
    const before = writtenBy(daemon.child);
    const { status } = await act(daemon, { action: 'update', uid: '5', album_artist: `Jemand ${n}` });
    if (status !== 200) throw new Error(`The edit was answered with ${status}.`);
    await sleep(2000);
    all.push((writtenBy(daemon.child) - before) / 1000);
  }
  return Math.max(...all);
}

/** Returns the longest wait of a request while all files for the pen are built in another language. */
async function waitOf(daemon) {
  const body = new URLSearchParams({ pen_language: 'FRENCH' });
  const { status } = await daemon.ask('/config', { method: 'POST', body });
  if (status !== 200) throw new Error(`The change of the language was answered with ${status}.`);
  const waits = /** @type {number[]} */ ([]);
  const begun = performance.now();
  for (let round = 0; ; round++) {
    const asked = performance.now();
    await daemon.ask(['/healthz', '/status', '/library/7'][round % 3]);
    waits.push(performance.now() - asked);
    if (round % 200 === 0 && (await building(daemon)) === 0) break;
    await sleep(10);
  }
  const seconds = (performance.now() - begun) / 1000;
  return { most: Math.max(...waits), asked: waits.length, seconds };
}

async function building(daemon) {
  const { body } = await daemon.ask('/library');
  return body.albums.filter(({ gme_state: state }) => state !== 'ready').length;
}

const folder = mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
let running;
try {
  console.log('No album');
  const empty = await starts(join(folder, 'empty'));
  running = empty.daemon;
  held('first answer, ms', empty.answer, limits.answerMs, 0);
  await sleep(30_000);
  held('at rest, MB', factsOf(running.child.pid).resident, limits.idleMb);
  held('at rest, % of a core', await shareOf(running.child), limits.idleShare, 2);
  await running.end('SIGTERM');

  console.log(`${count} albums of 20 tracks`);
  const home = join(folder, 'many');
  running = await startWith(home, count);
  await running.end('SIGTERM');
  const many = await starts(home);
  running = many.daemon;
  console.log(`  first answer, ms: ${many.answer.toFixed(0)}`);
  held('ready, ms', many.ready, limits.readyMs, 0);
  await sleep(30_000);
  console.log(`  at rest, MB: ${factsOf(running.child.pid).resident.toFixed(1)}`);
  held('at rest, % of a core', await shareOf(running.child), limits.idleShare, 2);
  console.log(`  an edit writes, MB: ${((await editOf(running)) / 1000).toFixed(1)}`);
  const { most, asked, seconds } = await waitOf(running);
  console.log(`  another language: all built again in ${seconds.toFixed(0)} s, ${asked} requests meanwhile`);
  held('the longest wait, ms', most, limits.waitMs);
} finally {
  await running?.end();
  rmSync(folder, { recursive: true, force: true });
}
