/**
 * Deletes from `dist/types` what neither the public entry nor its declarations import. The compiler can emit only the
 * declarations of all files, and a program that uses the package needs a twentieth of them.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const types = fileURLToPath(new URL('../dist/types', import.meta.url));
const wanted = new Set(['workers/index.d.ts']);
// A loop over a set includes what is added meanwhile. A missing file ends the build, such as one that is no declaration.
for (const file of wanted) {
  const imports = readFileSync(join(types, file), 'utf8').matchAll(/(?:from |import\()["'](\.[^"']+)["']/g);
  for (const [, path = ''] of imports) wanted.add(join(dirname(file), path.replace(/\.js$/, '.d.ts')));
}
for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.d.ts') && !wanted.has(file)) rmSync(join(types, file));
