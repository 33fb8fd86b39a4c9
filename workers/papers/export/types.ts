import type { Decision } from '../sql/results.js';
import type { Paper } from '../types.js';

/** A paper to export; `note` is the user's note, `lists` are those that the user has put it on. */
export interface ExportedPaper {
  paper: Paper;
  note?: string;
  lists?: readonly string[];
  /** The decision of the exported screening, null for a paper that is not screened; undefined without a screening. */
  decision?: Decision | null | undefined;
}

/** The words for a decision in files for other programs. */
const decisionWords: Readonly<Record<Decision, string>> = { yes: 'included', no: 'excluded', maybe: 'maybe' };

/** The keywords by which other programs show lists and decision; Zotero makes tags of them. */
export const ownKeywords = ({ lists = [], decision }: ExportedPaper): string[] => [
  ...lists,
  ...(decision ? [decisionWords[decision]] : []),
];

/** An export format: a head before all papers, each paper in order, and a foot. */
export interface Notation {
  /** The file extension, without the dot. */
  ending: string;
  /** The media type with its parameters. */
  type: string;
  /** Call it once per file: what is written may depend on earlier papers. */
  begin(): { head: string; write: (exported: ExportedPaper) => string; foot?: string };
}
