/** What the pages need of the list of saved papers. */
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Paper } from '../../../workers/papers/types.js';

export interface SavedPaperView {
  paper: Paper;
  /** Plain text, as it was written. */
  note: string;
  /** ISO 8601, UTC. */
  saved_at: string;
  /** Not in the database any more; `paper` is as it was when it was saved. */
  is_gone: boolean;
}

export const exportFormats = ['bibtex', 'ris', 'markdown', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Papers as another program reads them. */
export interface PaperFile {
  /** Of its name. */
  ending: string;
  /** For Content-Type. */
  type: string;
  pieces: AsyncIterable<string>;
}

/** Another note was written meanwhile; nothing was changed. */
export class NoteChanged extends TonstiftError {
  /** @param stored the note that there is now */
  constructor(readonly stored: string) {
    super('conflict', say('saved.changed'), { note: say('saved.changed') });
  }
}

/**
 * Throws `papers_unavailable` where the paper database is away; what names a paper throws `not_found` where there is no
 * such paper, or none such on the list.
 */
export interface SavedService {
  count(): Promise<number>;
  /** Newest first. */
  list(place: { from: number; limit: number }): Promise<SavedPaperView[]>;
  /** Those that were taken off the list and can be put back, the last one first. */
  removed(limit: number): Promise<SavedPaperView[]>;
  /** Those of them that are on the list. */
  among(uids: readonly string[]): Promise<string[]>;
  /** One that is on the list stays as it is. */
  save(uid: string): Promise<void>;
  /** Takes it off the list; for 30 days it can be put back, with its note. */
  remove(uid: string): Promise<void>;
  /** Where it was in the list. */
  restore(uid: string): Promise<void>;
  /**
   * Keeps a note; the paper is on the list then.
   * @param seen the note that its writer has seen; without it whatever is there is written over
   * @throws NoteChanged where another one is there by now
   */
  note(uid: string, note: string, seen?: string): Promise<void>;
  /** All that are on the list, with their notes. */
  file(format: ExportFormat): PaperFile;
  /** These, with the notes of those that are on the list. */
  fileOf(format: ExportFormat, papers: readonly Paper[]): Promise<PaperFile>;
}
