/**
 * A manager with its surroundings for the tests:
 * a real API server, a real paper database, and a store in memory or in a folder.
 */
import { afterEach, beforeEach } from '@jest/globals';
import { join } from 'node:path';
import { EmbeddingsManager } from '../../../../workers/papers/embeddings/manager.js';
import type { EmbeddingsManagerOptions } from '../../../../workers/papers/embeddings/settings.js';
import { DatabaseManager } from '../../../../workers/papers/database-manager.js';
import { silentLog, type Log } from '../../../../workers/base/ports.js';
import { temporaryFolders } from '../../../support/folder.js';
import { createMemoryStore } from '../../../support/memory-store.js';
import type { VectorStore } from '../../../../workers/papers/vectors/types.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../../support/embedding-server.js';

export interface Bench {
  server: EmbeddingServer;
  folder: string;
  /** Warnings and the rest, one line each. */
  log: string[];
  database: DatabaseManager;
  /** The same memory for all managers of a test, also after they were closed. */
  memory: VectorStore;
  manager: EmbeddingsManager;
  /** Another manager on the same things. */
  another(options?: EmbeddingsManagerOptions): EmbeddingsManager;
}

/** Call at the top of a file. `folder`: vectors lie in a folder instead of in memory. */
export function benches({ inFolder = false } = {}): Bench {
  const bench = {} as Bench;
  const made: EmbeddingsManager[] = [];
  afterEach(async () => {
    for (const manager of made.splice(0)) await manager.close();
    await bench.database.close();
    await bench.server.close();
  });
  const folder = temporaryFolders();
  beforeEach(async () => {
    bench.server = await startEmbeddingServer({ dimension: 16 });
    bench.folder = await folder();
    bench.log = [];
    bench.database = new DatabaseManager(join(bench.folder, 'papers.db'));
    bench.memory = createMemoryStore();
    const log: Log = {
      ...silentLog,
      warn: (line) => bench.log.push(line),
      error: (line) => bench.log.push(line),
      info: (line) => bench.log.push(line),
      area: () => log,
    };
    bench.another = (options = {}) => {
      const settings = {
        apiUrl: bench.server.url,
        modelName: 'test-model',
        requestsPerMinute: 0,
        embeddingDb: join(bench.folder, 'vectors'),
        paperDb: join(bench.folder, 'papers.db'),
        ...options,
      };
      // Closing a manager must not take the memory from the next one.
      const openStore = inFolder ? undefined : () => ({ ...bench.memory, close: async () => undefined });
      const manager = new EmbeddingsManager(settings, { log, environment: {}, openStore });
      made.push(manager);
      return manager;
    };
    bench.manager = bench.another();
  });
  return bench;
}

export interface TestPaper extends Record<string, unknown> {
  uid: string;
  title: string;
  abstract: string;
  authors: string[];
  year: number;
  conference: string;
  session: string;
}

export const paper = (uid: string, more: Partial<TestPaper> = {}): TestPaper => ({
  uid,
  title: `Title of ${uid}`,
  abstract: `What ${uid} is about.`,
  authors: ['Ada Lovelace', 'Kurt Gödel'],
  year: 2024,
  conference: 'ICML',
  session: 'Morning',
  poster_position: '',
  ...more,
});

export const papers = (count: number, more: Partial<TestPaper> = {}): TestPaper[] =>
  Array.from({ length: count }, (_, i) => paper(`p${i}`, more));
