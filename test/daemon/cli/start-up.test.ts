/** What the program loads before it knows what it is asked for. */
import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Files and packages that a file imports at once, and what these do; types are nothing. */
function loadedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm,
  ))
    if (target.startsWith('.')) loadedBy(join(dirname(file), target.replace(/\.js$/, '.ts')), found);
    else found.add(target);
  return found;
}

const daemon = fileURLToPath(new URL('../../../daemon/', import.meta.url));

// It takes some 60 ms, for which a version, a help and a command that reads no settings need not wait.
it.each(['program.ts', 'cli/help.ts', 'cli/load-settings.ts'])('%s loads no zod', (file) => {
  const found = [...loadedBy(join(daemon, file))];
  expect(found).toContain(join(daemon, '../config/fields.ts'));
  expect(found).not.toContain('zod');
});
