/**
 * Copies the type declarations of the public entry, and those that they import, to `dist/types`. Programs that use the
 * package need no others; these are a twentieth of all declarations.
 */
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const wanted = new Set(['workers/papers/index.d.ts']);
// The loop also visits entries added meanwhile. It fails if an import has no declaration, such as a JSON file.
for (const file of wanted) {
  const imports = readFileSync(join(dist, file), 'utf8').matchAll(/(?:from |import |import\()["'](\.[^"']+)["']/g);
  for (const [, path = ''] of imports) wanted.add(join(dirname(file), path.replace(/\.js$/, '.d.ts')));
  cpSync(join(dist, file), join(dist, 'types', file));
}
