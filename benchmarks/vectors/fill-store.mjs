/** Makes a collection of the local store with vectra's own codec, in a tenth of the time that adding takes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ProtobufCodec } from 'vectra';

/** The same limits as in the store. */
const shardBytes = 4 * 1024 * 1024;
const shardRows = 1024;

/** @param {string} folder @param {{ rows: number; dimension: number; recordOf: (i: number) => any }} records */
export async function fillStore(folder, { rows, dimension, recordOf }) {
  const collection = join(folder, 'papers');
  mkdirSync(collection, { recursive: true });
  const codec = new ProtobufCodec();
  const step = Math.max(1, Math.min(shardRows, Math.floor(shardBytes / (dimension * 4 + 2900))));
  const shards = [];
  for (let from = 0; from < rows; from += step) {
    const items = Array.from({ length: Math.min(step, rows - from) }, (_, i) => {
      const { id, document, metadata, embedding } = recordOf(from + i);
      const own = { ...metadata, '#document': document, '#order': from + i };
      return { id, metadata: own, vector: Array.from(embedding), norm: 1 };
    });
    const bytes = codec.serializeIndex({ version: 1, metadata_config: {}, items });
    const file = `${String(shards.length + 1).padStart(6, '0')}.pb`;
    writeFileSync(join(collection, file), bytes);
    shards.push({ file, rows: items.length, bytes: bytes.length, crc32: crc32(bytes) });
  }
  writeFileSync(join(collection, 'manifest.json'), JSON.stringify({ format: 1, dimension, model: null, shards }));
}
