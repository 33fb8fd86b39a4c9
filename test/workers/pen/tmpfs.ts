/** Real volumes, in memory: only root may mount them. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Mounting {
  /** A new folder where systems mount what is plugged in. */
  mediaFolder: () => string;
  /** Mounts a tmpfs on a new folder of this path, or on one that is there. */
  mount: (path: string, options?: string, isThere?: boolean) => string;
  /** Shows a folder at another place, too. */
  bind: (folder: string, path: string) => string;
  unmount: (path: string) => void;
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0;
  if (mounted) execFileSync('umount', [folder]);
  rmdirSync(folder);
  return mounted;
}

/** Tests that mount. Where that is not allowed, one test says so instead of them. All is unmounted after each test. */
export function withTmpfs(what: string, tests: (mounting: Mounting) => void): void {
  const able = canMount();
  describe(what, () => {
    if (!able) {
      const sentence = `Only root on Linux may mount, so the tests on real volumes are left out: ${what}.`;
      it(sentence, () => {
        process.stderr.write(`${sentence}\n`);
        expect(canMount()).toBe(false);
      });
      return;
    }
    const mounted: string[] = [];
    const folders: string[] = [];
    const unmount = (path: string): void => {
      // A daemon of another test may look at it just now.
      execFileSync('umount', ['-l', path]);
      mounted.splice(mounted.lastIndexOf(path), 1);
    };
    const make = (path: string): void => {
      mkdirSync(dirname(path), { recursive: true });
      mkdirSync(path);
      folders.push(path);
    };
    afterEach(() => {
      for (const path of mounted.splice(0).reverse())
        if (spawnSync('umount', [path]).status !== 0) execFileSync('umount', ['-l', path]);
      for (const path of folders.splice(0).reverse()) if (existsSync(path)) rmdirSync(path);
    });
    tests({
      mediaFolder() {
        mkdirSync('/media', { recursive: true });
        const folder = mkdtempSync('/media/tonstift-test-');
        folders.push(folder);
        return folder;
      },
      mount(path, options = 'size=1m', isThere = false) {
        if (!isThere && !folders.includes(path)) make(path);
        execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
        mounted.push(path);
        return path;
      },
      bind(folder, path) {
        make(path);
        execFileSync('mount', ['--bind', folder, path]);
        mounted.push(path);
        return path;
      },
      unmount,
    });
  });
}
