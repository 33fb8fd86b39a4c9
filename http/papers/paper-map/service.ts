import type { Words } from '../../../workers/base/language/sentence.js';
import type { PaperQuery } from '../papers/service.js';

export interface MapPoint {
  uid: string;
  /** From 0 to 1, from the left and from the top. */
  x: number;
  y: number;
  /** Index in `topics`. */
  topic: number;
  title: string;
  authors: string[];
  year: number;
  conference: string;
  session: string;
  /** A web address; null if none is known. */
  url: string | null;
}

export interface MapTopic {
  /** Most characteristic words first. */
  words: string[];
  papers: number;
  /** The center of its papers. */
  x: number;
  y: number;
}

export interface PaperMap {
  /** ISO 8601, UTC. */
  made_at: string;
  /** The model of the vectors; null if it is unknown. */
  model: string | null;
  /** Number of papers with vectors; if `points` has fewer, it is a sample. */
  total: number;
  topics: MapTopic[];
  points: MapPoint[];
}

export interface MapAnswer {
  /**
   * `making`: the map is being computed, and `papers.changed` reports the end. Until then, `map` is the previous map,
   * if any.
   */
  state: 'ready' | 'making' | 'none';
  /** Why there is no map. */
  why: Words | null;
  map: PaperMap | null;
}

export interface PaperMapService {
  /**
   * The map of all papers, or of the papers that a query finds. Papers are close together if their vectors are similar.
   * @throws TonstiftError `papers_unavailable` if a database is not available
   */
  map(query: PaperQuery | null): Promise<MapAnswer>;
}

declare module '../../services.js' {
  interface Services {
    paperMaps: PaperMapService;
  }
}
