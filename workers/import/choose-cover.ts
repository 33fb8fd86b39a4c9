/**
 * Chooses covers for the parts of a batch: first a front of the part, then a picture in a track, then another picture
 * of the part, then a shared one.
 */
import { TonstiftError, wordsOf } from '../base/errors.js';
import { withSeen } from '../base/files/seen-file.js';
import type { FoundFile } from '../base/files/walk.js';
import { pictureHeader } from '../base/pictures/picture-header.js';
import { coverCandidates, mayBeFront } from '../library/pictures/cover-names.js';
import { makeCoverOfFile, type PictureWanted } from '../library/pictures/cover.js';
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
  /** Returns a picture that is better than an existing cover. */
  better(pictures: readonly FoundFile[]): Promise<ChosenCover | null>;
}

/** Pixels of the longer side: a smaller picture counts only if there is no other. */
const smallest = 64;

interface Found {
  cover: ChosenCover;
  side: number;
}

const isFront = ({ relativePath }: FoundFile): boolean => mayBeFront(relativePath);

const isLarge = (found: Found | null): boolean => found !== null && found.side >= smallest;

/**
 * @param unreadable receives unreadable pictures, each once
 * @param named cover for all parts, if given
 */
export function coversOf(unreadable: Rejected[], signal?: AbortSignal, named: ChosenCover | null = null): Covers {
  // Several parts may share pictures.
  const looked = new Map<string, Promise<Found | null>>();
  const ofPictures = (pictures: readonly FoundFile[]): Promise<Found | null> => {
    const key = pictures.map(({ path }) => path).join('\0');
    const found = looked.get(key) ?? bestOf(pictures, unreadable, signal);
    looked.set(key, found);
    return found;
  };
  return {
    async of({ pictures, tracks, shared }) {
      if (named !== null) return named;
      const looks = [
        () => ofPictures(pictures.filter(isFront)),
        () => ofTracks(tracks, signal),
        () => ofPictures(pictures.filter((picture) => !isFront(picture))),
        () => ofPictures(shared),
      ];
      let first: Found | null = null;
      for (const look of looks) {
        const found = await look();
        if (found !== null && isLarge(found)) return found.cover;
        first ??= found;
      }
      return first?.cover ?? null;
    },
    async better(pictures) {
      const found = await ofPictures(pictures.filter(isFront));
      return found !== null && isLarge(found) ? found.cover : null;
    },
  };
}

/** Returns the first large picture, else the first one. A picture of one pixel is a placeholder. */
async function bestOf(
  pictures: readonly FoundFile[],
  unreadable: Rejected[],
  signal?: AbortSignal,
): Promise<Found | null> {
  let first: Found | null = null;
  for (const picture of coverCandidates(pictures).slice(0, triedPictures)) {
    try {
      const found = foundIn(await coverOfSeen(picture, { signal }), 'picture');
      if (isLarge(found)) return found;
      if (found.side > 1) first ??= found;
    } catch (error) {
      if (!(error instanceof TonstiftError) || error.code !== 'bad_field') throw error;
      const { relativePath: filename } = picture;
      if (unreadable.every((one) => one.filename !== filename))
        unreadable.push({ filename, reason: error.fieldWords['cover'] ?? wordsOf(error) });
    }
  }
  return first;
}

function foundIn(jpeg: Uint8Array, kind: ChosenCover['kind']): Found {
  const { width, height } = pictureHeader(jpeg) ?? { width: 0, height: 0 };
  return { cover: { jpeg, kind }, side: Math.max(width, height) };
}

/** Returns the picture of the first track that has a large one, else of the first with any. */
async function ofTracks(tracks: readonly InspectedTrack[], signal?: AbortSignal): Promise<Found | null> {
  let first: Found | null = null;
  for (const track of tracks.filter(({ facts }) => facts.hasPicture).slice(0, triedTracks)) {
    const jpeg = await embeddedPicture(track, { signal });
    const found = jpeg === null ? null : foundIn(jpeg, 'embedded');
    if (isLarge(found)) return found;
    first ??= found;
  }
  return first;
}
