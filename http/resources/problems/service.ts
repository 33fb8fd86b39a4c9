/** What is not as it should be, and what a person can do about it. */
import type { Words } from '../../../workers/base/language/sentence.js';

/** Where something is not as it should be, in the order in which it is told. */
export const problemKinds = ['machine', 'library', 'inbox', 'album', 'pen', 'papers'] as const;

export type ProblemKind = (typeof problemKinds)[number];

/** A POST that may help: what a button of the page sends, and a program can. */
export interface ProblemAction {
  name: 'create_gme' | 'delete_from_pen' | 'sync' | 'embed';
  /** URL path. */
  path: string;
  fields: Readonly<Record<string, string>>;
}

export interface Problem {
  kind: ProblemKind;
  /** The thing by its name: a title, a file below the inbox, a pen. */
  what: Words;
  /** What is wrong. */
  reason: Words;
  /** What a person can do about it. */
  advice: Words;
  /** URL path of the page that shows the thing. */
  path: string;
  /** Of the album that it concerns. */
  oid: number | null;
  /** Id of the pen that it concerns. */
  pen: string | null;
  actions: readonly ProblemAction[];
}

export interface ProblemService {
  /**
   * In the order of `problemKinds`; cheap. When the list is another one, the event `problems.changed` says so with
   * its `count`.
   */
  list(): readonly Problem[];
}

/** How many of each kind there are. */
export function countsOf(problems: readonly Problem[]): Record<ProblemKind, number> {
  const counts = { machine: 0, library: 0, inbox: 0, album: 0, pen: 0, papers: 0 };
  for (const { kind } of problems) counts[kind] += 1;
  return counts;
}
