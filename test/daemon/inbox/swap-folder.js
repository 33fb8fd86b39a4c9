/**
 * Puts a link in the place of a folder and the folder back, without end, and rests now and then: whoever takes longer
 * than a swap would never see the folder twice. Two paths: the folder, and where to lead.
 */
import { renameSync, symlinkSync, unlinkSync } from 'node:fs';

const [folder, outside] = process.argv.slice(2);

/** Somebody may have made the folder again in between: then the one before stays beside it. */
function attempt(act) {
  try {
    act();
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (!['EEXIST', 'ENOENT', 'ENOTEMPTY', 'EISDIR', 'ENOTDIR', 'EPERM'].includes(code ?? '')) throw error;
  }
}

const nobody = new Int32Array(new SharedArrayBuffer(4));
const rest = () => void Atomics.wait(nobody, 0, 0, Math.random() * 700);
let restAt = 0;

console.log('begins');
for (let n = 0; ; n++) {
  if (performance.now() > restAt) {
    rest();
    restAt = performance.now() + Math.random() * 300;
  }
  const kept = `${folder}-${n}`;
  attempt(() => renameSync(folder, kept));
  attempt(() => symlinkSync(outside, folder));
  attempt(() => unlinkSync(folder));
  attempt(() => renameSync(kept, folder));
}
