/**
 * Copies the declarations of the public entry, and those that they import, to `dist/types`. A program that uses the
 * package needs no others: they are a twentieth of all.
 */
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const wanted = new Set(['workers/index.d.ts']);
// The loop includes what is added meanwhile. It fails on an import that is no declaration, such as a JSON file.
for (const file of wanted) {
  const imports = readFileSync(join(dist, file), 'utf8').matchAll(/(?:from |import\()["'](\.[^"']+)["']/g);
  for (const [, path = ''] of imports) wanted.add(join(dirname(file), path.replace(/\.js$/, '.d.ts')));
  cpSync(join(dist, file), join(dist, 'types', file));
}
