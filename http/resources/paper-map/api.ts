/** What a document says of the route of maps. */
import * as z from 'zod';
import { page, success, time } from '../../openapi/answers.js';
import { get } from '../../openapi/operation.js';
import { searchSchema } from '../papers/input.js';
import type { MapAnswer, MapPoint, MapTopic, PaperMap } from './service.js';

const share = z.number().min(0).max(1);

const point = z
  .object({
    ...{ uid: z.string(), x: share, y: share.describe('From the top.'), topic: z.int().describe('Place in `topics`.') },
    ...{ title: z.string(), authors: z.array(z.string()), year: z.int(), conference: z.string(), session: z.string() },
    url: z.string().nullable(),
  } satisfies { [Name in keyof MapPoint]-?: z.ZodType<MapPoint[Name]> })
  .meta({ id: 'MapPoint' });

const topic = z
  .object({
    words: z.array(z.string()).describe('The most telling ones first.'),
    ...{ papers: z.int(), x: share, y: share },
  } satisfies { [Name in keyof MapTopic]-?: z.ZodType<MapTopic[Name]> })
  .meta({ id: 'MapTopic' });

const map = z
  .object({
    made_at: time,
    model: z.string().nullable(),
    total: z.int().describe('Papers with vectors; `points` are a sample where they are fewer.'),
    ...{ topics: z.array(topic), points: z.array(point) },
  } satisfies { [Name in keyof PaperMap]-?: z.ZodType<PaperMap[Name]> })
  .meta({ id: 'PaperMap' });

const answer = {
  state: z.enum(['ready', 'making', 'none']),
  why: z.string().nullable().describe('Why there is none.'),
  map: map.nullable(),
} satisfies { [Name in keyof MapAnswer]-?: z.ZodType<MapAnswer[Name]> };

export const operations = [
  get('/papers/map', {
    id: 'getPaperMap',
    tag: 'Papers',
    summary: 'The papers in two dimensions, near each other where their vectors are',
    about:
      'Of all papers, or with `q` of those that a search finds (300 where `limit` is not given). That of all is kept ' +
      'until the vectors change; while it is being made, `state` is `making`, and `papers.changed` tells.',
    query: searchSchema,
    others: 'refused',
    answers: page(z.object({ success, ...answer })),
    codes: ['papers_unavailable', 'not_now'],
    example: { q: 'ink' },
  }),
];
