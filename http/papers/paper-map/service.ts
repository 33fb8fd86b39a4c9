import * as z from 'zod/v4';
import type { Words } from '../../../workers/base/language/sentence.js';
import { time } from '../../operations/answers.js';
import type { PaperQuery } from '../papers/service.js';

const share = z.number().min(0).max(1);

const mapPoint = z
  .object({
    ...{ uid: z.string(), x: share, y: share.describe('From the top.'), topic: z.int().describe('Index in `topics`.') },
    ...{ title: z.string(), authors: z.array(z.string()), year: z.int(), conference: z.string(), session: z.string() },
    url: z.string().nullable(),
  })
  .meta({ id: 'MapPoint' });

/** `url` is a web address, or null if none is known. */
export type MapPoint = z.output<typeof mapPoint>;

const mapTopic = z
  .object({
    words: z.array(z.string()).describe('Most characteristic words first.'),
    ...{ papers: z.int(), x: share, y: share },
  })
  .meta({ id: 'MapTopic' });

/** `x` and `y` are the center of its papers. */
export type MapTopic = z.output<typeof mapTopic>;

const paperMap = z
  .object({
    made_at: time,
    by: z.enum(['meaning', 'words']).describe('`meaning`: drawn from vectors; `words`: from the words of the papers.'),
    model: z.string().nullable(),
    total: z.int().describe('Number of papers, with vectors if there are any; if `points` has fewer, it is a sample.'),
    ...{ topics: z.array(mapTopic), points: z.array(mapPoint) },
  })
  .meta({ id: 'PaperMap' });

/** `model` is the model of the vectors, or null if it is unknown or there are none. */
export type PaperMap = z.output<typeof paperMap>;

export const mapAnswer = z.object({
  /** `making`: `papers.changed` reports the end. Until then, `map` is the previous map, if any. */
  state: z.enum(['ready', 'making', 'none']),
  why: z.string().nullable().describe('Why there is no map, or why it is drawn by words.'),
  map: paperMap.nullable(),
});

export interface MapAnswer extends Omit<z.output<typeof mapAnswer>, 'why'> {
  why: Words | null;
}

export interface PaperMapService {
  /**
   * The map of all papers, or of the papers that a query finds. Papers are close together if their vectors are similar,
   * or their words if there are no vectors.
   * @throws TonstiftError `papers_unavailable` if a database is not available
   */
  map(query: PaperQuery | null): Promise<MapAnswer>;
}

declare module '../../services.js' {
  interface Services {
    paperMaps: PaperMapService;
  }
}
