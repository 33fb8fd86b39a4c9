/** Runs every benchmark in this folder, one after the other; exits with 1 if one missed its limits. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('.', import.meta.url);
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .sort()) {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(name, folder))], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
