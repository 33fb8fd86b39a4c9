/** Exports an album as a folder from which the public assembler builds the same file. */
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
  /** Name of the YAML file, without extension. */
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
 * Writes `<name>.yaml` and `audio/track_00.ogg` (or `.mp3`, depending on the media) and so on into a folder, which is
 * created if missing. The YAML file is written last: if it exists, the project is complete.
 * @returns the path of the YAML file
 * @throws TonstiftError `bad_field`, `aborted`, `no_space`, `build_failed`
 */
export async function exportProject(
  directory: string,
  { name, album, media }: Project,
  { signal, progress }: ExportOptions = {},
): Promise<string> {
  if (!/^[^/\\\0]{1,200}$/.test(name) || name === '.' || name === '..') {
    throw badFields({ name: `${JSON.stringify(name)} is not a valid file name.` });
  }
  const yaml = projectYaml(album, media.length);
  throwIfAborted(signal);
  const audio = join(directory, 'audio');
  await mkdir(audio, { recursive: true }).catch((thrown: unknown) => {
    throw new TonstiftError('build_failed', `${audio} cannot be created: ${messageOf(thrown)}`, {}, { cause: thrown });
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

/** The assembler rejects two files for one medium, and an earlier export may have used another format. */
async function removeFormerTracks(audio: string, count: number): Promise<void> {
  const stems = new Set(Array.from({ length: count }, (_, index) => `track_${mediumName(index)}`));
  for (const entry of await readdir(audio)) {
    const [, stem = ''] = /^(.*)\.(mp3|ogg|wav|flac)$/.exec(entry) ?? [];
    if (stems.has(stem)) await rm(join(audio, entry));
  }
}

/** The assembler recognizes media by extension. Unknown content is mp3, which has no reliable magic number. */
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
