/**
 * Gives the real program one hostile file after the other, each to a new home. Measures how long GET /healthz waits
 * meanwhile, sent by another process; the memory of all processes of the program; and the time until the file has left
 * the inbox or was answered. Prints the last line of the log. Exits with 1 if a limit is missed. Runs on `dist`; Linux
 * only.
 *
 *   node benchmarks/strangers.mjs [--only NAME]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import Database from 'libsql';
import { ZipFile } from 'yazl';
import { startDaemon } from './chaos/daemon.mjs';
import { memoryOf } from './chaos/processes.mjs';
import { watchHealth } from './million/watch-health.mjs';

const limits = { waitMs: 1000, megabytes: 1500, seconds: 60 };
const { values: given } = parseArgs({ options: { only: { type: 'string' } } });

const paper = (abstract) => JSON.stringify([{ title: 'T', year: 2020, conference: 'C', abstract }]);
const xml = (content) => `<?xml version="1.0"?><feed><entry><title>T</title><summary>${content}`;

function sqlite(...statements) {
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
  const path = join(folder, 'papers.db');
  const database = new Database(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

function honestBibtex() {
  const names = Array.from({ length: 3000 }, (_, n) => `@string{j${n} = "Journal ${n}"}`);
  const entries = Array.from({ length: 2000 }, (_, n) => `@article{a${n}, title={T ${n}}, journal=j${n}, year=2020}`);
  return [...names, ...entries].join('\n');
}

function doubling() {
  const names = Array.from({ length: 26 }, (_, n) => String.fromCharCode(97 + n));
  const strings = names.map(
    (name, n) => `@string{${name} = ${n === 0 ? '"abcdefgh"' : `${names[n - 1]} # ${names[n - 1]}`}}`,
  );
  return `${strings.join('\n')}\n@article{x, title=z, journal={J}, year=2020}`;
}

function gzips(times) {
  let bytes = Buffer.from('[]');
  for (let n = 0; n < times; n++) bytes = gzipSync(bytes, { level: 1 });
  return bytes;
}

/** @type {[name: string, file: string, content: () => string | Uint8Array][]} */
const files = [
  ['JSON, \\( 200,000 times', 'a.json', () => paper('\\('.repeat(200_000))],
  ['JSON, \\^ 1,000 times', 'a.json', () => paper('\\^'.repeat(1000))],
  ['HTML, <p a=b< 20,000 times', 'a.json', () => paper('<p a=b<'.repeat(20_000))],
  ['HTML, <i> 80,000 times', 'a.json', () => paper('<i>'.repeat(80_000))],
  ['HTML, a long word and <p> 150,000 times', 'a.json', () => paper('a'.repeat(500_000) + '<p>'.repeat(150_000))],
  ['XML, <sup> in 60 elements, 320 kB', 'a.xml', () => xml('<i>'.repeat(60) + '<sup>1</sup>'.repeat(29_000))],
  ['XML, <z> 1,000,000 times', 'a.xml', () => `<?xml version="1.0"?><feed>${'<z>'.repeat(1_000_000)}`],
  ['BibTeX, 200 kB of )', 'a.bib', () => `@article{a, title={T}}\n@article(b${')'.repeat(200_000)}`],
  ['BibTeX, 3,000 strings and 2,000 entries', 'a.bib', honestBibtex],
  ['BibTeX, 26 strings that double', 'a.bib', doubling],
  [
    'SQLite, a view',
    'a.db',
    () =>
      sqlite(
        'create table x(n); insert into x values (1), (2), (3), (4), (5), (6), (7), (8)',
        `create view papers as select 1 as rowid, 'T' as title, 2020 as year, 'C' as conference,
          zeroblob(200000000) as abstract from x, x as y`,
      ),
  ],
  [
    'SQLite, a generated column',
    'a.db',
    () =>
      sqlite(
        'create table papers(title, year, conference, abstract as (zeroblob(400000000)))',
        `insert into papers values ('T', 2020, 'C'), ('U', 2020, 'C'), ('V', 2020, 'C')`,
      ),
  ],
  ['gzip, 2,000 in each other', 'a.json.gz', () => gzips(2000)],
  ['gzip, 400 MB of line breaks', 'a.jsonl.gz', () => gzipSync(Buffer.alloc(400_000_000, '\n'))],
];

function gme() {
  const bytes = Buffer.alloc(2_000_000);
  const [codes, lines, table] = [65_535, 60_000, 0x200];
  bytes.writeUInt32LE(table, 0);
  bytes.writeUInt32LE(0x238b, 8);
  bytes.writeUInt32LE(codes, table);
  bytes.writeUInt32LE(1, table + 4);
  const script = table + 8 + codes * 4;
  for (let n = 0; n < codes; n++) bytes.writeUInt32LE(script, table + 8 + n * 4);
  bytes.writeUInt16LE(lines, script);
  for (let n = 0; n < lines; n++) bytes.writeUInt32LE(script + 2 + lines * 4, script + 2 + n * 4);
  return bytes;
}

async function brackets() {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.alloc(120_000_000, '['), 'tonstift-backup.json');
  zip.end();
  const parts = [];
  for await (const part of zip.outputStream) parts.push(part);
  return Buffer.concat(parts);
}

/** @type {[name: string, path: string, body: () => Promise<FormData>][]} */
const requests = [
  ['a GME whose codes share a long script', '/try', async () => form('gme', 'a.gme', gme())],
  ['a backup whose list is 120 million brackets', '/backup', async () => form('backup', 'a.zip', await brackets())],
];

function form(field, name, bytes) {
  const body = new FormData();
  body.append(field, new Blob([bytes]), name);
  return body;
}

async function measure(name, deliver) {
  const home = mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
  const daemon = startDaemon(home, { 'log-level': 'info', 'inbox-settle-seconds': 0.2, 'embed-schedule': '' });
  try {
    const url = await daemon.url;
    const end = await watchHealth(url);
    let peak = 0;
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await sleep(100)) peak = Math.max(peak, memoryOf(daemon.child.pid));
    })();
    const begun = performance.now();
    const said = await Promise.race([deliver(daemon, home), sleep(limits.seconds * 1000, 'not done')]);
    const seconds = (performance.now() - begun) / 1000;
    isOver = true;
    await watching;
    const facts = await Promise.race([end(), sleep(60_000)]);
    const wait = facts === undefined ? Infinity : Math.max(0, facts.longest - facts.idle);
    report(name, { wait, peak, seconds }, said ?? lastLine(daemon.output()));
  } finally {
    await daemon.end();
    rmSync(home, { recursive: true, force: true });
  }
}

const lastLine = (output) =>
  output
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^\S+ \S+ /, '')
    .slice(0, 150) ?? '';

function report(name, { wait, peak, seconds }, said) {
  const ok = wait <= limits.waitMs && peak <= limits.megabytes && seconds < limits.seconds;
  if (!ok) process.exitCode = 1;
  console.log(
    `${name}\n  silent ${wait.toFixed(0)} ms, ${peak.toFixed(0)} MB, ${seconds.toFixed(1)} s${ok ? '' : ' MISSED'}`,
  );
  console.log(`  ${said}`);
}

const isWanted = (name) => given.only === undefined || name.includes(given.only);

for (const [name, file, content] of files.filter(([one]) => isWanted(one))) {
  const bytes = content();
  await measure(name, async (_, home) => {
    const inbox = join(home, 'inbox');
    writeFileSync(join(inbox, file), bytes);
    while (readdirSync(inbox).some((one) => one === file)) await sleep(50);
  });
}
for (const [name, path, body] of requests.filter(([one]) => isWanted(one))) {
  const given = await body();
  await measure(name, async (daemon) => {
    const { status, body: answer } = await daemon.ask(path, { method: 'POST', body: given });
    return `${status} ${JSON.stringify(answer).slice(0, 150)}`;
  });
}
