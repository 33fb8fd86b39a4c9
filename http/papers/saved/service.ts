import * as z from 'zod/v4';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Paper } from '../../../workers/papers/types.js';
import { time } from '../../operations/answers.js';
import { paperFields } from '../papers/answers.js';
import type { PaperQuery } from '../papers/service.js';

export const decisions = ['yes', 'maybe', 'no'] as const;
export type Decision = (typeof decisions)[number];

export const savedPaper = z
  .object({
    paper: z.object(paperFields),
    note: z.string(),
    saved_at: time,
    read_at: time.nullable().describe('Null: unread.'),
    lists: z
      .array(z.object({ name: z.string(), decision: z.enum(decisions).nullable().describe('Null: not screened.') }))
      .describe('The lists that the paper is on.'),
    is_gone: z.boolean().describe('The paper is no longer in the database; `paper` is the saved copy.'),
  })
  .meta({ id: 'SavedPaper' });

/** `note` is plain text, unchanged. */
export type SavedPaperView = z.output<typeof savedPaper>;

export const savedList = z
  .object({
    name: z.string(),
    papers: z.int(),
    unread: z.int(),
    yes: z.int().describe('Papers by decision. The others are not screened.'),
    maybe: z.int(),
    no: z.int(),
  })
  .meta({ id: 'SavedList' });

/** The name of a list is the list: it exists as long as a saved paper is on it. */
export type SavedListView = z.output<typeof savedList>;

/** All that is given must match. */
export interface SavedFilter {
  list?: string | undefined;
  read?: boolean | undefined;
  /** On the list, or on any list; `none`: not screened. */
  decision?: Decision | 'none' | undefined;
}

export const exportFormats = ['bibtex', 'ris', 'csl', 'markdown', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** @throws `not_found`. A list whose last paper left it is gone. */
export function mustBeListed(name: string, lists: readonly SavedListView[]): void {
  if (!lists.some((one) => one.name === name)) throw new TonstiftError('not_found', say('saved.no_list'));
}

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
  count(filter?: SavedFilter): Promise<number>;
  /** Newest first. Papers that were saved together are in their order. */
  list(place: { from: number; limit: number; filter?: SavedFilter }): Promise<SavedPaperView[]>;
  /** Undefined if it is not saved. */
  find(uid: string): Promise<SavedPaperView | undefined>;
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
  /** The saved papers that match, with their notes. */
  file(format: ExportFormat, filter?: SavedFilter): PaperFile;
  /** These papers, with the notes of those on the list. */
  fileOf(format: ExportFormat, papers: readonly Paper[]): Promise<PaperFile>;
  /** All papers, or those of these conferences, years and sessions, newest first. Saved papers have their notes. */
  fileOfAll(format: ExportFormat, filter: Pick<PaperQuery, 'conferences' | 'years' | 'sessions'>): PaperFile;
  /** A paper that is read keeps its date. */
  markRead(uid: string, isRead: boolean): Promise<void>;
  /** Sorted by name. */
  lists(): Promise<SavedListView[]>;
  /** Saves papers and puts them on a list. Returns how many of them exist. */
  addToList(uids: readonly string[], name: string): Promise<number>;
  /** The paper stays saved. Throws `not_found` if it is not on the list, as `decide` does. */
  removeFromList(uid: string, name: string): Promise<void>;
  /** If there is a list with the new name, both become one. Throws `not_found` if there is no such list. */
  renameList(name: string, to: string): Promise<void>;
  /** The papers stay saved. Throws `not_found` if there is no such list. */
  deleteList(name: string): Promise<void>;
  decide(name: string, uid: string, decision: Decision): Promise<void>;
  /** Takes back the last decision on a list. Returns the uid. Throws `not_found` if there is none. */
  undoDecision(name: string): Promise<string>;
}

declare module '../../services.js' {
  interface Services {
    saved: SavedService;
  }
}
