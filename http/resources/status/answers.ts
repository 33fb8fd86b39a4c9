/** The schema of the daemon's status in responses, for the OpenAPI document and tests. */
import * as z from 'zod/v4';
import { problemKinds, type ProblemKind } from './problem.js';
import { pensAnswer } from '../pens/answers.js';
import { words } from '../../operations/answers.js';

export const statusAnswer = z.object({
  inbox: z.object({
    path: z.string(),
    arriving: z.array(
      z.object({
        name: z.string(),
        files: z.int(),
        waits_for: z.array(z.string()).optional().describe('Its unfinished files, if it waits for them.'),
        is_overdue: z
          .boolean()
          .optional()
          .describe('True if nothing in it has changed for a day: its complete files may be imported.'),
      }),
    ),
    problems: z.array(z.object({ name: z.string(), reason: words() })),
  }),
  problems: z
    .object(Object.fromEntries(problemKinds.map((kind) => [kind, z.int()])) as Record<ProblemKind, z.ZodInt>)
    .describe('The number of problems of each kind.'),
  arrivals: z.int().describe('Number of arrivals that were not seen yet.'),
  library: z.object({
    albums: z.int(),
    building: z.int(),
    failed: z.int(),
    away: words().nullable().describe('Why the library is not available; null if it is available.'),
  }),
  pens: pensAnswer,
});
