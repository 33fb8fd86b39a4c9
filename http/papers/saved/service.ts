import * as z from 'zod/v4';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Paper } from '../../../workers/papers/types.js';
import { time } from '../../operations/answers.js';
import { paperFields } from '../papers/answers.js';

export const savedPaper = z
  .object({
    paper: z.object(paperFields),
    note: z.string(),
    saved_at: time,
    is_gone: z.boolean().describe('The paper is no longer in the database; `paper` is the saved copy.'),
  })
  .meta({ id: 'SavedPaper' });

/** `note` is plain text, unchanged. */
export type SavedPaperView = z.output<typeof savedPaper>;

export const exportFormats = ['bibtex', 'ris', 'markdown', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** An export file for other programs. */
export interface PaperFile {
  /** The file name extension. */
  ending: string;
  /** For Content-Type. */
  type: string;
  pieces: AsyncIterable<string>;
}

/** The note was changed elsewhere meanwhile; nothing was stored. */
export class NoteChanged extends TonstiftError {
  /** @param stored the current note */
  constructor(readonly stored: string) {
    super('conflict', say('saved.changed'), { note: say('saved.changed') });
  }
}

/**
 * Throws `papers_unavailable` if the paper database is not available. Functions with a uid throw `not_found` if there
 * is no such paper, or if it is not on the list.
 */
export interface SavedService {
  count(): Promise<number>;
  /** Newest first. */
  list(place: { from: number; limit: number }): Promise<SavedPaperView[]>;
  /** Removed papers that can be restored, most recent first. */
  removed(limit: number): Promise<SavedPaperView[]>;
  /** Returns the uids that are on the list. */
  among(uids: readonly string[]): Promise<string[]>;
  /** A paper that is on the list already is not changed. */
  save(uid: string): Promise<void>;
  /** Removes it from the list. It can be restored for 30 days, with its note. */
  remove(uid: string): Promise<void>;
  /** Restores it at its former place. */
  restore(uid: string): Promise<void>;
  /**
   * Stores a note, and saves the paper.
   * @param seen the note that the user saw; without it, the stored note is overwritten
   * @throws NoteChanged if the stored note differs from `seen`
   */
  note(uid: string, note: string, seen?: string): Promise<void>;
  /** All papers on the list, with their notes. */
  file(format: ExportFormat): PaperFile;
  /** These papers, with the notes of those on the list. */
  fileOf(format: ExportFormat, papers: readonly Paper[]): Promise<PaperFile>;
}

declare module '../../services.js' {
  interface Services {
    saved: SavedService;
  }
}
