/**
 * Writes `dist/types`: the declarations of the public entry, and those that they import. A program that uses the
 * package needs no others, and the compiler can emit only all of them.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = mkdtempSync(join(tmpdir(), 'tonstift-types-'));
try {
  const emit = ['--declaration', '--emitDeclarationOnly', '--incremental', 'false', '--outDir', all];
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json', ...emit], { cwd: root, stdio: 'inherit' });
  const wanted = new Set(['workers/index.d.ts']);
  // A set also iterates over what is added meanwhile.
  for (const file of wanted) {
    const imported = readFileSync(join(all, file), 'utf8').matchAll(/(?:from |import\()["'](\.[^"']+)["']/g);
    for (const [, path = ''] of imported) wanted.add(join(dirname(file), path.replace(/\.js$/, '.d.ts')));
  }
  const types = join(root, 'dist/types');
  rmSync(types, { recursive: true, force: true });
  for (const file of wanted) {
    mkdirSync(dirname(join(types, file)), { recursive: true });
    copyFileSync(join(all, file), join(types, file));
  }
} finally {
  rmSync(all, { recursive: true, force: true });
}
