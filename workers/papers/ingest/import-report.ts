import type { Words } from '../../base/language/sentence.js';
import type { Taken } from './read-record.js';
import type { Reject } from './types.js';

/** What became of a source. The lists hold the first of each kind, the counts all. */
export interface ImportReport {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  rejected: Reject[];
  rejected_count: number;
  /** Rejects with the same reason are one, with the first places. */
  rejected_kinds: { reason: Words; count: number; lines: number[] }[];
  mended: { line: number; what: string }[];
  /** How many records each thing was mended in. */
  mended_counts: Record<string, number>;
  /** How many records of each shape were taken. */
  shapes: Record<string, number>;
  /** Where conference and year were taken from that the records do not call so. */
  taken: (Taken & { count: number })[];
  /** Keys that no column takes, each once. */
  unknown_keys: string[];
}

/** Longer lists help nobody, and a file of nothing but rejects must not fill the memory. */
const listed = 1000;
/** Of one kind of rejects. */
const places = 5;
/** Reasons that have a value in them may all differ. */
const mostKinds = 100;

/** Counts what becomes of the records of a source. */
export class Tally {
  readonly counts = { read: 0, added: 0, updated: 0, unchanged: 0 };
  private readonly rejected: Reject[] = [];
  private rejectedCount = 0;
  private readonly kinds = new Map<string, ImportReport['rejected_kinds'][number]>();
  private readonly mended: ImportReport['mended'] = [];
  private readonly mendedCounts: Record<string, number> = {};
  private readonly shapes: Record<string, number> = {};
  private readonly taken = new Map<string, Taken & { count: number }>();
  private readonly unknown = new Set<string>();

  reject(line: number, reason: Words): void {
    this.rejectedCount++;
    if (this.rejected.length < listed) this.rejected.push({ line, reason });
    const words = String(reason);
    const kind = this.kinds.get(words);
    if (kind !== undefined) {
      kind.count++;
      if (kind.lines.length < places) kind.lines.push(line);
    } else if (this.kinds.size < mostKinds) this.kinds.set(words, { reason, count: 1, lines: [line] });
  }

  take(line: number, { shape, mended, unknown, taken }: TakenRecord): void {
    this.shapes[shape] = (this.shapes[shape] ?? 0) + 1;
    for (const what of new Set(mended)) {
      this.mendedCounts[what] = (this.mendedCounts[what] ?? 0) + 1;
      if (this.mended.length < listed) this.mended.push({ line, what });
    }
    for (const key of unknown) if (this.unknown.size < listed) this.unknown.add(key);
    for (const one of taken) this.note(one);
  }

  report(): ImportReport {
    return {
      ...this.counts,
      rejected: this.rejected,
      rejected_count: this.rejectedCount,
      rejected_kinds: [...this.kinds.values()].sort((a, b) => b.count - a.count),
      mended: this.mended,
      mended_counts: this.mendedCounts,
      shapes: this.shapes,
      taken: [...this.taken.values()],
      unknown_keys: [...this.unknown],
    };
  }

  private note(one: Taken): void {
    const key = `${one.field}\n${one.by}\n${one.from}\n${one.value ?? ''}`;
    const noted = this.taken.get(key);
    if (noted !== undefined) noted.count++;
    else if (this.taken.size < listed) this.taken.set(key, { ...one, count: 1 });
  }
}

export interface TakenRecord {
  shape: string;
  mended: readonly string[];
  unknown: readonly string[];
  taken: readonly Taken[];
}
