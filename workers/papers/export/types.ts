import type { Paper } from '../types.js';

/** A paper on its way out; `note` is what somebody has written to it. */
export interface ExportedPaper {
  paper: Paper;
  note?: string;
}

/** One notation: what comes before all papers, and each of them, in their order. */
export interface Notation {
  /** Of the file, without its dot. */
  ending: string;
  /** Media type with its parameters. */
  type: string;
  /** Anew for each file: what is written may depend on what was. */
  begin(): { head: string; write: (exported: ExportedPaper) => string };
}
