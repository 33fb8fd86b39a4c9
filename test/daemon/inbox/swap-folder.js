/** Puts a link in the place of a folder and the folder back, without end. Two paths: the folder, and where to lead. */
import { renameSync, symlinkSync, unlinkSync } from 'node:fs';

const [folder, outside] = process.argv.slice(2);

/** Somebody may have made the folder anew in between: then the one before stays beside it. */
function attempt(act) {
  try {
    act();
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (!['EEXIST', 'ENOENT', 'ENOTEMPTY', 'EISDIR', 'ENOTDIR', 'EPERM'].includes(code ?? '')) throw error;
  }
}

console.log('begins');
for (let n = 0; ; n++) {
  const kept = `${folder}-${n}`;
  attempt(() => renameSync(folder, kept));
  attempt(() => symlinkSync(outside, folder));
  attempt(() => unlinkSync(folder));
  attempt(() => renameSync(kept, folder));
}
