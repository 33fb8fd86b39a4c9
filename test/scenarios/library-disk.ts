/** A disk for a library that is really mounted: a folder, bound to a mount point. Needs root. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface LibraryDisk {
  /** Where its content lies, mounted or not. */
  files: string;
  /** Where it is mounted. */
  point: string;
  /** Mounts it, or another folder in its place. */
  mount(content?: string): void;
  /** Pulls it out, whatever is open. */
  unmount(): void;
  /** What was written into the bare mount point; only while it is not mounted. */
  bare(): string[];
  remove(): void;
}

/** @param folder in which the content is kept */
export function libraryDisk(folder: string, name = 'disk'): LibraryDisk {
  const files = join(folder, `content of ${name}`);
  mkdirSync(files, { recursive: true });
  const parent = mkdtempSync('/mnt/tonstift test ');
  const point = join(parent, name);
  mkdirSync(point);
  let mounted = 0;
  const disk: LibraryDisk = {
    files,
    point,
    mount(content = files) {
      execFileSync('mount', ['--bind', content, point], { stdio: 'pipe' });
      mounted++;
    },
    unmount() {
      if (mounted === 0) return;
      execFileSync('umount', ['-l', point], { stdio: 'pipe' });
      mounted--;
    },
    bare: () => readdirSync(point),
    remove() {
      disk.unmount();
      rmSync(parent, { recursive: true, force: true });
    },
  };
  return disk;
}
