/**
 * Makes a release in `dist/release` from a clean checkout, and says what publishing it would do: `npm run release`.
 * Two runs of one commit give the same SHA256SUMS.
 *
 * `--version V`: the version that you mean to release; it must be the one in package.json. `--publish`: makes and pushes
 * the tag, whose workflow on GitHub publishes. `--skip-checks`: without publint, arethetypeswrong and lintian.
 * `TONSTIFT_SIGNING_KEY`: the GPG key that signs SHA256SUMS and the tag.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isDone, notesOf, npmTag, publishingSteps, sign } from './publishing.mjs';
import { commitTime } from './release-time.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist/release');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { values } = parseArgs({
  options: {
    version: { type: 'string', default: manifest.version },
    publish: { type: 'boolean', default: false },
    'skip-checks': { type: 'boolean', default: false },
  },
});
const { version } = values;
const tag = `v${version}`;
const seconds = commitTime(root);
const inWorkflow = process.env.GITHUB_ACTIONS === 'true';

function run(program, words, options = {}) {
  console.log(`$ ${program} ${words.join(' ').replaceAll(root, './')}`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(seconds) };
  return execFileSync(program, words, {
    ...{ cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] },
    ...options,
  });
}
const show = (program, words) => run(program, words, { stdio: ['ignore', 'inherit', 'inherit'] });
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** What must change before `--publish`; a dry run only says it. */
function missing() {
  return [
    version !== manifest.version && `package.json has ${manifest.version}: npm version ${version} --no-git-tag-version`,
    notesOf(root, version) === undefined &&
      `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD": rename "## [Unreleased]"`,
    manifest.repository === undefined && 'package.json has no repository, which npm needs for provenance',
    !process.env.DEBEMAIL && 'DEBFULLNAME and DEBEMAIL are not set: the maintainer of the Debian packages',
    inWorkflow && !git('tag', '--points-at', 'HEAD').split('\n').includes(tag) && `the commit has no tag ${tag}`,
  ].filter((one) => one !== false);
}

function make() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const packed = run('npm', ['pack', '--silent', '--pack-destination', out]).trim().split('\n').at(-1) ?? '';
  writeFileSync(join(out, `${packed}.cdx.json`), readFileSync(join(root, 'dist/sbom.cdx.json')));
  for (const architecture of ['amd64', 'arm64']) {
    const words = ['--arch', architecture, '--tarball', join(out, packed), '--out', out];
    const deb = run(process.execPath, ['packaging/deb.mjs', ...words]).trim();
    const files = run('dpkg-deb', ['--fsys-tarfile', deb], { encoding: 'buffer' });
    const list = './usr/lib/tonstift/dist/sbom.cdx.json';
    writeFileSync(`${deb}.cdx.json`, run('tar', ['-xO', list], { input: files, stdio: ['pipe', 'pipe', 'inherit'] }));
  }
  // Also the context of the container: service-units/container/Containerfile needs no other file.
  const source = `tonstift-${version}`;
  run('git', ['archive', `--prefix=${source}/`, '-o', join(out, `${source}-source.tar.gz`), 'HEAD']);
}

/** The checks of the field. Each ends the release if it finds an error. */
function check() {
  const tarball = readdirSync(out).find((name) => name.endsWith('.tgz')) ?? '';
  const npx = (...words) => show('npx', ['--yes', ...words, join(out, tarball)]);
  npx('publint@0.3.25', 'run', '--strict');
  // CommonJS programs load it by import(), as docs/programs.md says.
  npx('@arethetypeswrong/cli@0.18.5', '--profile', 'esm-only', '--no-color');
  // npm rejects a version that it has, also in a dry run.
  if (!workflow().some((step) => step.words[0] === 'npm' && isDone(step)))
    show('npm', ['publish', '--dry-run', '--silent', ...npmTag(version), join(out, tarball)]);
  for (const deb of readdirSync(out).filter((name) => name.endsWith('.deb')))
    show('lintian', ['--fail-on', 'error,warning', join(out, deb)]);
}

function addSums() {
  const names = readdirSync(out).sort();
  const sum = (name) =>
    createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex');
  writeFileSync(join(out, 'SHA256SUMS'), names.map((name) => `${sum(name)}  ${name}\n`).join(''));
  sign(out);
}

/** The commands of a person. They start the workflow. */
function person() {
  const key = process.env.TONSTIFT_SIGNING_KEY;
  const signed = key === undefined ? ['-a'] : ['-u', key];
  return [
    ['git', 'tag', ...signed, tag, '-m', `Tonstift ${version}`],
    ['git', 'push', 'origin', tag],
  ];
}

const workflow = () =>
  publishingSteps({
    name: manifest.name,
    version,
    notes: notesOf(root, version) ?? '',
    assets: readdirSync(out).map((name) => join(out, name)),
  });

const changed = git('status', '--porcelain');
if (changed !== '') throw new Error(`The checkout has changes. Commit them first:\n${changed}`);
const problems = missing();
if ((values.publish || inWorkflow) && problems.length > 0)
  throw new Error(`Not published:\n- ${problems.join('\n- ')}`);
make();
if (!values['skip-checks']) check();
addSums();
console.log(`\n${readFileSync(join(out, 'SHA256SUMS'), 'utf8')}`);
if (values.publish) for (const [program, ...words] of person()) show(program, words);
else {
  const line = (words) => `  ${words.join(' ').replaceAll(`${out}/`, '')}`;
  console.log(`This was a dry run. --publish would run:\n${person().map(line).join('\n')}`);
  const steps = workflow().map(({ words }) => line(words));
  console.log(`Then the workflow of the tag would run:\n${steps.join('\n')}`);
  if (problems.length > 0) console.log(`Before that:\n- ${problems.join('\n- ')}`);
}
