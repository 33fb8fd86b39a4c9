/** Messages between the print thread and the rest of the process. */
import type { ErrorCode } from '../base/errors.js';
import type { Language } from '../base/language/languages.js';
import type { Words } from '../base/language/sentence.js';
import type { SeenFile } from '../base/files/seen-file.js';
import type { PaperName } from './sheet/paper.js';
import type { PrintLayout } from './sheet/print-layout.js';
import type { SheetAlbum } from './sheet/sheet-album.js';

/** An album with the place of its pictures. */
export interface PrintedAlbum extends SheetAlbum {
  folder: Pick<SeenFile, 'root' | 'path'>;
  /** Start of the address of a picture; the picture's name is appended. */
  images: string;
}

/** A print order: albums in print order, their layout and the language. */
export interface SheetOrder {
  albums: readonly PrintedAlbum[];
  layout: PrintLayout;
  /** Language of the labels; titles stay as they are. */
  language: Language;
}

export type PrintTask =
  | ({ kind: 'pdf'; title: string } & SheetOrder)
  /**
   * Renders one page as a picture. `page` counts from 0; a page past the end becomes the last page. Later pages are
   * counted for at most `counting` milliseconds.
   */
  | ({ kind: 'preview'; page: number; counting: number } & SheetOrder)
  /** Draws the sheet of an album for the screen. Its fields are buttons of the form with this id. */
  | { kind: 'board'; album: SheetAlbum; layout: PrintLayout; form: string; language: Language }
  | { kind: 'test-sheet'; format: 'pdf' | 'png'; paper: PaperName; language: Language };

/** Tasks that produce a file, sent in pieces. */
export type FileTask = Exclude<PrintTask, { kind: 'preview' | 'board' }>;
/** Tasks that produce one picture. */
export type PictureTask = Extract<PrintTask, { kind: 'preview' | 'board' }>;

export interface Preview {
  /** Number of pages counted so far: counting a large library takes longer than a preview may. */
  pages: number;
  /** True if every page was counted. */
  complete: boolean;
  /** The page shown, counted from 0. */
  page: number;
  /** A whole `<svg>` element. */
  svg: string;
}

export type ToThread =
  | { say: 'start'; id: number; task: PrintTask }
  /** The reader took a piece; the thread may send another. */
  | { say: 'more'; id: number }
  | { say: 'stop'; id: number };

export type FromThread =
  | { say: 'piece'; id: number; bytes: Uint8Array }
  | { say: 'progress'; id: number; done: number; total: number }
  | { say: 'preview'; id: number; preview: Preview }
  | { say: 'end'; id: number }
  | { say: 'failed'; id: number; code: ErrorCode | null; words: Words; fields: Readonly<Record<string, Words>> };

/** Pieces that the thread sends before the reader takes one. */
export const piecesAhead = 4;
