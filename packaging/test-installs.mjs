/**
 * Installs the release as users would, on systems with nothing else, and prints a table. It needs root, debootstrap,
 * a network for apt and npm, and for the container podman. For arm64 and armhf it needs qemu-user-static, and a kernel
 * that starts programs of these processors with it (`ls /proc/sys/fs/binfmt_misc`). Run it by hand, after
 * `npm run release`:
 *
 *     node packaging/test-installs.mjs [--before OLD.deb] [--only NAME] [--port 21010]
 *
 * Each case gets its own copy of a minimal system in $TMPDIR/tonstift-installs, which is removed at the end. The
 * minimal systems stay there for the next run; delete the folder to fetch them again.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nodeOfVersion } from '../benchmarks/nodes/versions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    only: { type: 'string', default: '' },
    port: { type: 'string', default: '21010' },
    release: { type: 'string', default: join(root, 'dist/release') },
  },
});
const url = `http://127.0.0.1:${values.port}`;
const work = join(tmpdir(), 'tonstift-installs');
const data = 'srv/tonstift-data';
const run = (program, words, options = {}) =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26, ...options });
const released = (ending) => {
  const name = readdirSync(values.release).find((one) => one.endsWith(ending));
  if (name === undefined) throw new Error(`No file ${ending} in ${values.release}. Run npm run release first.`);
  return join(values.release, name);
};

/** debootstrap's own script for Ubuntu is older than the release, so it is named; Debian has no key of Ubuntu. */
const systems = {
  bookworm: { title: 'Debian 12', words: ['bookworm'] },
  trixie: { title: 'Debian 13', words: ['trixie'] },
  noble: {
    title: 'Ubuntu 24.04',
    words: ['--no-check-gpg', 'noble'],
    from: ['http://archive.ubuntu.com/ubuntu', 'gutsy'],
  },
  arm64: { title: 'Debian 12, arm64 in qemu', words: ['--arch=arm64', 'bookworm'] },
  armhf: { title: 'Debian 13, armhf in qemu', words: ['--arch=armhf', 'trixie'] },
};

function base(name) {
  const folder = join(work, `base-${name}`);
  if (existsSync(folder)) return folder;
  mkdirSync(work, { recursive: true });
  const { words, from = [] } = systems[name];
  run('debootstrap', ['--variant=minbase', ...words, `${folder}.new`, ...from]);
  run('mv', [`${folder}.new`, folder]);
  return folder;
}

/** Runs a case in a copy of a system, and removes the copy with its mounts. */
async function within(name, test) {
  const folder = join(work, `case-${process.pid}`);
  run('cp', ['-a', base(name), folder]);
  try {
    for (const place of ['proc', 'dev']) run('mount', ['--bind', `/${place}`, join(folder, place)]);
    cpSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));
    return await test(folder);
  } finally {
    for (const place of ['proc', 'dev']) run('sh', ['-c', 'umount "$0" || umount --lazy "$0"', join(folder, place)]);
    rmSync(folder, { recursive: true });
  }
}

const inside = (folder, script) =>
  run('chroot', [folder, 'sh', '-ec', script], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
const megabytes = (folder) => Number(run('du', ['-smx', '--exclude=*/var/cache/apt', folder]).split('\t')[0]);
/** Paths in a system, without what apt, dpkg and the log keep about every package. */
const filesIn = (folder) => {
  const others = ['var/lib/dpkg', 'var/lib/apt', 'var/cache', 'var/log', 'etc/ld.so.cache', data, 'tonstift.deb'];
  const paths = run('find', [folder, '-xdev', '-printf', '%P\n']).split('\n');
  return paths.filter((path) => !others.some((other) => path === other || path.startsWith(`${other}/`)));
};

/** A tone as WAV, which no pen plays, so that the program's own converter must work. */
function tone() {
  const samples = 44_100;
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [
    [16, 16],
    [24, 44_100],
    [28, 88_200],
    [40, samples * 2],
  ])
    bytes.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ])
    bytes.writeUInt16LE(value, at);
  bytes.write('data', 36, 'latin1');
  for (let n = 0; n < samples; n++) bytes.writeInt16LE(Math.round(9000 * Math.sin(n / 20)), 44 + n * 2);
  return bytes;
}

const ask = (path, options = {}) => fetch(url + path, { headers: { accept: 'application/json' }, ...options });

async function albumsOf() {
  const { albums } = /** @type {{ albums: { oid: number }[] }} */ (await (await ask('/library')).json());
  return albums;
}

async function until(what, test, tries = 600) {
  for (let n = 0; n < tries; n++) {
    const found = await test().catch(() => undefined);
    if (found) return found;
    await sleep(500);
  }
  throw new Error(`Waited in vain for ${what}.`);
}

/** Starts the daemon, has an album made or found, and stops the daemon. Returns the seconds until the pen's file. */
async function album(program, words) {
  const began = Date.now();
  const daemon = spawn(program, [...words, 'run', `--port=${values.port}`, '--open-browser=false'], {
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  try {
    await until('the daemon', async () => (await ask('/healthz')).ok);
    let albums = await albumsOf();
    if (albums.length === 0) {
      const body = new FormData();
      body.append('files', new Blob([tone()]), 'Tone/01 Tone.wav');
      const answer = await ask('/', { method: 'POST', body });
      if (answer.status !== 201) throw new Error(`The upload got ${answer.status}: ${await answer.text()}`);
      albums = await albumsOf();
    }
    const gme = await until('the file for the pen', async () => {
      const answer = await ask(`/download_gme/${albums[0].oid}`);
      return answer.ok && (await answer.arrayBuffer()).byteLength;
    });
    if (gme < 5000) throw new Error(`The file for the pen has ${gme} bytes.`);
    return (Date.now() - began) / 1000;
  } finally {
    daemon.kill();
    await ended;
  }
}

async function installed(folder, script, before) {
  const [size, began] = [megabytes(folder), Date.now()];
  inside(folder, script);
  const seconds = (Date.now() - began) / 1000;
  const version = inside(folder, 'tonstift --version').trim();
  const words = [folder, 'tonstift', `--home=/${data}`];
  const result = { seconds, megabytes: megabytes(folder) - size, album: await album('chroot', words), version };
  if (before) before(result);
  return result;
}

const install = 'apt-get install -y -qq --no-install-recommends /tonstift.deb';

/** Installs with apt, makes an album, removes, purges: the library must stay, and nothing else. */
const debian = (folder) => {
  const files = new Set(filesIn(folder));
  const architecture = inside(folder, 'dpkg --print-architecture').trim();
  cpSync(released(`_${architecture}.deb`), join(folder, 'tonstift.deb'));
  return installed(folder, install, (result) => {
    inside(folder, 'apt-get remove -y -qq tonstift && apt-get purge -y -qq tonstift');
    const left = filesIn(folder).filter((path) => !files.has(path));
    if (left.length > 0) throw new Error(`Purging leaves ${left.join(', ')}`);
    if (!existsSync(join(folder, data, 'library/library.json'))) throw new Error('Purging has removed the library.');
    result.after = 'purged: only the data stays';
  });
};

/** Makes an album with the old package, and finds it with the new one. */
async function upgrade(folder) {
  cpSync(values.before ?? '', join(folder, 'tonstift.deb'));
  const needed = 'apt-get update -qq; apt-get install -y -qq --no-install-recommends libatomic1;';
  const old = await installed(folder, `${needed} ${install}`);
  cpSync(released('_amd64.deb'), join(folder, 'tonstift.deb'));
  return { ...(await installed(folder, install)), after: `library of ${old.version} found` };
}

const npmRegistry = () => run('npm', ['config', 'get', 'registry']).trim();

/** Debian's npm needs 400 packages, so this machine's npm is run by the system's Node.js. */
async function npm(folder) {
  cpSync(join(run('npm', ['root', '--global']).trim(), 'npm'), join(folder, 'opt/npm'), { recursive: true });
  cpSync(released('.tgz'), join(folder, 'tonstift.tgz'));
  inside(folder, 'apt-get update -qq && apt-get install -y -qq --no-install-recommends nodejs ca-certificates');
  // Behind a proxy of a company, this machine's list of authorities has more than the new system's.
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(folder, 'opt/authorities.pem'));
  const words = `--registry=${npmRegistry()} --cafile=/opt/authorities.pem --no-audit --no-fund --silent`;
  const result = await installed(folder, `node /opt/npm/bin/npm-cli.js install --global ${words} /tonstift.tgz`);
  return { ...result, after: `Node.js ${inside(folder, 'node --version').trim()}` };
}

/** These options are those of the compose file, but the network is that of this machine. */
const asComposed = [
  ...['--network=host', '--user=1000:1000', '--read-only', '--tmpfs=/tmp', '--cap-drop=ALL'],
  ...['--security-opt=no-new-privileges', '--env=TONSTIFT_ALLOW_UNAUTHENTICATED=true'],
];

/**
 * Builds the container twice and runs it. The base image is made of the system and of Node.js and npm, because an
 * engine may have no registry.
 */
async function container(folder) {
  const store = join(work, 'containers');
  const podman = (...words) => run('podman', [`--root=${store}`, `--runroot=${store}-run`, ...words]);
  cpSync(nodeOfVersion('22'), join(folder, 'usr/local/bin/node'));
  cpSync(join(run('npm', ['root', '--global']).trim(), 'npm'), join(folder, 'opt/npm'), { recursive: true });
  run('ln', ['-s', '/opt/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')]);
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(folder, 'opt/authorities.pem'));
  const archive = join(work, 'base.tar');
  run('tar', ['-C', folder, '--one-file-system', '-cf', archive, '.']);
  const variables = ['NPM_CONFIG_CAFILE=/opt/authorities.pem', `NPM_CONFIG_REGISTRY=${npmRegistry()}`];
  const changes = variables.map((text) => `--change=ENV ${text}`);
  try {
    podman('import', ...changes, archive, 'docker.io/library/node:22-bookworm-slim');
    const began = Date.now();
    const file = join(root, 'service-units/container/Containerfile');
    const build = (tag) =>
      podman(
        ...['build', '--no-cache', '--isolation=chroot', '--network=host', '--format=docker'],
        `-f${file}`,
        `-t${tag}`,
        root,
      );
    build('tonstift');
    const seconds = (Date.now() - began) / 1000;
    build('again');
    const sums = (tag) =>
      podman(
        'run',
        '--rm',
        '--network=host',
        '--entrypoint=sh',
        tag,
        '-c',
        'find . -type f -exec sha256sum {} + | sort',
      );
    if (sums('tonstift') !== sums('again')) throw new Error('Two builds of one commit differ.');
    const own = ['data', 'inbox'].map((name) => join(work, `container-${name}`));
    for (const path of own) {
      mkdirSync(path);
      chownSync(path, 1000, 1000);
    }
    const words = [`--root=${store}`, `--runroot=${store}-run`, 'run', '--rm', ...asComposed];
    const volumes = [`--volume=${own[0]}:/data`, `--volume=${own[1]}:/inbox`];
    const first = await album('podman', [...words, ...volumes, 'tonstift']);
    const size = Number(podman('image', 'inspect', '--format={{.Size}}', 'tonstift'));
    const version = podman('run', '--rm', '--network=host', 'tonstift', '--version').trim();
    return {
      seconds,
      megabytes: Math.round(size / 1e6),
      album: first,
      version,
      after: 'two builds have the same files',
    };
  } finally {
    for (const name of ['data', 'inbox']) rmSync(join(work, `container-${name}`), { recursive: true, force: true });
    rmSync(archive, { force: true });
    podman('rmi', '--all', '--force');
    rmSync(store, { recursive: true, force: true });
  }
}

const cases = [
  { system: 'bookworm', way: 'apt install', test: debian },
  { system: 'trixie', way: 'apt install', test: debian },
  { system: 'noble', way: 'apt install', test: debian },
  ...(values.before === undefined ? [] : [{ system: 'bookworm', way: 'upgrade', test: upgrade }]),
  { system: 'trixie', way: 'npm install', test: npm },
  { system: 'arm64', way: 'apt install', test: debian },
  { system: 'armhf', way: 'npm install', test: npm },
  { system: 'bookworm', way: 'podman', test: container },
].filter(({ system, way }) => `${system} ${way}`.includes(values.only));

console.log('| System | Way | Installed in | MB | First album after | Version | |\n|---|---|---|---|---|---|---|');
for (const { system, way, test } of cases) {
  const title = systems[system].title;
  try {
    const { seconds, album: first, version, after = '', ...found } = await within(system, test);
    const cells = [title, way, `${seconds.toFixed(0)} s`, found.megabytes, `${first.toFixed(1)} s`, version, after];
    console.log(`| ${cells.join(' | ')} |`);
  } catch (error) {
    process.exitCode = 1;
    const { stderr = '', message } = /** @type {Error & { stderr?: string }} */ (error);
    console.log(`| ${title} | ${way} | failed: ${message} ${stderr.slice(-2000)} | | | | |`);
  }
}
