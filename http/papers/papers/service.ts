import type * as z from 'zod/v4';
import type { ExportedEmbeddings, ImportedEmbeddings } from '../../../workers/papers/embeddings/records/slices.js';
import type { LocalServer } from '../../../workers/papers/embedding-api/server-test.js';
import type { ImportReport, PaperSource } from '../../../workers/papers/ingest/import-papers.js';
import type { Paper } from '../../../workers/papers/types.js';
import type { Words } from '../../../workers/base/language/sentence.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import type { countsAnswer, likeAnswer, paperAnswer, searchAnswer, serverTest } from './answers.js';
import type { checkAnswer, matchesAnswer, paperStatusAnswer } from './state-answers.js';

/** The state of the papers. All counts are 0 if there is no paper database yet. */
export interface PaperStatus extends Omit<z.output<typeof paperStatusAnswer>, 'problem' | 'fact'> {
  /** The sentence that says why nothing is embedded. */
  problem: Words | null;
  /** A limit of the search that is not a problem: no embedding server was set up. */
  fact: Words | null;
}

/** `relevance`: best first. Other orders are of all papers that contain all of the words. */
export const paperSorts = ['relevance', 'newest', 'oldest', 'venue'] as const;
export type PaperSort = (typeof paperSorts)[number];

export interface PaperQuery {
  /** Text, `field:"value"` filters, or both. */
  query: string;
  limit: number;
  conferences: string[];
  years: number[];
  sessions: string[];
  /** Euclidean. */
  distance_threshold: number;
  /** `relevance` if it is missing. */
  sort?: PaperSort;
}

/** The papers that contain all words of a query, and how many of them each value of a filter leaves. */
export type PaperMatches = NonNullable<z.output<typeof matchesAnswer>>;

/** A paper, and why it was found. */
export type PaperFound = z.output<typeof paperAnswer>;

export interface PapersFound extends Omit<z.output<typeof searchAnswer>, 'why'> {
  why: Words | null;
}

/** A paper as BibTeX, as RIS and as CSL-JSON. */
export const citationFormats = ['bibtex', 'ris', 'csl'] as const;
export type PaperCitations = Record<(typeof citationFormats)[number], string>;

export interface LikeQuery extends Pick<PaperQuery, 'limit' | 'conferences' | 'years' | 'sessions'> {
  /** The paper to compare the others with. */
  uid: string;
}

export interface PapersLike extends Omit<z.output<typeof likeAnswer>, 'why'> {
  why: Words | null;
}

/** The result of a test of the embedding server in the settings. The address has no secrets. */
export interface ServerTest extends Omit<z.output<typeof serverTest>, 'problem'> {
  problem: Words | null;
}

/** Papers with each of the words of the query count. */
export type CountQuery = Pick<PaperQuery, 'query' | 'conferences' | 'years' | 'sessions'>;

export type PaperCounts = z.output<typeof countsAnswer>;

/** The findings of a check of the paper database and the vectors. */
export interface PapersCheck extends Omit<z.output<typeof checkAnswer>, 'facts' | 'problems'> {
  facts: Words[];
  problems: Words[];
}

export type PaperImport = ImportReport;

/** Throws `papers_unavailable` if a database is not available, or the embedding API if it is needed. */
export interface PaperService {
  status(): Promise<PaperStatus>;
  /** False before the first import. */
  isUsed(): boolean;
  /** The fields that a query may name as `field:"value"`. */
  readonly fields: readonly string[];
  /** The unknown field names in a query, without duplicates. */
  unknownFields(query: string): string[];
  /** The fields of filters after a minus or NOT, without duplicates. */
  excludedFields(query: string): string[];
  search(query: PaperQuery, signal?: AbortSignal): Promise<PapersFound>;
  /** The nearest papers by the vector of one paper, or by its words. Throws `not_found`. */
  like(query: LikeQuery): Promise<PapersLike>;
  /** Throws `not_found`. */
  record(uid: string): Promise<Paper>;
  /** The paper in the formats of reference managers, without a note. */
  citations(paper: Paper): Promise<PaperCitations>;
  counts(query: CountQuery): Promise<PaperCounts>;
  /** For the filters of a search. */
  matches(query: CountQuery): Promise<PaperMatches>;
  /** Compares papers, index and vectors, and reads the whole file of the database. */
  check(signal?: AbortSignal): Promise<PapersCheck>;
  /** The format according to the file name; undefined if it is not a file of papers. */
  formatOf(filename: string): PaperFormat | undefined;
  /** The report names each rejected record. */
  import(source: PaperSource, title: string, signal?: AbortSignal): Promise<PaperImport>;
  /** Starts embedding the missing papers, or all papers again. */
  embed(all?: boolean): Promise<PaperStatus>;
  /** Sends the embedding server the list of models, one text and a full batch of short texts. */
  testServer(signal?: AbortSignal): Promise<ServerTest>;
  /** Looks for embedding servers on this computer. */
  findServers(signal?: AbortSignal): Promise<LocalServer[]>;
  exportEmbeddings(conference: string, year: number): Promise<ExportedEmbeddings>;
  /**
   * Parses the lists of `exportEmbeddings` outside the event loop. Throws SyntaxError with half a sentence if it is not
   * JSON, `bad_field` if the content is invalid.
   */
  readEmbeddings(json: AsyncIterable<Uint8Array>): Promise<ImportedEmbeddings>;
  /** Replaces the stored vectors of that conference and year. Returns the number of imported vectors. */
  importEmbeddings(data: ImportedEmbeddings, conference: string, year: number): Promise<number>;
}

declare module '../../services.js' {
  interface Services {
    papers: PaperService;
  }
}
