/** The current problems, with advice and actions. */
import * as z from 'zod/v4';
import type { Words } from '../../../workers/base/language/sentence.js';

/** Subjects of problems, in the order of the list. */
export const problemKinds = ['machine', 'library', 'inbox', 'album', 'pen', 'papers'] as const;

export type ProblemKind = (typeof problemKinds)[number];

/** A POST request that may help. The page has a button for it; programs can send it too. */
export const problemAction = z.object({
  name: z.enum(['create_gme', 'delete_from_pen', 'sync', 'embed']),
  path: z.string().describe('The path for the POST request.'),
  fields: z.record(z.string(), z.string()),
});

export type ProblemAction = z.output<typeof problemAction>;

export interface Problem {
  kind: ProblemKind;
  /** The affected thing: a title, a file below the inbox, a pen. */
  what: Words;
  reason: Words;
  /** How a person can solve it. */
  advice: Words;
  /** URL path of the page that shows the thing. */
  path: string;
  /** The affected album. */
  oid: number | null;
  /** Id of the affected pen. */
  pen: string | null;
  actions: readonly ProblemAction[];
}

export interface ProblemService {
  /** In the order of `problemKinds`; cheap. When the list changes, the event `problems.changed` has its new `count`. */
  list(): readonly Problem[];
  /** Looks again soon. */
  wake(): void;
}

/** Without the feature that finds them. */
export const noProblems: ProblemService = { list: () => [], wake: () => undefined };

/** The number of problems of each kind. */
export function countsOf(problems: readonly Problem[]): Record<ProblemKind, number> {
  const counts = { machine: 0, library: 0, inbox: 0, album: 0, pen: 0, papers: 0 };
  for (const { kind } of problems) counts[kind] += 1;
  return counts;
}
