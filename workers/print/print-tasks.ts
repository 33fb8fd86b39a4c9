/** The tasks of the print thread. */
import type { Language } from '../base/language/languages.js';
import type { SeenFile } from '../base/files/seen-file.js';
import type { Resolution } from '../oid/pattern.js';
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

/** Tasks that produce a file, sent in pieces. */
export type FileTask =
  | ({ kind: 'pdf'; title: string } & SheetOrder)
  | {
      kind: 'test-sheet';
      format: 'pdf' | 'png';
      paper: PaperName;
      language: Language;
      /** The dots in the settings. */
      kept: Resolution;
    };

/** Tasks that produce one picture. */
export type PictureTask =
  /**
   * Renders one page as a picture. `page` counts from 0; a page past the end becomes the last page. Later pages are
   * counted for at most `counting` milliseconds.
   */
  | ({ kind: 'preview'; page: number; counting: number } & SheetOrder)
  /** Draws the sheet of an album for the screen. Its fields are buttons of the form with this id. */
  | { kind: 'board'; album: SheetAlbum; layout: PrintLayout; form: string; language: Language };

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
