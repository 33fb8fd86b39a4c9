/** Chooses covers for the parts of a batch: first a picture of the part, then one in a track, then a shared picture. */
import { TonstiftError, wordsOf } from '../base/errors.js';
import { withSeen } from '../base/files/seen-file.js';
import type { FoundFile } from '../base/files/walk.js';
import { coverCandidates, makeCoverOfFile, type PictureWanted } from '../library/pictures/cover.js';
import type { AlbumRecord, Rejected } from '../library/types.js';
import type { Part } from './divide.js';
import { embeddedPicture } from './track-pictures.js';
import type { InspectedTrack } from './types.js';

export interface ChosenCover {
  jpeg: Uint8Array;
  kind: NonNullable<AlbumRecord['cover_kind']>;
}

/** Maximum pictures to try in tracks and in files; if none works, the album has no cover. */
const triedTracks = 3;
const triedPictures = 20;

/** Same errors as `makeCoverOfFile` and `openSeen`. */
export const coverOfSeen = (picture: FoundFile, wanted?: PictureWanted): Promise<Uint8Array> =>
  withSeen(picture, (path) => makeCoverOfFile(path, picture.relativePath, wanted));

export interface Covers {
  of(files: Pick<Part, 'tracks' | 'pictures' | 'shared'>): Promise<ChosenCover | null>;
  ofPictures(pictures: readonly FoundFile[]): Promise<ChosenCover | null>;
  /** For a part without its own picture. */
  ofRest(files: Pick<Part, 'tracks' | 'shared'>): Promise<ChosenCover | null>;
}

/**
 * @param rejected receives unreadable pictures, each once
 * @param named cover for all parts, if given
 */
export function coversOf(rejected: Rejected[], signal?: AbortSignal, named: ChosenCover | null = null): Covers {
  // Several parts may share pictures.
  const looked = new Map<string, Promise<ChosenCover | null>>();
  const ofPictures = (pictures: readonly FoundFile[]): Promise<ChosenCover | null> => {
    const key = pictures.map(({ path }) => path).join('\0');
    const found = looked.get(key) ?? firstReadable(pictures, rejected, signal);
    looked.set(key, found);
    return found;
  };
  const ofRest: Covers['ofRest'] = async ({ tracks, shared }) =>
    (await coverOfTracks(tracks, signal)) ?? ofPictures(shared);
  return { ofPictures, ofRest, of: async (files) => named ?? (await ofPictures(files.pictures)) ?? ofRest(files) };
}

async function firstReadable(
  pictures: readonly FoundFile[],
  rejected: Rejected[],
  signal?: AbortSignal,
): Promise<ChosenCover | null> {
  for (const picture of coverCandidates(pictures).slice(0, triedPictures)) {
    try {
      return { jpeg: await coverOfSeen(picture, { signal }), kind: 'picture' };
    } catch (error) {
      if (!(error instanceof TonstiftError) || error.code !== 'bad_field') throw error;
      const { relativePath: filename } = picture;
      if (rejected.every((one) => one.filename !== filename))
        rejected.push({ filename, reason: error.fieldWords['cover'] ?? wordsOf(error) });
    }
  }
  return null;
}

/** Returns the picture of the first track that has a valid one. */
async function coverOfTracks(tracks: readonly InspectedTrack[], signal?: AbortSignal): Promise<ChosenCover | null> {
  for (const track of tracks.filter(({ facts }) => facts.hasPicture).slice(0, triedTracks)) {
    const jpeg = await embeddedPicture(track, { signal });
    if (jpeg !== null) return { jpeg, kind: 'embedded' };
  }
  return null;
}
