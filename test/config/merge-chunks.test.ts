/** What `npm run build` makes of the program (config/merge-chunks.mjs). */
import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const chunks = fileURLToPath(new URL('../../dist/chunks/', import.meta.url));
const names = readdirSync(chunks);

/** The files that one loads before anything in it runs, without their hashes. */
function neededBy(name: string): string[] {
  const [file = ''] = names.filter((one) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(one));
  const text = readFileSync(join(chunks, file), 'utf8');
  return [...text.matchAll(/^(?:import|export) [^;]*?'\.\/(\w+)-[^']+'/gm)].map(([, one = '']) => one).sort();
}

it('loads four files beside its own for a search of papers, SQLite itself at last', () => {
  expect(neededBy('start')).toEqual([]);
  expect(neededBy('common')).toEqual(['start']);
  expect(neededBy('papers')).toEqual(['common', 'start']);
  expect(neededBy('sqlite')).toEqual(['common', 'papers', 'start']);
  // What it loads by the way is in these.
  const merged = /^(papers-search|reader|stores|database-manager|in-place-connection)-/;
  expect(names.filter((name) => merged.test(name))).toEqual([]);
});

it('has SQLite itself in no other file of the daemon', () => {
  const withLibrary = names.filter(
    (name) => !name.startsWith('beside-') && readFileSync(join(chunks, name), 'utf8').includes('@libsql/'),
  );
  expect(withLibrary).toEqual([expect.stringMatching(/^sqlite-/)]);
});
