/** The readers of strangers' bytes, each with its tokens and the way by which an input comes to it. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { crc32, gzipSync } from 'node:zlib';
import yauzl from 'yauzl';
import { filesIn } from '../../benchmarks/chaos/digests.mjs';
import { mp3, png, zip } from '../../benchmarks/chaos/sounds.mjs';
import { checkedText } from '../../dist/workers/library/records/checked-text.js';

/** @typedef {import('./ground.mjs').Ground} Ground */
/** @typedef {import('./mutate.mjs').Input} Input */
/** @typedef {{status: number, body?: any}} Answer status 0: none */
/**
 * Readers of one lane get their inputs one after the other.
 * @typedef {object} Reader
 * @property {'papers' | 'albums' | 'others'} lane
 * @property {string[]} tokens
 * @property {(ground: Ground, input: Input) => Promise<Answer>} give
 */

const corpus = fileURLToPath(new URL('corpus/', import.meta.url));

/** Seconds to wait for one input. A reading process may be silent for 30 of them. */
const patience = 100;

/** @returns {Input[]} */
export const seedsOf = (reader) =>
  readdirSync(join(corpus, reader)).map((name) => ({ name, bytes: readFileSync(join(corpus, reader, name)) }));

/** Gives the same number for the same input, so that a replay takes the same way. */
const chosen = ({ bytes }, of) => crc32(bytes) % of;

const blobOf = (bytes) => new Blob([new Uint8Array(bytes)]);
const headers = { 'content-type': 'application/json' };

/** @returns {Promise<Answer>} */
const post = (ground, path, body, more = {}) =>
  ground.daemon.ask(path, { method: 'POST', body, signal: AbortSignal.timeout(patience * 1000), ...more });

function form(files) {
  const body = new FormData();
  for (const [field, name, bytes] of files) body.append(field, blobOf(bytes), name);
  return body;
}

/**
 * Moves a file or a folder into the inbox and waits until its files are gone. An empty folder stays for a minute. A
 * file that is cut off waits there for its rest: it is then removed, as its owner would do.
 */
async function throughInbox({ home, url }, name, write) {
  const aside = join(home, 'aside');
  write(aside);
  renameSync(aside, join(home, 'inbox', name));
  for (let left = patience * 20; left > 0; left--) {
    if (!filesIn(join(home, 'inbox')).some((path) => path.split('/')[0] === name)) return { status: 200 };
    if (left % 20 === 0 && (await isWaiting(url, name))) {
      rmSync(join(home, 'inbox', name), { recursive: true, force: true });
      return { status: 200 };
    }
    await sleep(50);
  }
  return { status: 0, body: `${name} stays in the inbox` };
}

async function isWaiting(url, name) {
  const response = await fetch(`${url}/status`, { headers: { accept: 'application/json' } });
  /** @type {any} */
  const { inbox } = await response.json();
  return inbox.arriving.some((one) => one.name === name && one.waits_for?.length > 0);
}

/** A file of papers: as a file of a form, as a body, or in the inbox. */
function givePapers(ground, input, name = input.name, bytes = input.bytes) {
  const way = chosen(input, 10);
  const called = `${++ground.given} ${name}`;
  if (way === 0) return throughInbox(ground, called, (at) => writeFileSync(at, bytes));
  if (way < 6) return post(ground, '/papers?conference=Given&year=2020', form([['files', called, bytes]]));
  return post(ground, `/papers?filename=${encodeURIComponent(called)}&folder=Given%202020`, bytes, { headers });
}

/** @param {string[]} tokens @returns {Reader} */
const papers = (...tokens) => ({ lane: 'papers', tokens, give: givePapers });

/** A text of a paper. @param {string[]} tokens @returns {Reader} */
const text = (...tokens) => ({
  lane: 'papers',
  tokens,
  give(ground, input) {
    const abstract = input.bytes.toString('utf8');
    const record = {
      title: `T ${abstract.slice(0, 200)}`,
      abstract,
      authors: abstract.slice(0, 500),
      keywords: abstract,
    };
    return givePapers(
      ground,
      input,
      'text.json',
      Buffer.from(JSON.stringify([{ ...record, year: 2020, conference: 'C' }])),
    );
  },
});

async function giveAudio(ground, input) {
  const number = ++ground.given;
  if (chosen(input, 8) > 0) return post(ground, '/', form([['files', input.name, input.bytes]]));
  return throughInbox(ground, `Album ${number}`, (at) => {
    mkdirSync(at);
    writeFileSync(join(at, input.name), input.bytes);
    writeFileSync(join(at, 'whole.mp3'), sound(number));
  });
}

const sound = (number) => mp3({ frames: 5, offset: 7 * number, title: `Song ${number}` });

async function giveCover(ground, input) {
  const files = [
    ['files', 'a.mp3', sound(++ground.given)],
    ['cover', input.name, input.bytes],
  ];
  return post(ground, '/', form(files));
}

/** Opens the file, taps codes, and plays a sound. */
async function giveGme(ground, { bytes }) {
  const answer = await post(ground, '/try', form([['gme', 'a.gme', bytes]]));
  if (answer.status !== 201) return answer;
  const { id, file } = answer.body;
  const paths = [`/try/${id}`, `/try/${id}/media/0`];
  const answers = await Promise.all(paths.map((path) => ground.daemon.ask(path)));
  let state = '';
  const { codes = [] } = file ?? {};
  for (const code of ['920', ...codes.slice(0, 4).map((one) => one.code ?? one), 'timer']) {
    const tap = await post(ground, `/try/${id}`, new URLSearchParams({ code: String(code), state, waited: '100' }));
    state = tap.body?.state ?? '';
    answers.push(tap);
  }
  answers.push(await post(ground, `/try/${id}/forget`, new URLSearchParams()));
  return answers.find(({ status }) => status === 0 || status >= 500) ?? answer;
}

/** A backup with this list; its files are those of the backup among the seeds. */
async function giveList(ground, { bytes }) {
  const [{ bytes: backup }] = seedsOf('backup');
  const source = await yauzl.fromBufferPromise(backup, { lazyEntries: true });
  /** @type {Record<string, Buffer>} */
  const entries = {};
  for await (const entry of source.eachEntry())
    entries[entry.fileName] = await buffer(await source.openReadStreamPromise(entry));
  entries['tonstift-backup.json'] = listed(bytes.toString('utf8'));
  return post(ground, '/backup', form([['backup', 'a.zip', await zip(entries)]]));
}

/** Adds the checksum to a list that is JSON. */
function listed(list) {
  try {
    return Buffer.from(checkedText(JSON.parse(list)));
  } catch {
    return Buffer.from(list);
  }
}

/** A request as it goes over the wire. Lines of its head end with \n in the corpus. */
async function giveRequest({ url }, { bytes }) {
  const { host, hostname, port } = new URL(url);
  const end = bytes.indexOf('\n\n');
  const [head, body] = end < 0 ? [bytes, Buffer.alloc(0)] : [bytes.subarray(0, end + 2), bytes.subarray(end + 2)];
  const lines = head.toString('latin1').replaceAll('\n', '\r\n').replace('HOST', host);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setTimeout(3000, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.on('data', (piece) => (answer = (answer + piece.toString('latin1')).slice(0, 2000)));
  socket.write(lines.replace('LENGTH', String(body.length)), 'latin1');
  socket.write(body);
  await new Promise((resolve) => socket.once('close', resolve));
  // The program may wait for the rest of a request, or close the connection.
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 400), body: answer };
}

/** @type {Record<string, Reader>} */
export const readers = {
  json: papers('{', '}', '[', ']', '"', ':', ',', '\\u0000', '\\ud800', '{"title":', '[[', 'null', '1e400', '"@type":'),
  jsonl: papers('\n', '{"title":"T"}\n', '{', '"', '\\', '\u2028', '\ufeff', '\0'),
  csv: papers('"', '""', ',', ';', '\t', '\n', '\r\n', 'title', 'title,year,conference\n', '\0', '\ufeff'),
  ris: papers(
    'TY  - JOUR\n',
    'ER  - \n',
    'TI  - ',
    'AU  - ',
    'PMID- 1\n',
    '%0 ',
    '%T ',
    'PT J\n',
    'ER\n',
    '      ',
    '\r',
  ),
  bibtex: papers(
    '@article{',
    '@string{a = ',
    '@comment{',
    '@preamble{',
    '{',
    '}',
    '"',
    '#',
    '=',
    ',',
    '(',
    ')',
    '\\',
    '%',
  ),
  xml: papers(
    '<',
    '>',
    '</',
    '/>',
    '<entry>',
    '</entry>',
    '<title>',
    '&amp;',
    '&#0;',
    '<![CDATA[',
    ']]>',
    '<!--',
    '<?xml',
  ),
  latex: text(
    '\\',
    '{',
    '}',
    '$',
    '$$',
    '\\(',
    '\\)',
    '\\[',
    '^',
    '_',
    '~',
    '%',
    '\\emph{',
    '\\frac{',
    '\\sqrt[',
    "\\'",
  ),
  html: text('<', '>', '</p>', '<p ', '&', ';', '&#x110000;', '<!--', '-->', '<sub>', '<math>', '<script>', "'", '"'),
  gzip: {
    ...papers('\n', '{"title":"T"}\n', '"', '\0'),
    give: (ground, input) => givePapers(ground, input, 'papers.jsonl.gz', gzipSync(input.bytes)),
  },
  packed: papers('\x1f\x8b', '\x1f\x8b\x08\x00', '\0', '\xff\xff'),
  zip: papers('PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', '../', '/', '.json', '\0', '\xff\xff\xff\xff'),
  sqlite: papers(
    'SQLite format 3\0',
    'papers',
    'create table papers(',
    'create virtual table ',
    ' as (',
    '\0',
    '\r',
    '\x0d',
  ),
  embeddings: {
    lane: 'others',
    tokens: ['[', ']', '{', '}', '"', ',', '1e400', 'null', '"ids":', '-0', '0.1,'],
    give: (ground, { bytes }) => post(ground, '/papers/embeddings?conference=Meadow&year=2020', bytes, { headers }),
  },
  audio: {
    lane: 'albums',
    tokens: [
      'ID3\x03',
      'APIC',
      'TIT2',
      'OggS',
      'fLaC',
      'ftyp',
      'moov',
      'RIFF',
      'data',
      'FORM',
      '\xff\xfb',
      'TAG',
      'APETAGEX',
    ],
    give: giveAudio,
  },
  cover: {
    lane: 'albums',
    tokens: [
      'IHDR',
      'IDAT',
      'PLTE',
      'IEND',
      '\xff\xd8',
      '\xff\xc0',
      '\xff\xda',
      'GIF89a',
      ',',
      '!\xf9',
      'BM',
      'II*\0',
      '\xff',
    ],
    give: giveCover,
  },
  backup: {
    lane: 'albums',
    tokens: [
      'PK\x01\x02',
      'PK\x03\x04',
      'PK\x05\x06',
      'albums/',
      '../',
      'tonstift-backup.json',
      '\0',
      '\xff\xff\xff\xff',
    ],
    give: (ground, { bytes }) => post(ground, '/backup', form([['backup', 'a.zip', bytes]])),
  },
  'backup-list': {
    lane: 'albums',
    tokens: [
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      '"folder":"..",',
      '"files":[',
      '"size":',
      '"oid":',
      '-1',
      '1e400',
      'null',
      '../',
    ],
    give: giveList,
  },
  gme: { lane: 'others', tokens: ['\0\0\0\0', '\xff\xff\xff\xff', '\x8b\x23', '\x01\0', '\xf0\xff'], give: giveGme },
  page: {
    lane: 'others',
    tokens: [
      'IHDR',
      'IDAT',
      'pHYs',
      'tRNS',
      'IEND',
      '\xff\xd8',
      '\xff\xc0',
      '\xff\xc4',
      '\xff\xda',
      '\xff\xdd',
      '\0',
      '\xff',
    ],
    give: (ground, { name, bytes }) => post(ground, '/try/page', form([['image', name, bytes]])),
  },
  mcp: {
    lane: 'others',
    tokens: [
      '\n',
      '{',
      '}',
      '[',
      '"',
      '"id":',
      '"method":',
      '"params":',
      'null',
      '{"jsonrpc":"2.0"}',
      '\\u0000',
      '"_meta":',
    ],
    give: (ground, { bytes }) => ground.askAssistant(bytes),
  },
  http: {
    lane: 'others',
    tokens: [
      '\n',
      ' ',
      ':',
      '?',
      '&',
      '=',
      '%',
      '%00',
      '%ff',
      ';',
      ',',
      '"',
      '/',
      '..',
      '[]',
      'Content-Length: 1\n',
      '\r',
      '\0',
    ],
    give: giveRequest,
  },
};

/** An album for requests about one. */
export const firstAlbum = async () =>
  form([
    ['files', 'a.mp3', mp3({ frames: 20, offset: 0, title: 'First' })],
    ['cover', 'cover.png', await png(40, [200, 90, 30])],
  ]);
