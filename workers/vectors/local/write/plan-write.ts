/** Which shards a change touches. Shards are small, so that adding a few records to many is written quickly. */

/** A shard takes records up to these; one larger record has a shard of its own. */
export const shardBytes = 4 * 1024 * 1024;
export const shardRows = 1024;
/** More than so many shards under a quarter of these are put together. */
const mostUnderfull = 8;

export interface ShardSize {
  file: string;
  rows: number;
  bytes: number;
}

export interface PutSize {
  id: string;
  /** Nearly what it takes in a file. */
  bytes: number;
  /** Where it lies so far, and what it takes there. */
  old?: { file: string; bytes: number };
}

/** One shard that goes, comes or is replaced. */
export interface Change {
  /** Shards that go. */
  from: string[];
  removes: string[];
  /** Ids that are written anew into what takes their place. */
  puts: string[];
}

interface Draft extends Change {
  rows: number;
  bytes: number;
}

/** @param removes ids that go, with what they take; none of them is in `puts` */
export function planWrite(
  shards: readonly ShardSize[],
  puts: readonly PutSize[],
  removes: readonly { id: string; file: string; bytes: number }[],
): Change[] {
  const drafts = new Map(
    shards.map(({ file, rows, bytes }) => [
      file,
      { from: [file], removes: [] as string[], puts: [] as string[], rows, bytes },
    ]),
  );
  for (const { id, file, bytes } of removes) take(drafts.get(file), id, bytes);

  const unplaced: PutSize[] = [];
  for (const put of puts) {
    const draft = put.old && drafts.get(put.old.file);
    const bytes = put.bytes - (put.old?.bytes ?? 0);
    if (draft !== undefined && (bytes <= 0 || draft.rows === 1 || draft.bytes + bytes <= 2 * shardBytes)) {
      draft.puts.push(put.id);
      draft.bytes += bytes;
    } else {
      take(draft, put.id, put.old?.bytes ?? 0);
      unplaced.push(put);
    }
  }
  const fresh: Draft[] = [];
  for (const batch of batches(unplaced)) {
    const bytes = batch.reduce((sum, put) => sum + put.bytes, 0);
    const draft = roomiest([...drafts.values()], batch.length, bytes) ?? newDraft(fresh);
    draft.puts.push(...batch.map(({ id }) => id));
    draft.rows += batch.length;
    draft.bytes += bytes;
  }
  return [...drafts.values(), ...fresh]
    .filter((draft) => draft.removes.length > 0 || draft.puts.length > 0)
    .map(({ from, removes: gone, puts: come }) => ({ from, removes: gone, puts: come }));
}

/** Puts small shards together where there are too many of them. */
export function planMerge(shards: readonly ShardSize[]): Change[] {
  const small = shards.filter(({ rows, bytes }) => rows < shardRows / 4 && bytes < shardBytes / 4);
  if (small.length <= mostUnderfull) return [];
  const groups: (ShardSize & { from: string[] })[] = [];
  for (const shard of small) {
    const group = groups.at(-1);
    if (group !== undefined && fits(group, shard.rows, shard.bytes)) {
      group.from.push(shard.file);
      group.rows += shard.rows;
      group.bytes += shard.bytes;
    } else groups.push({ ...shard, from: [shard.file] });
  }
  return groups.filter(({ from }) => from.length > 1).map(({ from }) => ({ from, removes: [], puts: [] }));
}

const fits = (shard: { rows: number; bytes: number }, rows: number, bytes: number): boolean =>
  shard.rows + rows <= shardRows && shard.bytes + bytes <= shardBytes;

function take(draft: Draft | undefined, id: string, bytes: number): void {
  if (draft === undefined) return;
  draft.removes.push(id);
  draft.rows--;
  draft.bytes -= bytes;
}

function newDraft(fresh: Draft[]): Draft {
  const draft = { from: [], removes: [], puts: [], rows: 0, bytes: 0 };
  fresh.push(draft);
  return draft;
}

function* batches(puts: readonly PutSize[]): Generator<PutSize[]> {
  let batch: PutSize[] = [];
  let bytes = 0;
  for (const put of puts) {
    if (batch.length > 0 && !fits({ rows: batch.length, bytes }, 1, put.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(put);
    bytes += put.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** The fullest with room; first among those that are written anyway. */
function roomiest(drafts: readonly Draft[], rows: number, bytes: number): Draft | undefined {
  const roomy = drafts.filter((draft) => draft.rows > 0 && fits(draft, rows, bytes));
  const touched = roomy.filter((draft) => draft.removes.length > 0 || draft.puts.length > 0);
  return (touched.length > 0 ? touched : roomy).reduce<Draft | undefined>(
    (best, draft) => (best !== undefined && best.bytes >= draft.bytes ? best : draft),
    undefined,
  );
}
