import { say, type Words } from '../../base/language/sentence.js';
import type { StoredImport } from '../sql/results.js';
import type { ReadPaper, Taken } from './read-record.js';
import type { Reject } from './types.js';

/** The result of an import. The lists hold the first entries of each kind, the counts cover all. */
export interface ImportReport {
  /** The record by which the import can be undone. */
  import_id: number;
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Counts updated and unchanged papers that were recognized by an identifier or the title, not by their uid. */
  recognized: number;
  rejected: Reject[];
  rejected_count: number;
  /** Groups rejects by reason, with the first lines of each. */
  rejected_kinds: { reason: Words; count: number; lines: number[] }[];
  mended: { line: number; what: string }[];
  /** Counts records by kind of correction. */
  mended_counts: Record<string, number>;
  /** Counts records by shape. */
  shapes: Record<string, number>;
  /** The sources of conference and year, if the records do not name them so. */
  taken: (Taken & { count: number })[];
  /** Keys that match no column, without duplicates. */
  unknown_keys: string[];
}

/** The most entries per list. A file of rejects only must not fill the memory. */
const listed = 1000;
/** The most lines listed per reason. */
const places = 5;
/** The most reasons. Reasons that contain a value may all differ. */
const mostKinds = 100;

/** Counts the results of a source's records. */
export class Tally {
  private readonly counts = { read: 0, added: 0, updated: 0, unchanged: 0, recognized: 0 };
  private readonly rejected: Reject[] = [];
  private rejectedCount = 0;
  private readonly kinds = new Map<string, ImportReport['rejected_kinds'][number]>();
  private readonly mended: ImportReport['mended'] = [];
  private readonly mendedCounts: Record<string, number> = {};
  private readonly shapes: Record<string, number> = {};
  private readonly taken = new Map<string, Taken & { count: number }>();
  private readonly unknown = new Set<string>();

  /** Adds the results of a stored batch. @param lines of its papers */
  count({ added, updated, unchanged, recognized, refused }: StoredImport, lines: readonly number[]): void {
    this.counts.added += added;
    this.counts.updated += updated;
    this.counts.unchanged += unchanged;
    this.counts.recognized += recognized;
    for (const { index, uids } of refused)
      this.note(lines[index] ?? 0, say('paper.is_several', { uids: uids.join(', ') }));
  }

  get rejects(): number {
    return this.rejectedCount;
  }

  reject(line: number, reason: Words): void {
    this.counts.read++;
    this.note(line, reason);
  }

  private note(line: number, reason: Words): void {
    this.rejectedCount++;
    if (this.rejected.length < listed) this.rejected.push({ line, reason });
    const words = String(reason);
    const kind = this.kinds.get(words);
    if (kind !== undefined) {
      kind.count++;
      if (kind.lines.length < places) kind.lines.push(line);
    } else if (this.kinds.size < mostKinds) this.kinds.set(words, { reason, count: 1, lines: [line] });
  }

  take(line: number, { shape, mended, unknown, taken }: Extract<ReadPaper, { paper: unknown }>): void {
    this.counts.read++;
    this.shapes[shape] = (this.shapes[shape] ?? 0) + 1;
    for (const what of new Set(mended)) {
      this.mendedCounts[what] = (this.mendedCounts[what] ?? 0) + 1;
      if (this.mended.length < listed) this.mended.push({ line, what });
    }
    for (const key of unknown) if (this.unknown.size < listed) this.unknown.add(key);
    for (const one of taken) this.noteTaken(one);
  }

  report(importId: number): ImportReport {
    return {
      import_id: importId,
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

  private noteTaken(one: Taken): void {
    const key = `${one.field}\n${one.by}\n${one.from}\n${one.value ?? ''}`;
    const noted = this.taken.get(key);
    if (noted !== undefined) noted.count++;
    else if (this.taken.size < listed) this.taken.set(key, { ...one, count: 1 });
  }
}
