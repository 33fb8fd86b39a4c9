/**
 * Signs and publishes the files of `npm run release`, in the workflow of the tag. It does what a former run has not
 * done. It needs no package: nothing but this runs where releases can be published.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDone, notesOf, publishingSteps, sign } from './publishing.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist/release');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
sign(out);
const assets = readdirSync(out).map((file) => join(out, file));
for (const step of publishingSteps({ name, version, notes: notesOf(root, version) ?? '', assets })) {
  if (isDone(step)) continue;
  const [program = '', ...words] = step.words;
  execFileSync(program, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}
