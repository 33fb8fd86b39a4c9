/** Folders for tests, gone afterwards. */
import { afterAll, afterEach } from '@jest/globals';
import { mkdtempSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Call at the top of a file: answers a function that makes a new folder, removed after the test. */
export function temporaryFolders(): () => Promise<string> {
  const made: string[] = [];
  afterEach(async () => {
    for (const folder of made.splice(0))
      // What writes in the background may still be at it.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tonstift-test-'));
    made.push(folder);
    return folder;
  };
}

/** One folder for all tests of a suite, removed after the last. */
export function suiteFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tonstift-test-')));
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return folder;
}
