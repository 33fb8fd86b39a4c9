/** Stages an album's files on their way into the library. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isAudioName } from '../audio/album/names.js';
import { TonstiftError } from '../base/errors.js';
import { syncFile, syncFolder } from '../base/files/durable.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { sha256OfFile } from '../base/files/hash.js';
import { nameKey, safeName, uniqueName } from '../base/files/names.js';
import { removeTree } from '../base/files/remove-tree.js';
import type { FoundFile } from '../base/files/walk.js';
import { coverFileName } from '../library/pictures/cover.js';
import type { Library } from '../library/library.js';
import { trackPictureName } from '../library/pictures/track-pictures.js';
import { factsFileName } from '../library/records/facts.js';
import type { CopiedFile } from '../library/types.js';
import { bring } from './bring.js';
import type { InspectedTrack } from './types.js';
import { say } from '../base/language/sentence.js';

export const extrasFolder = 'extras';

interface StagedFile {
  filename: string;
  size: number;
  mtime_ms: number;
}

/** File names in the folder of an album, and in its folder of extras. */
export interface AlbumNames {
  names: readonly string[];
  extras: readonly string[];
}

const none: AlbumNames = { names: [], extras: [] };

/** A folder in `staging` that collects one album's files and is held open meanwhile. */
export interface Stage {
  /** Name in `staging`. */
  name: string;
  /** All files copied so far. */
  copies: readonly CopiedFile[];
  /** Adds a track under a name that is free in the album. */
  addTrack(file: InspectedTrack): Promise<StagedFile>;
  addExtra(file: FoundFile): Promise<void>;
  addCover(jpeg: Uint8Array): Promise<void>;
  /**
   * Adds the picture of a track; identical pictures once.
   * @returns its name
   */
  addPicture(jpeg: Uint8Array): Promise<string>;
  /** Syncs the folder's entries to the disk. */
  seal(): Promise<void>;
  /** Closes the folder and keeps it. */
  close(): Promise<void>;
}

/**
 * @param share a hard link is enough, because the source will be removed; otherwise bytes are copied, because others
 *   may change the source
 * @param there file names that the album already has
 * @throws TonstiftError `conflict` if a link replaces `staging`
 */
export async function openStage(library: Library, share: boolean, there: AlbumNames = none): Promise<Stage> {
  const name = randomUUID();
  const folder = await library.within('staging', (staging) => staging.below(name, { make: true }));
  const taken = new Set([coverFileName, factsFileName, extrasFolder, ...there.names].map(nameKey));
  const takenExtras = new Set(there.extras.map(nameKey));
  const copies: CopiedFile[] = [];
  let extras: HeldFolder | undefined;

  return {
    name,
    copies,
    async addTrack(file) {
      const filename = uniqueName(audioNameOf(file), taken);
      const { source, size, mtime_ms } = await bring(file, folder.at(filename), share || file.own === true);
      if (source.size !== file.size || source.mtime_ms !== file.mtime_ms || size !== file.size) {
        throw new TonstiftError('not_now', say('error.still_changing', { name: file.relativePath }));
      }
      copies.push({ filename, source: file.path, size, sha256: file.sha256 });
      return { filename, size, mtime_ms };
    },
    async addExtra(file) {
      extras ??= await folder.below(extrasFolder, { make: true });
      const filename = uniqueName(safeName(basename(file.relativePath)), takenExtras);
      const { size } = await bring(file, extras.at(filename), share || file.own === true);
      const sha256 = await sha256OfFile(extras.at(filename));
      copies.push({ filename: `${extrasFolder}/${filename}`, source: file.path, size, sha256 });
    },
    async addCover(jpeg) {
      const target = folder.at(coverFileName);
      await writeFile(target, jpeg, { flag: 'wx' });
      await syncFile(target);
    },
    async addPicture(jpeg) {
      const name = trackPictureName(jpeg);
      const target = folder.at(name);
      // An existing file of this name has the same content.
      await writeFile(target, jpeg);
      await syncFile(target);
      return name;
    },
    async seal() {
      for (const one of [extras, folder]) if (one !== undefined) await syncFolder(one.at(''));
      await library.within('staging', (staging) => syncFolder(staging.at('')));
    },
    async close() {
      await extras?.close();
      await folder.close();
    },
  };
}

/** Endings by container; those of MPEG-4 vary. */
const endings: readonly [RegExp, string][] = [
  [/^mpeg$/, 'mp3'],
  [/^adts/, 'aac'],
  [/^ogg/, 'ogg'],
  [/^flac/, 'flac'],
  [/^aiff/, 'aiff'],
  [/^wave/, 'wav'],
  [/^asf/, 'wma'],
  [/\/ffmpeg$/, 'mka'],
];

/**
 * Returns a valid name with an ending of audio: a track without one counts as removed. Audio that was recognized by its
 * bytes has none, and `safeName` makes `mp3` of `.mp3`.
 */
function audioNameOf({ relativePath, facts: { container } }: Pick<InspectedTrack, 'relativePath' | 'facts'>): string {
  const name = safeName(basename(relativePath));
  if (isAudioName(name)) return name;
  const [, ending = 'm4a'] = endings.find(([pattern]) => pattern.test(container)) ?? [];
  return `${name}.${ending}`;
}

/** Removes stages. Any that remain are removed when the library is opened next time. */
export async function removeStages(library: Library, names: readonly string[]): Promise<void> {
  await library
    .within('staging', async (staging) => {
      for (const name of names) await removeTree(staging, name);
    })
    .catch(() => undefined);
}
