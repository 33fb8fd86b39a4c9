/** Pens as answers have them, for documents and tests. */
import * as z from 'zod';
import { time } from '../../openapi/answers.js';
import type { PenView } from './service.js';

export const penAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    path: z.string().nullable(),
    serial: z.string().nullable(),
    firmware: z.string().nullable(),
    language: z.string().nullable(),
    generation: z.string().nullable(),
    plugged_in: z.boolean(),
    read_only: z.boolean(),
    state: z.enum(['away', 'looking', 'copying', 'ready', 'problem']),
    progress: z.object({ done: z.number(), total: z.number() }).nullable().describe('Bytes of what is being copied.'),
    free_bytes: z.number().nullable(),
    total_bytes: z.number().nullable(),
    albums: z.array(z.int()).describe('OIDs of the albums that we put on it.'),
    problems: z
      .array(z.object({ oid: z.int().nullable(), reason: z.string() }))
      .describe('What could not be put on it; `oid` is null where it concerns the whole pen.'),
    shadowed: z
      .array(z.object({ oid: z.int(), path: z.string() }))
      .describe('Files of others with the product id of an album.'),
    safe_to_unplug: z.boolean(),
    unmounted: z.boolean().describe('It is away because it was unmounted from here.'),
    last_seen: time,
  } satisfies { [Name in keyof PenView]-?: z.ZodType<PenView[Name]> })
  .meta({ id: 'Pen' });

export const pensAnswer = z.array(penAnswer).describe('Those that are plugged in first, then those that were.');
