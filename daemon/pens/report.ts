/** What comparing a pen comes to, and the sentences about it. */
import { messageOf } from '../../workers/base/errors.js';
import type { SyncReport } from '../../workers/pen/transfer/apply.js';
import type { SyncPlan } from '../../workers/pen/plan/plan.js';
import { spaceOn } from '../../workers/pen/plan/space.js';
import type { VolumeRoot } from '../../workers/pen/volume-root.js';
import { keyOf } from './wanted.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';

/** A try that came to nothing, and would again. */
export interface Stuck {
  /** All that it depends on. */
  reasons: string;
  report: SyncReport;
}

/** What a try depends on: as long as it stays, so does the outcome. */
export async function reasonsOf(root: VolumeRoot, { copy, remove, leftovers, adopt }: SyncPlan): Promise<string> {
  const { free } = await spaceOn(root);
  return JSON.stringify([free, copy.map(({ wanted, name }) => [keyOf(wanted), name]), remove, leftovers, adopt]);
}

export const emptyReport = ({ keep, shadowed, changed }: SyncPlan): SyncReport => ({
  copied: [],
  removed: [],
  kept: keep.map(({ oid }) => oid),
  failed: [],
  shadowed,
  changed,
});

export const shadowSentence = ({ oid, path }: { oid: number; path: string }): Sentence =>
  say('error.shadow', { oid, path });

/** Sentences about what is not as it should be; empty where all is. */
export const troubleOf = ({ failed, shadowed }: SyncReport): string =>
  [...failed.map(({ error }) => messageOf(error)), ...shadowed.map((one) => String(shadowSentence(one)))].join(' ');

/** `2 copied, 1 removed`, or nothing. */
export const doneOf = ({ copied, removed }: SyncReport): string =>
  [[copied.length, 'copied'] as const, [removed.length, 'removed'] as const]
    .filter(([count]) => count > 0)
    .map((part) => part.join(' '))
    .join(', ');
