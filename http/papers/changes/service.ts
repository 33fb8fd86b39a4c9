import * as z from 'zod/v4';
import { time } from '../../operations/answers.js';
import type {
  DeletedPapers,
  MergedPapers,
  PaperChoices,
  PapersConcerned,
  PapersToDelete,
} from '../../../workers/papers/sql/results.js';

export const importRecord = z
  .object({
    id: z.int(),
    kind: z.enum(['import', 'deletion', 'merge']),
    name: z.string().describe('The file name, or a description of what was deleted.'),
    started_at: time,
    ended_at: time.nullable().describe('Null while it runs, and after a crash.'),
    added: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    deleted: z.int(),
    rejected: z.int(),
    undone_at: time.nullable(),
    can_undo: z.boolean().describe('False if it changed nothing, or if it was undone completely.'),
  })
  .meta({ id: 'PaperImportRecord' });

export type ImportRecord = z.output<typeof importRecord>;

export const concerned = {
  papers: z.int().describe('Papers that are deleted.'),
  saved: z.int().describe('The number of them that are saved. They stay on the list of saved papers.'),
  notes: z.int().describe('The number of them that have a note.'),
  titles: z.array(z.string()).describe('The first titles.'),
} satisfies { [Name in keyof PapersConcerned]-?: z.ZodType<PapersConcerned[Name]> };

export const undoConcerns = {
  import: importRecord,
  ...concerned,
  restored: z.int().describe('Papers that get back their former content.'),
  kept: z.int().describe('Papers that were changed since, and stay.'),
};

const undoConcernsAnswer = z.object(undoConcerns);
export type UndoQuestion = z.output<typeof undoConcernsAnswer>;

export const undone = {
  id: z.int(),
  deleted: z.int(),
  restored: z.int(),
  kept: z.int().describe('Papers that were changed since, and stay.'),
  kept_titles: z.array(z.string()).describe('The first titles of `kept`.'),
  saved: z.int().describe('Deleted papers that stay on the list of saved papers.'),
};

const undoneAnswer = z.object(undone);
export type Undone = z.output<typeof undoneAnswer>;

export const duplicatePaper = z.object({
  uid: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  conference: z.string(),
  year: z.int(),
  doi: z.string().optional(),
});
/** Stored papers that are the same. */
export type DuplicateGroup = z.output<typeof duplicatePaper>[];

/** The stored conferences, and not their series: a deletion must not go beyond the name that a person has chosen. */
export type DeletionChoices = Pick<PaperChoices, 'conferences' | 'years'>;

/** Throws `papers_unavailable` if the paper database is not available. Functions with an id throw `not_found`. */
export interface PaperChangeService {
  /** Newest first. */
  list(): Promise<ImportRecord[]>;
  /** Counts what `undo` would do. */
  undoConcerns(id: number): Promise<UndoQuestion>;
  /** Deletes the papers that an import has added, and gives back those that it has changed or deleted. */
  undo(id: number): Promise<Undone>;
  /** The conferences and years that `delete` accepts. */
  deletionChoices(): Promise<DeletionChoices>;
  /** Counts what `delete` would delete. */
  deletionConcerns(what: PapersToDelete): Promise<PapersConcerned>;
  /** Deletes papers with a record, so that they can be given back. */
  delete(what: PapersToDelete): Promise<DeletedPapers>;
  /** Groups of stored papers that are the same paper of several sources. */
  duplicates(): Promise<DuplicateGroup[]>;
  /** Makes one paper of each group, or only of those that contain one of these papers. Can be undone. */
  merge(uids: readonly string[]): Promise<MergedPapers>;
}

declare module '../../services.js' {
  interface Services {
    paperChanges: PaperChangeService;
  }
}
