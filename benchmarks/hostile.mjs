/**
 * Measures how long other requests wait while hostile files and expensive requests keep the real program busy: GET
 * /healthz, sent by another process, against the same on the idle program. Also measures memory and the time to stop.
 * Prints each figure with its limit, and exits with 1 if one is missed. Runs on `dist`; Linux only.
 *
 *   node benchmarks/hostile.mjs
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDaemon, unitEnvironment } from './chaos/daemon.mjs';
import { mp3, png } from './chaos/sounds.mjs';
import { watchHealth } from './million/watch-health.mjs';

const limits = { waitMs: 1000, megabytes: 500, endMs: 5000 };
const nested = '['.repeat(1_000_000);

function held(what, value, limit) {
  const ok = value <= limit;
  if (!ok) process.exitCode = 1;
  console.log(`  ${what}: ${value.toFixed(0)} (limit ${limit})${ok ? '' : ' MISSED'}`);
}

/**
 * Returns the longest wait of a process that only sends requests, minus the time for which the machine delayed that
 * process.
 */
async function longestWait(url, work) {
  const end = await watchHealth(url);
  await work();
  const { longest, idle, asked } = await end();
  return { wait: Math.max(0, longest - idle), asked };
}

async function attack(daemon, inbox, picture) {
  const files = {
    'one line.csv': 'a'.repeat(488_000),
    'rows.csv': `title,year,conference\n${'a\n'.repeat(60_000)}`,
    'nested.json': nested,
    'quote.csv': `title,year,conference\n"${'a'.repeat(2_000_000)}`,
    ...Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`junk ${n}.dat`, 'junk'])),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(inbox, name), content);
  const upload = (n) => {
    const body = new FormData();
    body.append('files', new Blob([mp3({ frames: 20, offset: 50 * n, title: `Song ${n}` })]), 'a.mp3');
    body.append('cover', new Blob([picture]), 'cover.png');
    return daemon.ask('/', { method: 'POST', body });
  };
  const headers = { 'content-type': 'application/json' };
  await Promise.all([
    ...Array.from({ length: 4 }, (_, n) => upload(n)),
    ...Array.from({ length: 50 }, () => daemon.ask('/config', { method: 'POST', headers, body: `{"a":${nested}` })),
    ...Array.from({ length: 150 }, (_, n) => daemon.ask(`/images/${920 + (n % 50)}-${100 + n}-2400-2.png`)),
  ]);
  while (readdirSync(inbox).some((name) => !['failed', 'duplicates'].includes(name))) await sleep(200);
}

const home = mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
const daemon = startDaemon(home, { 'log-level': 'info' }, { ...process.env, ...unitEnvironment() });
try {
  const url = await daemon.url;
  const picture = await png(5000, [90, 120, 30]);
  const quiet = await longestWait(url, () => sleep(10_000));
  const busy = await longestWait(url, () => attack(daemon, join(home, 'inbox'), picture));
  console.log(
    `${busy.asked} requests under attack; ${(busy.wait / Math.max(1, quiet.wait)).toFixed(1)} times the quiet wait`,
  );
  held('the longest wait, ms', busy.wait, limits.waitMs);
  const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${daemon.child.pid}/status`, 'utf8'))?.[1];
  held('memory at most, MB', Number(peak) / 1024, limits.megabytes);
  const begun = performance.now();
  await daemon.end('SIGTERM');
  held('time to stop, ms', performance.now() - begun, limits.endMs);
} finally {
  await daemon.end();
  rmSync(home, { recursive: true, force: true });
}
