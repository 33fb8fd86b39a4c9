/** The schemas of pens in responses, for the OpenAPI document and tests. */
import * as z from 'zod/v4';
import { time, words } from '../../operations/answers.js';

export const penAnswer = z
  .object({
    /** The serial number, or another unique name. */
    id: z.string(),
    name: z.string().describe('Display name; with the id if another pen has the same name.'),
    given_name: z.string().nullable().describe('The name given by `rename`.'),
    /** The mount point; null while it is not connected. */
    path: z.string().nullable(),
    serial: z.string().nullable(),
    firmware: z.string().nullable(),
    language: z.string().nullable(),
    generation: z.string().nullable(),
    plugged_in: z.boolean(),
    read_only: z.boolean(),
    /** `looking` also while files for it are built; `ready` if everything is copied. */
    state: z.enum(['away', 'looking', 'copying', 'ready', 'problem']),
    progress: z
      .object({ done: z.number(), total: z.number() })
      .nullable()
      .describe('Progress of the current copy in bytes.'),
    free_bytes: z.number().nullable(),
    total_bytes: z.number().nullable(),
    albums: z.array(z.int()).describe('OIDs of the albums that the daemon copied to it.'),
    problems: z
      .array(z.object({ oid: z.int().nullable(), reason: words() }))
      .describe('Problems with copying; `oid` is null if the whole pen is affected.'),
    shadowed: z
      .array(z.object({ oid: z.int(), path: z.string() }))
      .describe('Other files with the product id of an album.'),
    safe_to_unplug: z.boolean(),
    unmounted: z.boolean().describe('The daemon has unmounted it.'),
    long_away: z.boolean().describe('Not plugged in for three months.'),
    last_seen: time,
  })
  .meta({ id: 'Pen' });

export const pensAnswer = z.array(penAnswer).describe('Connected pens first, then formerly connected ones.');
