/**
 * Measures the download of a 70 MB GME by a client with Chromium's headers, against plain file servers with the same
 * file, alternating in one run: a minimal one of Node, and Python's if installed. The daemon is the real program,
 * with the environment of the systemd unit. Runs on `dist`; needs curl.
 *
 *   node benchmarks/download.mjs [--rounds 25] [--megabytes 69]
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { act, startDaemon, unitEnvironment } from './chaos/daemon.mjs';
import { mp3 } from './chaos/sounds.mjs';

const mostTime = 1.2;
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    megabytes: { type: 'string', default: '69' },
    // Only run the plain server for this file.
    serve: { type: 'string' },
  },
});
const tracks = 24;
/** The encodings that Chromium sends to this machine; to other machines it omits the last two. */
const encodings = 'gzip, deflate, br, zstd';

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

function servePlainly(path) {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Length', statSync(path).size);
    createReadStream(path).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => console.log(`port ${Object(server.address()).port}`));
}

/** Starts a server in its own process that prints its port. */
async function startServer(program, words, cwd) {
  const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  const [text] = await once(child.stdout, 'data');
  return { port: /port (\d+)/.exec(String(text))?.[1], stop: () => child.kill() };
}

async function makeGme(daemon) {
  const form = new FormData();
  // At 64 kbit/s, a frame has 209 bytes.
  const frames = Math.ceil((Number(options.megabytes) * 1e6) / tracks / 209);
  for (let n = 1; n <= tracks; n++) {
    const sound = mp3({ frames, offset: n * 17, title: `Lied ${n}`, album: 'Benchmark', track: n });
    form.append('files', new Blob([new Uint8Array(sound)]), `${n}.mp3`);
  }
  const { body } = await daemon.ask('/', { method: 'POST', body: form });
  const uid = body.album.oid;
  const made = await act(daemon, { action: 'create_gme', uid: String(uid) });
  if (made.status !== 200) throw new Error(`No file was made: ${JSON.stringify(made.body)}`);
  return `/download_gme/${uid}`;
}

/** Downloads once; returns milliseconds. */
function fetched(url, size) {
  const words = ['-s', '-o', '/dev/null', '-H', `Accept-Encoding: ${encodings}`, '-H', 'Accept: text/html,*/*;q=0.8'];
  const wanted = ['-w', '%{http_code} %{size_download} %{time_total}', url];
  // A browser has loaded a page before, so the account of the connection is already known if the server caches it.
  const before = ['-s', '-I', '-o', '/dev/null', url, '--next'];
  const [status, bytes, seconds] = execFileSync('curl', [...before, ...words, ...wanted], { encoding: 'utf8' }).split(
    ' ',
  );
  if (status !== '200' || Number(bytes) !== size) throw new Error(`${url} answered ${status} with ${bytes} bytes.`);
  return Number(seconds) * 1000;
}

async function measure(folder, daemon, servers) {
  const path = await makeGme(daemon);
  const gmes = join(folder, 'home', 'library', 'gme');
  const plain = join(folder, 'plain', 'file.bin');
  copyFileSync(join(gmes, readdirSync(gmes)[0]), plain);
  const { size } = statSync(plain);

  const own = await startServer(process.execPath, [fileURLToPath(import.meta.url), '--serve', plain]);
  servers.push(own);
  const urls = { daemon: (await daemon.url) + path, 'plain server of Node': `http://127.0.0.1:${own.port}/` };
  if (spawnSync('python3', ['--version']).status === 0) {
    const words = ['-u', '-m', 'http.server', '--bind', '127.0.0.1', '0'];
    const python = await startServer('python3', words, join(folder, 'plain'));
    servers.push(python);
    urls['plain server of Python'] = `http://127.0.0.1:${python.port}/file.bin`;
  }

  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(urls).map((name) => [name, []]));
  for (const url of Object.values(urls)) fetched(url, size);
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [name, url] of Object.entries(urls)) times[name].push(fetched(url, size));
  const { daemon: ours, ...plainOnes } = Object.fromEntries(
    Object.entries(times).map(([name, all]) => [name, median(all)]),
  );
  const best = Math.min(...Object.values(plainOnes));
  console.log(`${(size / 1e6).toFixed(1)} MB, as Chromium asks: ${ours.toFixed(0)} ms`);
  for (const [name, ms] of Object.entries(plainOnes)) console.log(`  ${name}: ${ms.toFixed(0)} ms`);
  const ratio = ours / best;
  const ok = ratio <= mostTime;
  if (!ok) process.exitCode = 1;
  console.log(`  ${ratio.toFixed(2)} times the faster of them (limit ${mostTime})${ok ? '' : ' MISSED'}`);
}

async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
  for (const name of ['home', 'plain']) mkdirSync(join(folder, name));
  const environment = { ...process.env, ...unitEnvironment() };
  const daemon = startDaemon(join(folder, 'home'), { 'log-level': 'info' }, environment);
  const servers = [];
  try {
    await measure(folder, daemon, servers);
  } finally {
    for (const server of servers) server.stop();
    await daemon.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

if (options.serve === undefined) await run();
else servePlainly(options.serve);
