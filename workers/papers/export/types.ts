import type { Paper } from '../types.js';

/** A paper to export; `note` is the user's note. */
export interface ExportedPaper {
  paper: Paper;
  note?: string;
}

/** An export format: a head before all papers, then each paper in order. */
export interface Notation {
  /** The file extension, without the dot. */
  ending: string;
  /** The media type with its parameters. */
  type: string;
  /** Call it once per file: what is written may depend on earlier papers. */
  begin(): { head: string; write: (exported: ExportedPaper) => string };
}
