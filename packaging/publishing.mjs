/** The steps that publish a release, in the workflow of its tag. */
import { spawnSync } from 'node:child_process';

/** Returns the option that npm requires for a prerelease. */
export const npmTag = (version) => (version.includes('-') ? ['--tag', 'next'] : []);

/**
 * Returns the steps in order: npm never takes a version again, so it comes last. `check` prints something if a former
 * run has done the step.
 * @param {{ name: string, version: string, notes: string, assets: string[] }} release
 */
export function publishingSteps({ name, version, notes, assets }) {
  const tag = `v${version}`;
  const kind = version.includes('-') ? ['--prerelease'] : [];
  const tarball = assets.find((path) => path.endsWith('.tgz')) ?? '';
  return [
    {
      check: ['gh', 'release', 'view', tag],
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
