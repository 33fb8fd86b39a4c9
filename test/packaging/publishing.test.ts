/** Tests what the workflow of a release publishes. Scripts take the place of `gh` and `npm`. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { temporaryFolders } from '../support/folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Step {
  words: string[];
}

interface Job {
  permissions?: Record<string, string>;
  environment?: string;
  steps: { run?: string }[];
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: { build: Job; publish: Job };
}

const script = pathToFileURL(join(root, 'packaging/publishing.mjs')).href;
const { publishingSteps } = (await import(script)) as { publishingSteps: (release: object) => Step[] };

const newFolder = temporaryFolders();
let folder = '';
beforeEach(async () => void (folder = await newFolder()));

const program = (name: string, script: string): void => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
};

const stepsOf = (version: string): Step[] =>
  publishingSteps({ name: 'tonstift', version, notes: 'News', assets: ['a.tgz', 'SHA256SUMS'] });
const left = (version: string): string[] => {
  const code = `import { isDone } from '${script}';
    const steps = ${JSON.stringify(stepsOf(version))};
    console.log(JSON.stringify(steps.filter((step) => !isDone(step)).map(({ words }) => words[0])));`;
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const words = ['--input-type=module', '--eval', code];
  return JSON.parse(execFileSync(process.execPath, words, { env, encoding: 'utf8' })) as string[];
};

describe('the steps of a release', () => {
  it('make the release on GitHub first, because npm never takes a version again', () => {
    expect(stepsOf('0.2.0').map(({ words }) => words.join(' '))).toEqual([
      'gh release create v0.2.0 --verify-tag --title v0.2.0 --notes News a.tgz SHA256SUMS',
      'npm publish --provenance --access public a.tgz',
    ]);
  });

  it('mark a prerelease, so that nobody gets it by default', () => {
    const [github = '', npm = ''] = stepsOf('0.2.0-rc.1').map(({ words }) => words.join(' '));
    expect(github).toContain(' --prerelease ');
    expect(npm).toContain(' --tag next ');
  });

  it('are those that a former run has not done', () => {
    program('gh', '[ "$3" = v0.2.0 ] && echo \'{"isDraft":false}\'');
    // Some versions of npm end with 0 and print nothing.
    program('npm', '[ "$*" != "view tonstift@0.1.0 version" ] || echo 0.1.0');
    expect(left('0.2.0')).toEqual(['npm']);
    expect(left('0.1.0')).toEqual(['gh']);
    expect(left('0.3.0')).toEqual(['gh', 'npm']);
    program('npm', 'exit 1');
    expect(left('0.1.0')).toEqual(['gh', 'npm']);
  });
});

describe('the workflow of a release', () => {
  const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');

  const { permissions, jobs } = parse(text) as Workflow;

  it('identifies itself to npm without a token, which would come first', () => {
    expect(jobs.publish).toMatchObject({ environment: 'release', permissions: { 'id-token': 'write' } });
    expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|registry-url:/);
  });

  it('runs packages of others only where it may publish nothing', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(jobs.build.permissions ?? jobs.build.environment).toBeUndefined();
    const commands = jobs.publish.steps.flatMap(({ run = [] }) => run);
    expect(commands.join('\n')).toContain('node packaging/publish.mjs');
    expect(commands.join('\n')).not.toMatch(/\bnp[mx] (?!view)/);
    for (const name of ['publish', 'publishing']) {
      const imported = readFileSync(join(root, `packaging/${name}.mjs`), 'utf8').matchAll(/ from '([^']+)'/g);
      expect([...imported].map(([, from = '']) => from).filter((from) => !/^(node:|\.\/)/.test(from))).toEqual([]);
    }
  });
});
