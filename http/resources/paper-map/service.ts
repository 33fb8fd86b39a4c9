/** What the pages need of maps of papers. */
import type { Words } from '../../../workers/base/language/sentence.js';
import type { PaperQuery } from '../papers/service.js';

export interface MapPoint {
  uid: string;
  /** From 0 to 1, from the left and from the top. */
  x: number;
  y: number;
  /** Place in `topics`. */
  topic: number;
  title: string;
  authors: string[];
  year: number;
  conference: string;
  session: string;
  /** Of the web; null where none is known. */
  url: string | null;
}

export interface MapTopic {
  /** The most telling ones first. */
  words: string[];
  papers: number;
  /** In the middle of its papers. */
  x: number;
  y: number;
}

export interface PaperMap {
  /** ISO 8601, UTC. */
  made_at: string;
  /** Whose vectors these are; null where none was noted. */
  model: string | null;
  /** Papers with vectors; `points` are a sample where they are fewer. */
  total: number;
  topics: MapTopic[];
  points: MapPoint[];
}

export interface MapAnswer {
  /** `making`: it will be there soon, and `papers.changed` tells; `map` is the former one then, if there is any. */
  state: 'ready' | 'making' | 'none';
  /** Why there is none. */
  why: Words | null;
  map: PaperMap | null;
}

export interface PaperMapService {
  /**
   * The map of all papers, or of those that a query finds; they are near each other where their vectors are.
   * @throws TonstiftError `papers_unavailable` where a database is away
   */
  map(query: PaperQuery | null): Promise<MapAnswer>;
}
