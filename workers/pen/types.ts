/**
 * Glossary
 *
 * volume      a mounted file system
 * pen         a volume that is one: by a file on it, by its name, or because the configuration says so
 * generation  the pen's processor: it decides which sound it plays
 * memory      what we put on each pen, kept in our data folder; a file that is not in it is not ours
 * variant     an album's GME for the language and the sound of one pen
 */
import type { AudioFormat } from '../audio/ffmpeg/pen-formats.js';

export interface Volume {
  /** Absolute path of the mount point (Windows: of the drive). */
  path: string;
  /** Of the file system; null where none is known (Windows tells none). */
  label: string | null;
  /** What is mounted: `/dev/sdb1`, `tmpfs`, `F:` …; empty where unknown. */
  device: string;
  /** As the system names it: `vfat`, `exfat`, `msdos` …; empty where unknown. */
  type: string;
  readOnly: boolean;
  /** A folder of a file system, shown at this place: what the place is called says nothing of it. */
  isPart?: boolean;
  /** Of the file system, as the system tells it (`1A2B-3C4D`); null where it does not. */
  uuid: string | null;
}

export type PenGeneration = 'ZC3201' | 'ZC3202N' | 'ZC3203L';

export interface Pen {
  /**
   * Serial number, or what tells the volume from others where there is none; never changes for one pen. Letters,
   * digits, blanks and `._-`. Of two pens with the same number at once, one has more behind it.
   */
  id: string;
  /** For a person: the label or the last part of the path. */
  name: string;
  path: string;
  serial: string | null;
  firmware: string | null;
  /** As in GME headers: one of `penLanguages`, or another name in capital letters; null where the pen does not say. */
  language: string | null;
  generation: PenGeneration | null;
  readOnly: boolean;
}

/** A `*.gme` file on a pen. */
export interface PenFile {
  /** From the pen's root, with `/`. */
  path: string;
  size: number;
  /** Milliseconds since 1970, as the volume tells it. */
  mtimeMs: number;
  /** Null where it is no GME file. */
  productId: number | null;
}

/** A file that we put on a pen. */
export interface RememberedFile {
  path: string;
  oid: number;
  size: number;
  mtimeMs: number;
  /** Hexadecimal, of the content. */
  sha256: string;
}

/** A file that should be on a pen. */
export interface WantedFile {
  oid: number;
  /** For a person, in messages. */
  title: string;
  /** Absolute path of the file to copy. */
  source: string;
  size: number;
  sha256: string;
}

/** Sound that a generation plays; null where any does. */
export const formatOf: Readonly<Record<PenGeneration, AudioFormat | null>> = {
  ZC3201: 'ogg',
  ZC3202N: null,
  ZC3203L: 'ogg',
};
