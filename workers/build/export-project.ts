/** An album as a folder that the public assembler makes the same file of. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../base/ports.js';
import { badFields, messageOf, TonstiftError } from '../base/errors.js';
import { mediumFile, mediumName, projectYaml } from '../gme/project.js';
import { kindOf } from '../gme/read-media.js';
import type { GmeAlbum } from '../gme/header.js';
import { writeFully } from '../base/files/open-file.js';
import { buildFile } from './build-file.js';
import { throwIfAborted } from './cipher-stream.js';
import type { MediaSource } from './media-source.js';
import { chunksOf, lengthOf, sourceReader } from './media-source.js';

export interface Project {
  /** Of the YAML file, without its ending. */
  readonly name: string;
  readonly album: GmeAlbum;
  readonly media: readonly MediaSource[];
}

export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** In bytes of media. */
  readonly progress?: Progress;
}

const chunkBytes = 1024 * 1024;

/**
 * Writes `<name>.yaml` and `audio/track_00.ogg` (or `.mp3`, by what the media are) and so on into a folder, which
 * is made where it is not there. The YAML comes last: where it is, the project is whole.
 * @returns the path of the YAML file
 * @throws TonstiftError `bad_field`, `aborted`, `no_space`, `build_failed`
 */
export async function exportProject(
  directory: string,
  { name, album, media }: Project,
  { signal, progress }: ExportOptions = {},
): Promise<string> {
  if (!/^[^/\\\0]{1,200}$/.test(name) || name === '.' || name === '..') {
    throw badFields({ name: `${JSON.stringify(name)} is not the name of a file.` });
  }
  const yaml = projectYaml(album, media.length);
  throwIfAborted(signal);
  const audio = join(directory, 'audio');
  await mkdir(audio, { recursive: true }).catch((thrown: unknown) => {
    throw new TonstiftError('build_failed', `${audio} cannot be made: ${messageOf(thrown)}`, {}, { cause: thrown });
  });
  await removeFormerTracks(audio, media.length);

  const total = media.reduce((sum, source) => sum + lengthOf(source), 0);
  const buffer = new Uint8Array(chunkBytes);
  let done = 0;
  for (const [index, source] of media.entries()) {
    const extension = await extensionOf(source);
    await buildFile(join(directory, mediumFile(index, extension)), async (file) => {
      const reader = sourceReader([source]);
      try {
        for (const chunk of chunksOf([source], chunkBytes)) {
          throwIfAborted(signal);
          const bytes = buffer.subarray(0, chunk.length);
          await reader.read(chunk, bytes);
          await writeFully(file, bytes, chunk.to);
          done += chunk.length;
          progress?.(done, total);
        }
      } finally {
        await reader.close();
      }
    });
  }
  const target = join(directory, `${name}.yaml`);
  await buildFile(target, (file) => file.writeFile(yaml));
  return target;
}

/** The assembler refuses two files for one medium: those of an earlier export may be of another format. */
async function removeFormerTracks(audio: string, count: number): Promise<void> {
  const stems = new Set(Array.from({ length: count }, (_, index) => `track_${mediumName(index)}`));
  for (const entry of await readdir(audio)) {
    const [, stem = ''] = /^(.*)\.(mp3|ogg|wav|flac)$/.exec(entry) ?? [];
    if (stems.has(stem)) await rm(join(audio, entry));
  }
}

/** The assembler knows media by their ending. What is nothing else is mp3, which has no sure beginning. */
async function extensionOf(source: MediaSource): Promise<string> {
  const opening = { ...source, end: Math.min(source.end, source.start + 4) };
  const reader = sourceReader([opening]);
  try {
    const bytes = new Uint8Array(4);
    for (const chunk of chunksOf([opening], chunkBytes)) await reader.read(chunk, bytes);
    const kind = kindOf(bytes);
    return kind === 'unknown' ? 'mp3' : kind;
  } finally {
    await reader.close();
  }
}
