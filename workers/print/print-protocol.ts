/** What the print thread and the rest of the process say to each other. */
import type { ErrorCode } from '../base/errors.js';
import type { Language } from '../base/language/languages.js';
import type { Words } from '../base/language/sentence.js';
import type { SeenFile } from '../base/files/seen-file.js';
import type { PaperName } from './sheet/paper.js';
import type { PrintLayout } from './sheet/print-layout.js';
import type { SheetAlbum } from './sheet/sheet-album.js';

/** Where the pictures of an album are. */
export interface PrintedAlbum extends SheetAlbum {
  folder: Pick<SeenFile, 'root' | 'path'>;
  /** What a picture's name follows in its address. */
  images: string;
}

/** Albums in the order they are printed in. */
export interface SheetOrder {
  albums: readonly PrintedAlbum[];
  layout: PrintLayout;
  /** Of the words that are not the albums' own. */
  language: Language;
}

export type PrintTask =
  | ({ kind: 'pdf'; title: string } & SheetOrder)
  /**
   * One page as a picture; counted from 0, the last one where there are fewer. The pages behind it are counted for
   * so many milliseconds.
   */
  | ({ kind: 'preview'; page: number; counting: number } & SheetOrder)
  /** The sheet of an album with fields to be tapped on the screen: the buttons of a form of this id. */
  | { kind: 'board'; album: SheetAlbum; layout: PrintLayout; form: string; language: Language }
  | { kind: 'test-sheet'; format: 'pdf' | 'png'; paper: PaperName; language: Language };

/** What is a file, sent piece by piece. */
export type FileTask = Exclude<PrintTask, { kind: 'preview' | 'board' }>;
/** What is one picture. */
export type PictureTask = Extract<PrintTask, { kind: 'preview' | 'board' }>;

export interface Preview {
  /** As far as they were counted: a large library takes longer than a preview may. */
  pages: number;
  /** All of them were. */
  complete: boolean;
  /** The page that is shown, counted from 0. */
  page: number;
  /** A whole `<svg>` element. */
  svg: string;
}

export type ToThread =
  | { say: 'start'; id: number; task: PrintTask }
  /** A piece was taken: another may come. */
  | { say: 'more'; id: number }
  | { say: 'stop'; id: number };

export type FromThread =
  | { say: 'piece'; id: number; bytes: Uint8Array }
  | { say: 'progress'; id: number; done: number; total: number }
  | { say: 'preview'; id: number; preview: Preview }
  | { say: 'end'; id: number }
  | { say: 'failed'; id: number; code: ErrorCode | null; words: Words; fields: Readonly<Record<string, Words>> };

/** Pieces that are on their way before one is taken. */
export const piecesAhead = 4;
