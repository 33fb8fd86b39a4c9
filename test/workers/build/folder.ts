/** A folder of its own for each test, removed behind it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import type { MediaSource } from '../../../workers/build/media-source.js';

export function testFolder(): { path: string } {
  const folder = { path: '' };
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'tonstift-build-'));
  });
  afterEach(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}

/** Writes media as files, `before` and `after` bytes of other things around them. */
export async function mediaFiles(
  folder: string,
  media: readonly Uint8Array[],
  before = 0,
  after = 0,
): Promise<MediaSource[]> {
  return Promise.all(
    media.map(async (medium, i) => {
      const path = join(folder, `medium-${i}`);
      await writeFile(path, Buffer.concat([Buffer.alloc(before, 1), medium, Buffer.alloc(after, 2)]));
      return { path, start: before, end: before + medium.length };
    }),
  );
}
