/** Reads an audio file of a batch. */
import { stat } from 'node:fs/promises';
import { probe, type ProbeOptions } from '../../audio/probe.js';
import { TonstiftError } from '../../base/errors.js';
import { sha256OfFile } from '../../base/files/hash.js';
import { withSeen, type SeenFile } from '../../base/files/seen-file.js';
import { say } from '../../base/language/sentence.js';
import type { InspectedTrack } from '../types.js';

/**
 * Reads tags, length and hash.
 * @throws TonstiftError `unreadable_audio`, `not_now` if the file changes meanwhile, `aborted`; the system's error
 */
export function readTrack<File extends SeenFile>(
  file: File,
  { signal, listen }: ProbeOptions = {},
): Promise<File & Pick<InspectedTrack, 'size' | 'mtime_ms' | 'sha256' | 'facts'>> {
  return withSeen(file, async (path) => {
    const before = await stat(path);
    if (before.size === 0) throw new TonstiftError('unreadable_audio', say('wrong.empty_file'));
    const facts = await probe(path, { signal, listen });
    const sha256 = await sha256OfFile(path, signal);
    const after = await stat(path);
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) throw stillChanging(file.relativePath);
    return { ...file, size: after.size, mtime_ms: after.mtimeMs, sha256, facts };
  });
}

export const stillChanging = (name: string): TonstiftError =>
  new TonstiftError('not_now', say('error.still_changing', { name }));
