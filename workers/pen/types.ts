/**
 * Glossary
 *
 * volume      a mounted file system
 * pen         a volume recognized as one by a file on it, by its name, or because the configuration lists it
 * generation  the pen's processor, which determines the sound formats it plays
 * memory      our list of the files we put on each pen, in the data folder; other files are not ours
 * variant     an album's GME for the language and the sound format of a pen
 */
import type { AudioFormat } from '../audio/ffmpeg/pen-formats.js';

export interface Volume {
  /** Absolute path of the mount point. */
  path: string;
  /** Label of the file system; null if unknown. */
  label: string | null;
  readOnly: boolean;
  /** Only a folder of a file system is mounted here, so the name of the mount point does not identify the volume. */
  isPart?: boolean;
  /** Id of the file system as the system reports it (`1A2B-3C4D`); null if unknown. */
  uuid: string | null;
}

export type PenGeneration = 'ZC3201' | 'ZC3202N' | 'ZC3203L';

export interface Pen {
  /**
   * Serial number, or an id of the volume if there is none; never changes for a pen. Letters, digits, blanks and `._-`.
   * If two connected pens have the same number, one of them gets a suffix.
   */
  id: string;
  /** Display name: the label or the last part of the path. */
  name: string;
  path: string;
  serial: string | null;
  firmware: string | null;
  /**
   * As in GME headers: one of `penLanguages`, or another name in capital letters; null if the pen does not state it.
   */
  language: string | null;
  generation: PenGeneration | null;
  readOnly: boolean;
}

/** A `*.gme` file on a pen. */
export interface PenFile {
  /** Relative to the pen's root, with `/`. */
  path: string;
  size: number;
  /** Milliseconds since 1970, as the volume reports it. */
  mtimeMs: number;
  /** Null if it is not a GME file. */
  productId: number | null;
}

/** A file that we put on a pen. */
export interface RememberedFile {
  path: string;
  oid: number;
  size: number;
  mtimeMs: number;
  /** Hash of the content, hexadecimal. */
  sha256: string;
}

/** A file that should be on a pen. */
export interface WantedFile {
  oid: number;
  /** Title for messages. */
  title: string;
  /** Absolute path of the file to copy. */
  source: string;
  size: number;
  sha256: string;
  /**
   * False: people also get this file and copy it by hand. If the same content is on the pen, it is not copied, and the
   * one there does not become ours. True by default.
   */
  adopts?: boolean;
}

/** Sound format that a generation requires; null if it plays any. */
export const formatOf: Readonly<Record<PenGeneration, AudioFormat | null>> = {
  ZC3201: 'ogg',
  ZC3202N: null,
  ZC3203L: 'ogg',
};
