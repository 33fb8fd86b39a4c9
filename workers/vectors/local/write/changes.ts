/** What operations on records mean for the shards. */
import type { CheckedRecord } from '../../check-records.js';
import type { Metadata } from '../../types.js';
import type { CommitTask } from './commit.js';
import { planMerge, planWrite } from './plan-write.js';
import { packMetadata, packRecord } from '../record-layout.js';
import type { Row } from '../shard.js';
import type { Table } from '../table.js';

/** Records that come, or take the place of those with their ids, and ids that go. Ids of both come. */
export function storing(table: Table, records: readonly CheckedRecord[], going: readonly string[]): CommitTask {
  const vectorBytes = (records[0]?.embedding.length ?? table.dimension ?? 0) * 4;
  const sizeOf = ({ start, end }: Row): number => end - start + vectorBytes;
  const puts = new Map(
    records.map(({ id, document, metadata, embedding }) => {
      const order = table.row(id)?.order ?? table.nextOrder();
      return [id, { id, metadata: packRecord(document, metadata, order), vector: embedding }];
    }),
  );
  const sizes = records.map(({ id, document, metadata }) => {
    const old = table.row(id);
    const text = [id, document, ...Object.entries(metadata).flat()].reduce(
      (sum, one) => sum + Buffer.byteLength(one),
      0,
    );
    return { id, bytes: text + vectorBytes, ...(old && { old: { file: old.file, bytes: sizeOf(old) } }) };
  });
  const gone = [...new Set(going)].filter((id) => table.slotOf(id) >= 0 && !puts.has(id));
  const removes = gone.map((id) => {
    const row = table.row(id) as Row;
    return { id, file: row.file, bytes: sizeOf(row) };
  });
  const shards = planWrite(
    [...table.shards.values()].map(({ entry }) => entry),
    sizes,
    removes,
  ).map((change) => ({
    ...change,
    patches: [],
    puts: change.puts.flatMap((id) => puts.get(id) ?? []),
  }));
  return { shards, gone, ...(records.length > 0 && { dimension: records[0]?.embedding.length }) };
}

/** Each shard that holds one of the records is written once. */
export function patching(rows: readonly Row[], changes: ReadonlyMap<string, Metadata>): CommitTask {
  const files = new Map<string, { id: string; metadata: ReturnType<typeof packMetadata> }[]>();
  for (const { id, file } of rows) {
    const patch = { id, metadata: packMetadata(changes.get(id) ?? {}) };
    files.set(file, [...(files.get(file) ?? []), patch]);
  }
  return { shards: [...files].map(([file, patches]) => ({ from: [file], removes: [], patches, puts: [] })), gone: [] };
}

/** Undefined where there are not too many small shards. */
export function merging(table: Table): CommitTask | undefined {
  const shards = planMerge([...table.shards.values()].map(({ entry }) => entry)).map((change) => ({
    ...change,
    patches: [],
    puts: [],
  }));
  return shards.length === 0 ? undefined : { shards, gone: [] };
}
