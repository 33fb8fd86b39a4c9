/** Exports an album as a folder from which the public assembler builds the same file. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, TonstiftError } from '../base/errors.js';
import { mediumFile, mediumName, projectYaml } from '../gme/project.js';
import { kindOf, type MediumKind } from '../gme/read-media.js';
import type { GmeAlbum } from '../gme/header.js';
import { buildFile } from './build-file.js';
import { piecesOf, type MediaSource } from './media-source.js';

export interface Project {
  /** Name of the YAML file, without extension. */
  readonly name: string;
  readonly album: GmeAlbum;
  readonly media: readonly MediaSource[];
}

/**
 * Writes `<name>.yaml` and `audio/track_00.ogg` (or `.mp3`, depending on the media) and so on into a folder, which is
 * created if missing. The YAML file is written last: if it exists, the project is complete.
 * @returns the path of the YAML file
 * @throws TonstiftError `bad_field`, `no_space`, `build_failed`
 */
export async function exportProject(directory: string, { name, album, media }: Project): Promise<string> {
  const yaml = projectYaml(album, media.length);
  const audio = join(directory, 'audio');
  await mkdir(audio, { recursive: true }).catch((thrown: unknown) => {
    throw new TonstiftError('build_failed', `${audio} cannot be created: ${messageOf(thrown)}`, {}, { cause: thrown });
  });
  await removeFormerTracks(audio, media.length);

  for (const [index, source] of media.entries()) {
    const path = join(directory, mediumFile(index, await extensionOf(source)));
    await buildFile(path, (file) => writeFile(file, piecesOf([source])));
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
  let kind: MediumKind = 'unknown';
  for await (const opening of piecesOf([{ ...source, end: Math.min(source.end, source.start + 4) }]))
    kind = kindOf(opening);
  return kind === 'unknown' ? 'mp3' : kind;
}
