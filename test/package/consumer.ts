/** A program of a user, in the strictest TypeScript: it is compiled against the packed tarball and run. */
import { writeFileSync } from 'node:fs';
import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import {
  AsyncRateLimitedTransport,
  bytesSource,
  checksumOf,
  describeGme,
  EmbeddingsManager,
  gmeAround,
  LightweightPaper,
  readGme,
  scramble,
  TonstiftError,
  ValueError,
  VectorStoreError,
  withManager,
  type Damage,
  type EmbeddingApi,
  type EmbeddingsManagerOptions,
  type EmbeddingsManagerParts,
  type ErrorCode,
  type Gme,
  type GmeAlbum,
  type GmeParts,
  type VectorCollection,
  type VectorStore,
} from 'tonstift';

function file(album: GmeAlbum, media: readonly Uint8Array[]): Buffer {
  const { head, tail }: GmeParts = gmeAround(
    album,
    media.map(({ length }) => length),
  );
  for (const medium of media) scramble(medium);
  const checked = Buffer.concat([head, ...media, tail]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(checked.reduce((sum, byte) => sum + byte, 0) >>> 0);
  return Buffer.concat([checked, checksum]);
}

const album: GmeAlbum = { productId: 920, language: 'GERMAN', date: '20240229', mode: 'music' };
const bytes = file(album, [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)]);
// For the program that reads a file.
writeFileSync('consumer.gme', bytes);
const source = bytesSource(bytes);
const gme: Gme = readGme(source);
equal(gme.productId, 920);
equal(gme.checksum.stored, checksumOf(source));
equal([...describeGme(gme)].length > 3, true);

throws(
  () => gmeAround({ ...album, productId: 0 }, [1]),
  (thrown) => {
    if (!(thrown instanceof TonstiftError)) return false;
    const code: ErrorCode = thrown.code;
    const words: string = typeof thrown.words === 'string' ? thrown.words : thrown.words.in('de');
    return code === 'bad_field' && words !== '' && thrown.fields['productId'] !== undefined;
  },
);

const options: EmbeddingsManagerOptions = { embeddingDb: 'consumer-vectors', paperDb: 'consumer.db' };
const warnings: string[] = [];
const parts: EmbeddingsManagerParts = { environment: process.env };
const manager = new EmbeddingsManager(options, parts);
manager.on('damaged', ({ file }: Damage) => warnings.push(file));
const store: VectorStore = await manager.client;
const collection: VectorCollection = await manager.collection;
const api: EmbeddingApi = manager.apiClient;
equal(await api.test(), true);
deepEqual(await store.names(), [collection.name]);
await rejects(manager.deleteEmbeddingsByFilter({}), ValueError);
await manager[Symbol.asyncDispose]();
deepEqual(warnings, []);
equal(await withManager((one) => one.modelName, options), manager.modelName);
equal(new VectorStoreError('x') instanceof Error, true);
throws(() => LightweightPaper.parse({ title: 'x' }));

const transport = new AsyncRateLimitedTransport<string, number>(
  { handleAsyncRequest: async (request) => request.length, aclose: async () => undefined },
  60,
);
equal(await transport.handleAsyncRequest('four'), 4);
await transport.aclose();
process.stdout.write('consumer done\n');
