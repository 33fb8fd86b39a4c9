/** What `npm run build` makes of the program (config/merge-chunks.mjs). */
import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const chunks = fileURLToPath(new URL('../../dist/chunks/', import.meta.url));

/** The files that one loads before anything in it runs. */
const neededBy = (file: string): string[] =>
  [...readFileSync(join(chunks, file), 'utf8').matchAll(/^(?:import|export) [^;]*?'\.\/([^']+)'/gm)].map(
    ([, name = '']) => name,
  );

it('loads of the program three files beside its own for a search of papers', () => {
  expect(neededBy('start.js')).toEqual([]);
  expect(neededBy('common.js')).toEqual(['start.js']);
  expect(neededBy('papers.js').sort()).toEqual(['common.js', 'start.js']);
  // What it loads by the way is in these.
  expect(
    readdirSync(chunks).filter((name) => /^(papers-search|reader|in-place-connection|sqlite)-/.test(name)),
  ).toEqual([]);
});
