/** The result of a pen's run, and the sentences about it. */
import { messageOf } from '../../workers/base/errors.js';
import type { SyncReport } from '../../workers/pen/transfer/apply.js';
import type { SyncPlan } from '../../workers/pen/plan/plan.js';
import { spaceOn } from '../../workers/pen/plan/space.js';
import type { VolumeRoot } from '../../workers/pen/volume-root.js';
import { keyOf } from './wanted.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';

/** A failed attempt that is not repeated before `next`. */
export interface Stuck {
  /** Everything that the result depends on. */
  reasons: string;
  report: SyncReport;
  /** Milliseconds until it is repeated without a change: Infinity for a full pen. */
  pause: number;
  /** The monotonic time of that. */
  next: number;
}

/** Returns everything that an attempt depends on. */
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

const mostNamed = 3;

/** Returns sentences about the first problems for the log; empty if there are none. The page lists all. */
export function troubleOf({ failed, shadowed }: SyncReport): string {
  const all = [...failed.map(({ error }) => messageOf(error)), ...shadowed.map((one) => String(shadowSentence(one)))];
  const others = all.length - mostNamed;
  return [...all.slice(0, mostNamed), ...(others > 0 ? [`And ${others} more; the page Pen lists all.`] : [])].join(' ');
}

/** Returns `2 copied, 1 removed`, or an empty text. */
export const doneOf = ({ copied, removed }: SyncReport): string =>
  [[copied.length, 'copied'] as const, [removed.length, 'removed'] as const]
    .filter(([count]) => count > 0)
    .map((part) => part.join(' '))
    .join(', ');
