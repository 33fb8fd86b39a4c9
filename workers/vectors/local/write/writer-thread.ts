/**
 * A thread that writes shards with vectra. Loading vectra takes half a second and some 110 MB, so the thread ends when
 * there is nothing to write. vectra's storage hook keeps what it reads and writes in memory. The bytes go to the disk
 * under a new name and are synced; readers see them once the manifest names them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LocalIndex, ProtobufCodec, type FileStorage } from 'vectra';
import { messageOf } from '../../../base/errors.js';
import { writeDurably } from '../../../base/files/durable.js';
import { encodeIndex, indexName } from '../index/index-file.js';
import { readShard } from '../read-shard.js';
import type { WriteAnswer, WriteTask } from './writer-protocol.js';

const codec = new ProtobufCodec();

export default (task: WriteTask): Promise<WriteAnswer> =>
  write(task).catch((error: unknown) => ({ kind: 'failed', message: messageOf(error) }));

async function write({ folder, dimension, from, to, removes, patches, puts }: WriteTask): Promise<WriteAnswer> {
  const [first, ...others] = await Promise.all(
    from.map(async (name) => memoryIndex(await readFile(join(folder, name)))),
  );
  const { index, storage } = first ?? memoryIndex(undefined);
  if (first === undefined) await index.createIndex({ version: 1 });
  await index.beginUpdate();
  for (const other of others) {
    for (const item of await other.index.listItems()) await index.insertItem(item);
  }
  await index.deleteItems(removes);
  for (const { id, metadata } of patches) {
    const item = await index.getItem(id);
    if (item === undefined) throw new Error(`${from.join(', ')} no longer holds "${id}"`);
    await index.upsertItem({ ...item, metadata: { ...item.metadata, ...metadata } });
  }
  // vectra computes nonsense of typed arrays.
  for (const { id, metadata, vector } of puts) await index.upsertItem({ id, metadata, vector: Array.from(vector) });
  await index.endUpdate();
  await writeDurably(join(folder, to), storage.content);
  // What memory knows always comes of a file, so that a restart knows the same.
  const content = await readFile(join(folder, to));
  const rows = readShard(content, dimension);
  const file = { bytes: content.length, crc32: crc32(content) };
  const made = encodeIndex(file, dimension, rows);
  // Without it the next start makes it once more.
  await writeDurably(join(folder, indexName(to)), made).catch(() => undefined);
  return { kind: 'written', ...file, rows: rows.length, index: made };
}

interface MemoryStorage extends FileStorage {
  content: Buffer;
}

function memoryIndex(content: Buffer | undefined): { index: LocalIndex; storage: MemoryStorage } {
  const never = async (): Promise<never> => {
    throw new Error('vectra asked for what an index of one file does not need');
  };
  let exists = content !== undefined;
  const storage: MemoryStorage = {
    content: content ?? Buffer.alloc(0),
    pathExists: async () => exists,
    readFile: async () => storage.content,
    upsertFile: async (_, bytes) => {
      storage.content = Buffer.from(bytes as Buffer);
      exists = true;
    },
    createFolder: async () => undefined,
    deleteFolder: async () => undefined,
    createFile: never,
    deleteFile: never,
    getDetails: never,
    listFiles: never,
  };
  return { index: new LocalIndex('shard', 'shard.pb', storage, codec), storage };
}
