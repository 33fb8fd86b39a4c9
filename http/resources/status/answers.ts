/** What the daemon is doing, as answers have it, for documents and tests. */
import * as z from 'zod';
import { problemKinds, type ProblemKind } from '../problems/service.js';
import { pensAnswer } from '../pens/answers.js';
import type { DaemonStatus } from './service.js';

export const statusAnswer = z.object({
  inbox: z.object({
    path: z.string(),
    arriving: z.array(z.object({ name: z.string(), files: z.int() })),
    problems: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
  problems: z
    .object(Object.fromEntries(problemKinds.map((kind) => [kind, z.int()])) as Record<ProblemKind, z.ZodInt>)
    .describe('How many there are of each kind.'),
  arrivals: z.int().describe('Arrivals that nobody has looked at.'),
  library: z.object({
    albums: z.int(),
    building: z.int(),
    failed: z.int(),
    away: z.string().nullable().describe('Why nothing can be changed now; null while the library is there.'),
  }),
  pens: pensAnswer,
} satisfies { [Name in keyof DaemonStatus]-?: z.ZodType<DaemonStatus[Name]> });
