import { readdirSync, readlinkSync } from 'node:fs';

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    // That of the list itself.
    return '';
  }
}

/**
 * Paths of the files and folders that this process has open, on Linux. Sockets, pipes and devices are left out: the
 * test runner closes its own at any time.
 */
export const openFiles = (): string[] =>
  readdirSync('/proc/self/fd')
    .map(targetOf)
    .filter((path) => /^\/(?!dev\/|proc\/)/.test(path))
    .sort();
