/** The steps that publish a release, in the workflow of its tag. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the section of CHANGELOG.md for the version, or undefined. */
export function notesOf(root, version) {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  return sections.find((one) => one.startsWith(`## [${version}] - `));
}

/** Signs SHA256SUMS with the GPG key that TONSTIFT_SIGNING_KEY names. */
export function sign(folder) {
  // An unset variable of a workflow is an empty text.
  const key = process.env.TONSTIFT_SIGNING_KEY || undefined;
  if (key === undefined) return console.log('TONSTIFT_SIGNING_KEY is not set: SHA256SUMS is not signed.');
  const words = ['--batch', '--yes', '--local-user', key, '--armor', '--detach-sign', join(folder, 'SHA256SUMS')];
  execFileSync('gpg', words, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Returns the option that npm requires for a prerelease. */
export const npmTag = (version) => (version.includes('-') ? ['--tag', 'next'] : []);

/**
 * Returns the steps in order: npm never takes a version again, so it comes last. `check` prints something if a former
 * run has done the step. A run that was ended while it uploaded leaves a draft on GitHub.
 * @param {{ name: string, version: string, notes: string, assets: string[] }} release
 */
export function publishingSteps({ name, version, notes, assets }) {
  const tag = `v${version}`;
  const kind = version.includes('-') ? ['--prerelease'] : [];
  const tarball = assets.find((path) => path.endsWith('.tgz')) ?? '';
  return [
    {
      check: ['gh', 'release', 'view', tag, '--json', 'isDraft', '--jq', 'select(.isDraft | not)'],
      words: ['gh', 'release', 'create', tag, '--verify-tag', ...kind, '--title', tag, '--notes', notes, ...assets],
    },
    {
      check: ['npm', 'view', `${name}@${version}`, 'version'],
      words: ['npm', 'publish', '--provenance', '--access', 'public', ...npmTag(version), tarball],
    },
  ];
}

/** @param {{ check: string[] }} step */
export function isDone({ check: [program = '', ...words] }) {
  const { status, stdout } = spawnSync(program, words, { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
}
