/** Describes the route of the map. */
import * as z from 'zod/v4';
import { page, success, time } from '../../operations/answers.js';
import { get } from '../../operations/operation.js';
import { searchSchema } from '../papers/input.js';
import type { MapAnswer, MapPoint, MapTopic, PaperMap } from './service.js';

const share = z.number().min(0).max(1);

const point = z
  .object({
    ...{ uid: z.string(), x: share, y: share.describe('From the top.'), topic: z.int().describe('Index in `topics`.') },
    ...{ title: z.string(), authors: z.array(z.string()), year: z.int(), conference: z.string(), session: z.string() },
    url: z.string().nullable(),
  } satisfies { [Name in keyof MapPoint]-?: z.ZodType<MapPoint[Name]> })
  .meta({ id: 'MapPoint' });

const topic = z
  .object({
    words: z.array(z.string()).describe('Most characteristic words first.'),
    ...{ papers: z.int(), x: share, y: share },
  } satisfies { [Name in keyof MapTopic]-?: z.ZodType<MapTopic[Name]> })
  .meta({ id: 'MapTopic' });

const map = z
  .object({
    made_at: time,
    model: z.string().nullable(),
    total: z.int().describe('Number of papers with vectors; if `points` has fewer, it is a sample.'),
    ...{ topics: z.array(topic), points: z.array(point) },
  } satisfies { [Name in keyof PaperMap]-?: z.ZodType<PaperMap[Name]> })
  .meta({ id: 'PaperMap' });

const answer = {
  state: z.enum(['ready', 'making', 'none']),
  why: z.string().nullable().describe('Why there is no map.'),
  map: map.nullable(),
} satisfies { [Name in keyof MapAnswer]-?: z.ZodType<MapAnswer[Name]> };

export const operations = [
  get('/papers/map', {
    id: 'getPaperMap',
    tag: 'Papers',
    summary: 'The papers in two dimensions, close together if their vectors are similar',
    about:
      'Shows all papers, or with `q` those that a search finds (`limit` is 300 by default). The map of all papers is ' +
      'cached until the vectors change. While it is computed, `state` is `making`; the event `papers.changed` ' +
      'reports the end.',
    query: searchSchema,
    others: 'refused',
    answers: page(z.object({ success, ...answer })),
    codes: ['papers_unavailable', 'not_now'],
    example: { q: 'ink' },
  }),
];
