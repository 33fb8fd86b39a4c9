/** All that the HTTP room knows of the rest of the house. The daemon implements it; types are the workers'. */
import type { AlbumEdit, AlbumView, Rejected } from '../workers/library/types.js';
import type { Readable } from 'node:stream';
import type { ImportedEmbeddings } from '../workers/embeddings/records/import-slice.js';
import type { FoundPaper } from '../workers/embeddings/search/search-papers.js';
import type { ExportedEmbeddings } from '../workers/embeddings/records/slices.js';
import type { ImportReport, PaperSource } from '../workers/papers/ingest/import-papers.js';
import type { PaperFormat } from '../workers/papers/ingest/types.js';
import type { PatternImages } from '../workers/print/output/pattern-images.js';
import type { PrintLayout } from '../workers/print/sheet/print-layout.js';
import type { Preview } from '../workers/print/print-protocol.js';

/** A file of a multipart body, streamed to disk; the receiver moves or removes it. */
export interface UploadedFile {
  path: string;
  /** As the client named it, unchecked. */
  filename: string;
  size: number;
}

export interface UploadResult {
  /** First of `albums`. */
  album: AlbumView;
  /** Several only where one was too long. */
  albums: AlbumView[];
  rejected: Rejected[];
  /** OID of an album that already holds the same tracks, or null. */
  duplicate_of: number | null;
}

/** A file to be sent as it is. */
export interface ServedFile {
  path: string;
  size: number;
  /** Strong entity tag without quotes. */
  etag: string;
  type: string;
  /** For Content-Disposition. */
  downloadName?: string;
}

/** Every operation throws TonstiftError with the code that fits. */
export interface AlbumService {
  list(): AlbumView[];
  get(oid: number): AlbumView;
  /** One request, one album. Throws `unreadable_audio` where no file can be read; nothing is kept then. */
  upload(files: UploadedFile[], cover: UploadedFile | undefined): Promise<UploadResult>;
  /** Builds the GME or joins the build that runs; answers when it stands. */
  createGme(oid: number): Promise<AlbumView>;
  /** Aborts what runs for the album, removes it and its files; answers what it was. */
  remove(oid: number): Promise<AlbumView>;
  update(oid: number, edit: AlbumEdit): Promise<AlbumView>;
  setCover(oid: number, cover: UploadedFile): Promise<AlbumView>;
  addTracks(oid: number, files: UploadedFile[]): Promise<{ album: AlbumView; rejected: Rejected[] }>;
  deleteTrack(oid: number, id: number): Promise<AlbumView>;
  /** Removes generated files; they are made again on demand or by an edit. */
  cleanup(oid: number): Promise<AlbumView>;
  gmeFile(oid: number): Promise<ServedFile>;
  coverFile(oid: number, filename: string): Promise<ServedFile>;
  trackFile(oid: number, id: number): Promise<ServedFile>;
}

export type SheetFormat = 'zip' | 'pdf' | 'png';

/** Which albums are printed, in which order, and how. */
export interface PrintOrder {
  oids: readonly number[];
  layout: PrintLayout;
}

export interface PrintService {
  /** The kept layout. */
  kept(): PrintLayout;
  /**
   * The kept layout with what is given instead, as forms or JSON send it.
   * Throws `bad_field` for each field that cannot be.
   */
  layout(given: ReadonlyMap<string, unknown>): PrintLayout;
  /** Saves it in the configuration. */
  keep(layout: PrintLayout): Promise<void>;
  /** @param page counted from 0 */
  preview(order: PrintOrder, page: number): Promise<Preview>;
  /** The PDF, streamed; the work ends when the stream is destroyed, and before there is one by `signal`. */
  pdf(order: PrintOrder, signal?: AbortSignal): Promise<Readable>;
  /** What was printed last, or null. */
  last(): PrintOrder | null;
  remember(order: PrintOrder): void;
  testSheet(format: SheetFormat, signal?: AbortSignal): Promise<Readable>;
}

/** A pen that is plugged in, or was once. */
export interface PenView {
  /** Serial number, or what else tells it from others. */
  id: string;
  name: string;
  /** Where it is mounted; null while it is not plugged in. */
  path: string | null;
  serial: string | null;
  firmware: string | null;
  language: string | null;
  generation: string | null;
  plugged_in: boolean;
  read_only: boolean;
  /** `looking` while files for it are made too, `ready` when everything is on it. */
  state: 'away' | 'looking' | 'copying' | 'ready' | 'problem';
  /** Bytes of what is being copied. */
  progress: { done: number; total: number } | null;
  free_bytes: number | null;
  total_bytes: number | null;
  /** OIDs of the albums that we put on it. */
  albums: number[];
  /** What could not be put on it; `oid` is null where it concerns the pen. */
  problems: { oid: number | null; reason: string }[];
  /** Files of others with the product id of an album: the pen may play them instead. */
  shadowed: { oid: number; path: string }[];
  safe_to_unplug: boolean;
  /** We have unmounted it, and it was not mounted again since. */
  unmounted: boolean;
  /** ISO 8601, UTC. */
  last_seen: string;
}

/**
 * `pen` is an id or a serial number; without one, all that are plugged in. Each throws `no_pen` where there is none.
 */
export interface PenService {
  /** Those that are plugged in first. */
  list(): PenView[];
  /**
   * Waits for the album's file, copies it, and chooses the album for these pens.
   * Throws `no_space`, `conflict`, `build_failed`.
   */
  copy(oid: number, pen?: string): Promise<AlbumView>;
  /** Takes our file off, and no longer chooses the album for these pens. */
  remove(oid: number, pen?: string): Promise<AlbumView>;
  /** Everything that is chosen, now. */
  sync(pen?: string): Promise<PenView[]>;
  /** Unmounts. Throws `not_now` where the system refuses. */
  eject(pen?: string): Promise<PenView[]>;
}

/** What is known of the papers; all counts are 0 where there is no paper database yet. */
export interface PaperStatus {
  /** `waiting`: something is away, and is tried again. */
  state: 'idle' | 'embedding' | 'waiting';
  /** What is in the way; a sentence. */
  problem: string | null;
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
  /** The first of them. */
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

export type PaperImport = ImportReport;

/** Throws `papers_unavailable` where a database or the embedding API is away. */
export interface PaperService {
  status(): Promise<PaperStatus>;
  search(query: PaperQuery): Promise<FoundPaper[]>;
  /** By the name of a file; undefined where it is no file of papers. */
  formatOf(filename: string): PaperFormat | undefined;
  /** The report names each record that was not taken. */
  import(source: PaperSource, title: string, signal?: AbortSignal): Promise<PaperImport>;
  /** Starts embedding now what is missing, or everything anew. */
  embed(all?: boolean): Promise<PaperStatus>;
  exportEmbeddings(conference: string, year: number): Promise<ExportedEmbeddings>;
  /** Replaces what is stored of that conference and year. Answers how many came. */
  importEmbeddings(data: ImportedEmbeddings, conference: string, year: number): Promise<number>;
}

export interface ConfigFieldView {
  name: string;
  type: string;
  group: string;
  help: string;
  default: unknown;
  choices: readonly string[] | null;
  needs_restart: boolean;
  environment: string;
  flag: string;
  /** Where the saved value comes from. */
  source: 'flag' | 'environment' | 'file' | 'default';
}

export interface ConfigService {
  /** Saved values; a secret is `""` when unset and `"********"` when set. */
  values(): Record<string, unknown>;
  fields(): ConfigFieldView[];
  /** Changes what is named, all or nothing; `bad_field` names each wrong field. */
  update(changes: Record<string, unknown>): Promise<{ config: Record<string, unknown>; needs_restart: string[] }>;
  /** Fields whose saved value is not yet in force. */
  pendingRestart(): string[];
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

export interface LogEntry {
  /** ISO 8601, UTC. */
  time: string;
  level: LogLevel;
  area: string;
  message: string;
}

export interface LogService {
  level(): LogLevel;
  /** Newest first; `level` leaves out what is less severe. */
  recent(lines: number, level?: LogLevel): LogEntry[];
  /** Takes effect at once, and is kept. */
  setLevel(level: LogLevel): Promise<void>;
}

/** One event of the house, numbered upwards from 1 within a run of the daemon. */
export interface HouseEvent {
  id: number;
  type: string;
  data: unknown;
}

export interface EventService {
  /** Marks a run of the daemon: an id of another run cannot be picked up. */
  readonly epoch: string;
  /** Number of the newest; 0 before the first. */
  last(): number;
  /** Those after `id` that the ring still holds, oldest first; null where some are lost. */
  since(id: number): HouseEvent[] | null;
  subscribe(receive: (event: HouseEvent) => void): () => void;
}

/** What the line across the top of every page says. */
export interface HouseStatus {
  inbox: { path: string; arriving: { name: string; files: number }[] };
  library: { albums: number; building: number; failed: number };
  /** Those that are plugged in. */
  pens: PenView[];
}

export interface Access {
  /** Host names and addresses, without port, that a request may name; lower case. */
  allowedHosts(): ReadonlySet<string>;
  /** Undefined where none is asked for. */
  password(): string | undefined;
}

export interface Services {
  version: string;
  patterns: PatternImages;
  print: PrintService;
  pens: PenService;
  papers: PaperService;
  albums: AlbumService;
  config: ConfigService;
  logs: LogService;
  events: EventService;
  access: Access;
  status(): HouseStatus;
  ready(): boolean;
  /** Folder for the files of multipart bodies, on the library's file system. */
  uploadFolder(): string;
  /** Bytes. */
  maxUploadBytes(): number;
}
