/**
 * The rotated log file, as a stream for winston. If it fails (full disk, read-only folder), the program continues.
 *
 * winston's own file transport is not used: it reorders lines while it rotates, and hides a failed write while further
 * entries fill the memory. Writes here are synchronous. A line takes microseconds, and the last lines before a crash
 * are in the file.
 */
import { appendFileSync, closeSync, constants, fstatSync, lstatSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { makeFolder } from '../../workers/base/files/make-folder.js';
import { messageOf, systemCodeOf } from '../../workers/base/errors.js';

/** Bytes per file, and the number of files: `tonstift.log`, `tonstift.1.log` (older) … `tonstift.4.log`. */
const fileBytes = 5_000_000;
const fileCount = 5;

/** A symbolic link in place of the file is not followed. */
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
const appending = O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY;

/** Milliseconds until a failed file is tried again. */
const retryMs = 60_000;

/** @param trouble called once per failure, with a sentence; must not throw */
export function rotatingLogFile(folder: string, trouble: (sentence: string) => void): Writable {
  const path = (age: number): string => join(folder, age === 0 ? 'tonstift.log' : `tonstift.${age}.log`);
  let file: { descriptor: number; ino: number } | null = null;
  let retryAt = 0;

  function open(): { descriptor: number; ino: number } {
    makeFolder(folder, 0o700);
    if (lstatSync(folder).isSymbolicLink()) throw new Error('it is a link, which is not followed');
    const descriptor = openSync(path(0), appending, 0o600);
    return { descriptor, ino: fstatSync(descriptor).ino };
  }

  function close(): void {
    if (file !== null) closeSync(file.descriptor);
    file = null;
  }

  function rotate(): void {
    close();
    for (let age = fileCount - 2; age >= 0; age--) {
      try {
        renameSync(path(age), path(age + 1));
      } catch (error) {
        if (systemCodeOf(error) !== 'ENOENT') throw error;
      }
    }
  }

  function append(line: string): void {
    if (file === null && performance.now() < retryAt) return;
    try {
      // Another program may have renamed, deleted or truncated it.
      if (lstatSync(path(0), { throwIfNoEntry: false })?.ino !== file?.ino) close();
      file ??= open();
      const { size } = fstatSync(file.descriptor);
      if (size > 0 && size + Buffer.byteLength(line) > fileBytes) {
        rotate();
        file = open();
      }
      appendFileSync(file.descriptor, line);
    } catch (error) {
      try {
        close();
      } catch {
        file = null;
      }
      retryAt = performance.now() + retryMs;
      trouble(`Cannot write the log file in ${folder}: ${messageOf(error)}. It is retried every minute.`);
    }
  }

  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      append(line);
      done();
    },
    final(done) {
      close();
      done();
    },
  });
}
