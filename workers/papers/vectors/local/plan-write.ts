/** Plans which shards a change writes. Shards are small, so that a few records are added to many quickly. */

/** A shard takes records up to these limits. One larger record has its own shard. */
export const shardBytes = 4 * 1024 * 1024;
export const shardRows = 1024;

export interface ShardSize {
  file: string;
  rows: number;
  bytes: number;
}

export interface PutSize {
  id: string;
  bytes: number;
  /** The shard that has it now, and its bytes there. */
  old?: { file: string; bytes: number } | undefined;
}

export interface Change {
  /** Shards to remove. Their other records are copied. */
  from: string[];
  removes: string[];
  puts: string[];
}

type Draft = Change & Omit<ShardSize, 'file'>;

/** @param removes ids to remove, with their bytes; none of them is in `puts` */
export function planWrite(
  shards: readonly ShardSize[],
  puts: readonly PutSize[],
  removes: readonly { id: string; file: string; bytes: number }[],
): Change[] {
  const drafts = shards.map(({ file, ...size }): Draft => ({ from: [file], removes: [], puts: [], ...size }));
  const byFile = new Map<string | undefined, Draft>(drafts.map((draft) => [draft.from[0], draft]));
  const remove = (id: string, file: string, bytes: number): void => {
    const draft = byFile.get(file);
    if (draft === undefined) return;
    draft.removes.push(id);
    draft.rows--;
    draft.bytes -= bytes;
  };
  for (const { id, file, bytes } of removes) remove(id, file, bytes);

  const fresh: PutSize[] = [];
  for (const put of puts) {
    const draft = byFile.get(put.old?.file);
    const more = put.bytes - (put.old?.bytes ?? 0);
    if (draft !== undefined && (more <= 0 || draft.rows === 1 || draft.bytes + more <= 2 * shardBytes)) {
      draft.puts.push(put.id);
      draft.bytes += more;
    } else {
      if (put.old) remove(put.id, put.old.file, put.old.bytes);
      fresh.push(put);
    }
  }
  let target: Draft | undefined;
  for (const put of fresh) {
    if (target === undefined || !fits(target, put)) target = emptiest(drafts, put);
    if (target === undefined) drafts.push((target = { from: [], removes: [], puts: [], rows: 0, bytes: 0 }));
    target.puts.push(put.id);
    target.rows++;
    target.bytes += put.bytes;
  }
  return drafts
    .filter((draft) => draft.removes.length > 0 || draft.puts.length > 0)
    .map(({ rows: _rows, bytes: _bytes, ...change }) => change);
}

const fits = (shard: Draft, { bytes }: PutSize): boolean => shard.rows < shardRows && shard.bytes + bytes <= shardBytes;

/** Returns only a shard with much room, so that a few records are not spread over many shards. */
function emptiest(drafts: readonly Draft[], put: PutSize): Draft | undefined {
  const roomy = drafts.filter(
    (draft) => draft.rows < shardRows * 0.75 && draft.bytes < shardBytes * 0.75 && fits(draft, put),
  );
  return roomy.sort((a, b) => a.bytes - b.bytes)[0];
}
