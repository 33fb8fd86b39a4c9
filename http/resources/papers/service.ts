/** What the pages need of the papers. */
import type { ImportedEmbeddings } from '../../../workers/embeddings/records/slices.js';
import type { ExportedEmbeddings } from '../../../workers/embeddings/records/slices.js';
import type { FoundPaper } from '../../../workers/embeddings/search/search-papers.js';
import type { ImportReport, PaperSource } from '../../../workers/papers/ingest/import-papers.js';
import type { PaperCounts as CountedPapers } from '../../../workers/papers/sql/results.js';
import type { Paper } from '../../../workers/papers/types.js';
import type { Words } from '../../../workers/base/language/sentence.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';

/** What is known of the papers; all counts are 0 where there is no paper database yet. */
export interface PaperStatus {
  /** `waiting`: something is away, and is tried again. */
  state: 'idle' | 'embedding' | 'waiting';
  /** What is in the way; a sentence. */
  problem: Words | null;
  /** Papers of the run that is under way. */
  progress: { done: number; total: number } | null;
  model: string;
  /** The model of the vectors that there are, where it is another: nothing is embedded until a person decides. */
  other_model: string | null;
  collection: string;
  /** ISO 8601, UTC; null where there is no schedule. */
  next_run: string | null;
  papers: number;
  embedded: number;
  waiting: number;
  /** Refused by the embedding API; tried again later. */
  failed: number;
  /** Not embedded in this vector database, but in another one that shares the paper database. */
  elsewhere: number;
  /** The first of those that were refused. */
  failures: { uid: string; title: string; reason: string }[];
  conferences: string[];
  years: number[];
  sessions: string[];
}

export interface PaperQuery {
  /** Text, `field:"value"` filters, or both. */
  query: string;
  limit: number;
  conferences: string[];
  years: number[];
  sessions: string[];
  /** Euclidean. */
  distance_threshold: number;
}

/** A paper, and what brought it. `distance` is null where it is not among the near ones, missing by fields only. */
export interface PaperFound extends FoundPaper {
  found_by: ('author' | 'words' | 'meaning' | 'fields')[];
  /** Those of the query that it has, in its own form and spelling. */
  words: string[];
}

export interface PapersFound {
  papers: PaperFound[];
  by: 'words and meaning' | 'words' | 'fields';
  /** Why by words only; a sentence. */
  why: Words | null;
  /** False as long as the words of papers that are there for long are still being taken in. */
  is_whole: boolean;
}

export interface LikeQuery extends Pick<PaperQuery, 'limit' | 'conferences' | 'years' | 'sessions'> {
  /** Of the paper that the others are to be like. */
  uid: string;
}

export interface PapersLike extends Pick<PapersFound, 'papers' | 'is_whole'> {
  /** The one that they are like; it is not among them. */
  paper: Paper;
  by: 'meaning' | 'words';
  /** Why by words; a sentence. */
  why: Words | null;
}

/** A paper counts that has each of the words of the query. */
export type CountQuery = Pick<PaperQuery, 'query' | 'conferences' | 'years' | 'sessions'>;

export interface PaperCounts extends Omit<CountedPapers, 'isWhole'> {
  /** As of `PapersFound`. */
  is_whole: boolean;
}

export type PaperImport = ImportReport;

/** Throws `papers_unavailable` where a database is away, or the embedding API where it is needed. */
export interface PaperService {
  status(): Promise<PaperStatus>;
  /** The fields that a query may name as `field:"value"`. */
  readonly fields: readonly string[];
  /** Those that a query names so and that are none, each once. */
  unknownFields(query: string): string[];
  search(query: PaperQuery, signal?: AbortSignal): Promise<PapersFound>;
  /** The nearest by the vector of one paper, or by its words. Throws `not_found`. */
  like(query: LikeQuery): Promise<PapersLike>;
  /** Throws `not_found`. */
  record(uid: string): Promise<Paper>;
  counts(query: CountQuery): Promise<PaperCounts>;
  /** By the name of a file; undefined where it is no file of papers. */
  formatOf(filename: string): PaperFormat | undefined;
  /** The report names each record that was not taken. */
  import(source: PaperSource, title: string, signal?: AbortSignal): Promise<PaperImport>;
  /** Starts embedding now what is missing, or everything anew. */
  embed(all?: boolean): Promise<PaperStatus>;
  exportEmbeddings(conference: string, year: number): Promise<ExportedEmbeddings>;
  /**
   * The lists of JSON as `exportEmbeddings` answers it, away from the event loop. Throws SyntaxError with half a
   * sentence where it is no JSON, `bad_field` where it says something else.
   */
  readEmbeddings(json: AsyncIterable<Uint8Array>): Promise<ImportedEmbeddings>;
  /** Replaces what is stored of that conference and year. Answers how many came. */
  importEmbeddings(data: ImportedEmbeddings, conference: string, year: number): Promise<number>;
}
