/**
 * Other exact searches of the same vectors, for `vectors.mjs`. They are not part of the program: `npm ci` in this
 * folder installs them, and missing ones are reported.
 */

/** @typedef {{ dimension: number; count: number; vectorOf: (i: number) => Float32Array }} Vectors */
/** @typedef {(query: Float32Array) => unknown} Search ten nearest, also as a promise */

/** The name is a variable, because the compiler would report missing types of packages that are not installed. */
const load = (name) => import(name);

/** Concatenates all vectors. */
function matrixOf({ dimension, count, vectorOf }) {
  const matrix = new Float32Array(dimension * count);
  for (let i = 0; i < count; i++) matrix.set(vectorOf(i), i * dimension);
  return matrix;
}

/** @type {Record<string, { threads: string; prepare: (vectors: Vectors) => Promise<Search> }>} */
export const peers = {
  'usearch, exact': {
    threads: 'all threads',
    async prepare(vectors) {
      const { exactSearch, MetricKind } = (await load('usearch')).default;
      const matrix = matrixOf(vectors);
      return (query) => exactSearch(matrix, query, vectors.dimension, 10, MetricKind?.L2sq ?? 'l2sq', 0);
    },
  },
  'hnswlib-node, brute force': {
    threads: 'one thread',
    async prepare({ dimension, count, vectorOf }) {
      const { BruteforceSearch } = (await load('hnswlib-node')).default;
      const index = new BruteforceSearch('l2', dimension);
      index.initIndex(count);
      for (let i = 0; i < count; i++) index.addPoint(Array.from(vectorOf(i)), i);
      return (query) => index.searchKnn(Array.from(query), 10);
    },
  },
  'sqlite-vec': {
    threads: 'one thread',
    async prepare({ dimension, count, vectorOf }) {
      const { getLoadablePath } = await load('sqlite-vec');
      const { DatabaseSync } = await load('node:sqlite');
      const database = new DatabaseSync(':memory:', { allowExtension: true });
      database.loadExtension(getLoadablePath());
      database.exec(`create virtual table rows using vec0(vector float[${dimension}]); begin`);
      const insert = database.prepare('insert into rows (rowid, vector) values (?, ?)');
      for (let i = 0; i < count; i++) insert.run(BigInt(i + 1), new Uint8Array(vectorOf(i).buffer));
      database.exec('commit');
      const nearest = database.prepare('select rowid, distance from rows where vector match ? and k = 10');
      return (query) => nearest.all(new Uint8Array(query.buffer));
    },
  },
  /** Keeps its index in memory: reading 20,000 × 4,096 vectors from its file takes gigabytes. */
  vectra: {
    threads: 'one thread',
    async prepare({ count, vectorOf }) {
      const { LocalIndex, ProtobufCodec, VirtualFileStorage } = await load('vectra');
      const index = new LocalIndex('papers', 'papers.pb', new VirtualFileStorage(), new ProtobufCodec());
      await index.createIndex({ version: 1 });
      const items = Array.from({ length: count }, (_, i) => {
        const vector = Array.from(vectorOf(i));
        return { id: `paper ${i}`, metadata: {}, vector, norm: Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0)) };
      });
      // The result of its own loading; its insert function scans all items for each new one.
      index._data = { version: 1, metadata_config: {}, items };
      return (query) => index.queryItems(Array.from(query), '', 10);
    },
  },
};
