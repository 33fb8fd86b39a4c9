/** States and transitions, attributes and settings (docs/embeddings.md, "The connection" and "Settings"). */
import { describe, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdir, truncate, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { EmbeddingsError, ValueError } from '../../../../workers/papers/embedding-api/errors.js';
import { EmbeddingsManager, withManager } from '../../../../workers/papers/embeddings/manager.js';
import { createMemoryStore } from '../../../support/memory-store.js';
import { VectorStoreError, type VectorStore } from '../../../../workers/papers/vectors/types.js';
import { benches, paper } from './bench.js';

const bench = benches();

describe('attributes', () => {
  it('come from the options', () => {
    const manager = new EmbeddingsManager({
      apiUrl: 'http://a',
      authToken: 'secret',
      modelName: 'm',
      collectionName: 'c',
      requestsPerMinute: 7,
      embeddingDb: '/d',
      paperDb: '/p',
    });
    expect(manager).toMatchObject({
      apiUrl: 'http://a',
      modelName: 'm',
      collectionName: 'c',
      requestsPerMinute: 7,
      embeddingDb: '/d',
      paperDb: '/p',
    });
    expect(inspect(manager, { showHidden: true, depth: 5 })).not.toContain('secret');
    expect(JSON.stringify(manager)).not.toContain('secret');
  });

  it('come from the environment, the plain names first, an empty one not counted', () => {
    const environment = {
      LLM_BACKEND_URL: 'http://plain',
      TONSTIFT_LLM_BACKEND_URL: 'http://own',
      EMBEDDING_MODEL: '',
      TONSTIFT_EMBEDDING_MODEL: 'own-model',
      COLLECTION_NAME: 'coll',
      REQUESTS_PER_MINUTE: '5',
      EMBEDDING_DB: 'http://chroma:8000',
      PAPER_DB: 'postgresql://host/x',
    };
    expect(new EmbeddingsManager({}, { environment })).toMatchObject({
      apiUrl: 'http://plain',
      modelName: 'own-model',
      collectionName: 'coll',
      requestsPerMinute: 5,
      embeddingDb: 'http://chroma:8000',
      paperDb: 'postgresql://host/x',
    });
    expect(new EmbeddingsManager({ modelName: 'given' }, { environment }).modelName).toBe('given');
  });

  it.each([':memory:', 'file:papers.db', 'file:///x/papers.db', 'sqlite:///papers.db'])(
    'take PAPER_DB as %s, like DatabaseManager',
    (PAPER_DB) => {
      expect(new EmbeddingsManager({}, { environment: { PAPER_DB } }).paperDb).toBe(PAPER_DB);
    },
  );

  it('find the home folder by a "~" in an option', () => {
    const { embeddingDb, paperDb } = new EmbeddingsManager({ embeddingDb: '~/vectors', paperDb: '~/papers.db' });
    expect([embeddingDb, paperDb]).toEqual([join(homedir(), 'vectors'), join(homedir(), 'papers.db')]);
    expect(new EmbeddingsManager({ embeddingDb: '~vec' }).embeddingDb).toBe('~vec');
  });

  it('have the documented defaults', () => {
    const manager = new EmbeddingsManager({}, { environment: { XDG_DATA_HOME: '/data' } });
    expect(manager).toMatchObject({
      apiUrl: 'http://localhost:1234',
      modelName: 'text-embedding-qwen3-embedding-4b',
      collectionName: 'papers',
      requestsPerMinute: 60,
      embeddingDb: '/data/tonstift/embeddings',
      paperDb: '/data/tonstift/papers.db',
    });
    expect(new EmbeddingsManager({}, { environment: { TONSTIFT_HOME: '/home' } }).embeddingDb).toBe('/home/embeddings');
  });

  it('come from the configuration file after that', async () => {
    const config = join(bench.folder, 'config.json');
    const environment = { TONSTIFT_HOME: bench.folder, EMBEDDING_MODEL: 'from-environment' };
    await writeFile(
      config,
      JSON.stringify({
        llm_backend_url: 'http://file',
        embedding_model: 'from-file',
        requests_per_minute: 9,
        embedding_db: 'vectors',
        port: 'nonsense of others',
      }),
    );
    expect(new EmbeddingsManager({}, { environment })).toMatchObject({
      apiUrl: 'http://file',
      modelName: 'from-environment',
      requestsPerMinute: 9,
      embeddingDb: join(bench.folder, 'vectors'),
    });
    await writeFile(config, JSON.stringify({ embedding_db: 'ftp://x' }));
    expect(() => new EmbeddingsManager({}, { environment })).toThrow(/embedding_db in .*config\.json must be/);
    expect(new EmbeddingsManager({ embeddingDb: '/given' }, { environment }).embeddingDb).toBe('/given');
    await writeFile(config, '{');
    expect(() => new EmbeddingsManager({}, { environment })).toThrow(ValueError);
  });

  it.each([-1, NaN, Infinity, '5' as unknown as number])('refuse %p requests a minute', (requestsPerMinute) => {
    expect(() => new EmbeddingsManager({ requestsPerMinute })).toThrow(ValueError);
  });

  it.each([
    [{ apiUrl: 7 }, 'apiUrl must be text, not 7.'],
    [{ authToken: 123 }, 'authToken must be text.'],
    [{ collectionName: {} }, 'collectionName must be text, not {}.'],
    [{ embeddingDb: ['x'] }, 'embeddingDb must be text, not ["x"].'],
    [{ paperDb: true }, 'paperDb must be text, not true.'],
    [{ modelName: '' }, 'modelName must name a model, not "".'],
    [{ queryPrefix: 1 }, 'queryPrefix must be text, not 1.'],
  ])('refuse %j', (options, message) => {
    expect(() => new EmbeddingsManager(options as object)).toThrow(new ValueError(message));
  });

  it('that are null come from the environment too', () => {
    const names = ['apiUrl', 'authToken', 'modelName', 'collectionName', 'requestsPerMinute', 'embeddingDb', 'paperDb'];
    const more = ['modelInput', 'documentPrefix', 'queryPrefix', 'documentType', 'queryType', 'dimensions'];
    const options: object = Object.fromEntries([...names, ...more].map((name) => [name, null]));
    const environment = { EMBEDDING_MODEL: 'm', TONSTIFT_EMBEDDING_DIMENSIONS: '64' };
    const manager = new EmbeddingsManager(options, { environment });
    expect([manager.modelName, manager.freshModel.input.queries.fields]).toEqual(['m', { dimensions: 64 }]);
  });

  it('refuse an odd number of requests in the environment', () => {
    expect(() => new EmbeddingsManager({}, { environment: { REQUESTS_PER_MINUTE: 'many' } })).toThrow(
      /REQUESTS_PER_MINUTE must be a number.*"many"/,
    );
    expect(() => new EmbeddingsManager({}, { environment: { REQUESTS_PER_MINUTE: '-1' } })).toThrow(ValueError);
  });
});

describe('connection', () => {
  it('is not there before it is used, and no request goes out', async () => {
    let opened = 0;
    const manager = new EmbeddingsManager(
      { apiUrl: bench.server.url },
      { environment: {}, openStore: () => (opened++, createMemoryStore()) },
    );
    expect(opened).toBe(0);
    void manager.apiClient;
    const collection = await manager.collection;
    expect(opened).toBe(1);
    expect(await (await manager.client).names()).toEqual(['papers']);
    expect(collection.name).toBe('papers');
    expect(opened).toBe(1);
    expect(bench.server.requests).toEqual([]);
    await manager.close();
  });

  it('that fails is an EmbeddingsError with its cause, and can be tried again', async () => {
    let broken = true;
    const store = createMemoryStore();
    const openStore = (): VectorStore => {
      if (broken) throw new VectorStoreError('The disk is gone.');
      return store;
    };
    const manager = new EmbeddingsManager({}, { environment: {}, openStore });
    await expect(manager.connect()).rejects.toThrow(EmbeddingsError);
    const thrown: unknown = await manager.connect().catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      message: 'Cannot connect to the vector database: The disk is gone.',
      cause: expect.any(VectorStoreError) as unknown,
    });
    await expect(manager.createCollection()).rejects.toThrow(/not connected/);
    await expect(manager.paperExists(1)).rejects.toThrow(EmbeddingsError);
    broken = false;
    await manager.connect();
    await manager.createCollection();
    await manager.close();
  });

  it('that answers nothing is closed again', async () => {
    let closed = 0;
    const store: VectorStore = {
      ...createMemoryStore(),
      names: () => Promise.reject(new VectorStoreError('Nobody answers.')),
      close: async () => void closed++,
    };
    const manager = new EmbeddingsManager({}, { environment: {}, openStore: () => store });
    await expect(manager.connect()).rejects.toThrow(/Nobody answers/);
    expect(closed).toBe(1);
  });

  it.each(['ftp://somewhere/x', '  ', 'redis://me:secret@host/1'])('to %p is refused', async (embeddingDb) => {
    const manager = new EmbeddingsManager({ embeddingDb });
    await expect(manager.connect()).rejects.toThrow(/embeddingDb must be a folder, the URL/);
    await expect(manager.connect()).rejects.not.toThrow(/secret/);
  });

  it('ends with close, as often as one likes, and begins again with the next use', async () => {
    await bench.manager.close();
    await bench.manager.connect();
    await bench.manager.close();
    await bench.manager.close();
    await expect(bench.manager.createCollection()).rejects.toThrow(EmbeddingsError);
    expect(await bench.manager.paperExists('x')).toBe(false);
    await bench.manager.createCollection();
  });
});

it('a second close waits for the first', async () => {
  const events: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const store: VectorStore = {
    ...createMemoryStore(),
    close: async () => {
      await ended;
      events.push('closed');
    },
  };
  const manager = new EmbeddingsManager({}, { environment: {}, openStore: () => store });
  await manager.connect();
  const first = manager.close();
  const second = manager.close().then(() => events.push('returned'));
  setImmediate(end);
  await Promise.all([first, second]);
  expect(events).toEqual(['closed', 'returned']);
});

describe('createCollection', () => {
  it('needs a connection', async () => {
    await expect(bench.manager.createCollection()).rejects.toThrow(
      'The manager is not connected; call connect() before createCollection().',
    );
    await bench.manager.connect();
    await bench.manager.createCollection();
    expect(await bench.memory.names()).toEqual(['papers']);
  });

  it('keeps what is there, and with reset does not', async () => {
    await bench.manager.addPaper(paper('a'));
    await bench.manager.createCollection();
    expect(await bench.manager.paperExists('a')).toBe(true);
    await bench.manager.createCollection({ reset: true });
    expect(await bench.manager.getCollectionStats()).toEqual({
      count: 0,
      name: 'papers',
      metadata: { model: null, dimension: null },
    });
  });

  it('that fails is an EmbeddingsError of every operation', async () => {
    const store: VectorStore = {
      ...createMemoryStore(),
      collection: () => Promise.reject(new VectorStoreError('The folder is read-only.')),
    };
    const manager = new EmbeddingsManager({ apiUrl: bench.server.url }, { environment: {}, openStore: () => store });
    await manager.connect();
    await expect(manager.createCollection()).rejects.toThrow(EmbeddingsError);
    for (const operation of [
      () => manager.paperExists(1),
      () => manager.paperNeedsUpdate(paper('a')),
      () => manager.addPaper(paper('a')),
      () => manager.searchSimilar('x'),
      () => manager.getCollectionStats(),
      () => manager.exportEmbeddings('a', 2020),
      () => manager.updatePaperMetadata({}),
      () => manager.clearCollection(),
      () => manager.deleteEmbeddingsByFilter({ year: 2020 }),
    ])
      await expect(operation()).rejects.toThrow(/Cannot open the collection "papers": The folder is read-only/);
    expect(bench.server.requests).toEqual([]);
  });
});

describe('options that are null', () => {
  it('are none', async () => {
    expect(new EmbeddingsManager(null, { environment: {} }).collectionName).toBe('papers');
    const { manager, database } = bench;
    await manager.connect();
    await manager.createCollection(null);
    await manager.addPaper(paper('a'));
    await database.addPaper(paper('a'));
    expect((await manager.searchSimilar('x', null)).ids).toEqual([['a']]);
    expect(await manager.embedFromDatabase(null)).toBe(0);
    expect(await manager.searchPapersSemantic('Ada', database, null)).toHaveLength(1);
    expect((await manager.findPapersWithinDistance(database, 'x', null)).distance).toBe(1.1);
    expect(await manager.importEmbeddings(await manager.exportEmbeddings('ICML', 2024), 'ICML', 2024, null)).toBe(1);
  });
});

describe('many requests at once', () => {
  it('are no leak of which Node would warn', async () => {
    const library = new URL('../../../../dist/workers/papers/embeddings/manager.js', import.meta.url).href;
    const script = `
      import { EmbeddingsManager, withManager } from '${library}';
      const manager = new EmbeddingsManager({ apiUrl: '${bench.server.url}', requestsPerMinute: 0 });
      await Promise.all(Array.from({ length: 40 }, (_, i) => manager.generateEmbedding('query ' + i)));
      await manager.close();`;
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(stderr).toBe('');
    expect(bench.server.requests).toHaveLength(40);
  });
});

describe('options', () => {
  it('that there are not are refused, with those that there are', async () => {
    const { manager, database } = bench;
    await database.addPapers([paper('a')]);
    await manager.embedFromDatabase();
    expect(() => new EmbeddingsManager({ modelname: 'm' } as object)).toThrow(
      new ValueError(
        'EmbeddingsManager has no option "modelname"; it has apiUrl, authToken, modelName, collectionName, ' +
          'requestsPerMinute, embeddingDb, paperDb, modelInput, documentPrefix, queryPrefix, documentType, ' +
          'queryType, dimensions.',
      ),
    );
    const wrong = { limitt: 2 } as object;
    const slice = await manager.exportEmbeddings('ICML', 2024);
    for (const tried of [
      () => manager.createCollection(wrong),
      () => manager.searchSimilar('x', wrong),
      () => manager.searchPapersSemantic('x', database, wrong),
      () => manager.countPapersWithinDistance(database, 'x', wrong),
      () => manager.countPapersWithinDistance(database, 'x', { queryEmbedding: [1] } as object),
      () => manager.findPapersWithinDistance(database, 'x', wrong),
      () => manager.embedFromDatabase(wrong),
      () => manager.createEmbeddingsFromDb(wrong),
      () => manager.importEmbeddings(slice, 'ICML', 2024, wrong),
      () => manager.searchSimilar('x', 5 as unknown as object),
    ])
      await expect(tried()).rejects.toThrow(EmbeddingsError);
    await expect(manager.deleteEmbeddingsByFilter({ conference: 'ICML', yeer: 2024 } as object)).rejects.toThrow(
      new ValueError('deleteEmbeddingsByFilter has no option "yeer"; it has conference, year.'),
    );
    await expect(database.searchPapers({ yeers: [2024] } as object)).rejects.toThrow(/no option "yeers"/);
    await expect(database.query('select 1', { timeout: 3 } as object)).rejects.toThrow(/no option "timeout"/);
    expect((await manager.getCollectionStats()).count).toBe(1);
  });
});

describe('withManager', () => {
  it('hands a connected manager over', async () => {
    const options = { embeddingDb: join(bench.folder, 'with') };
    await withManager((manager) => manager.createCollection({ reset: true }), options);
    expect(await withManager(async (manager) => (await manager.client).names(), options)).toEqual(['papers']);
  });
});

describe('a store of which a file is broken', () => {
  it('is an event, and a warning of the process where no log is given', async () => {
    const settings = { apiUrl: bench.server.url, modelName: 'test-model', requestsPerMinute: 0 };
    const options = { ...settings, embeddingDb: join(bench.folder, 'store'), collectionName: 'p' };
    await withManager((manager) => manager.addPapers([paper('a'), paper('b')]), options);
    const collection = join(bench.folder, 'store', 'p');
    const [shard = ''] = (await readdir(collection)).filter((name) => name.endsWith('.pb'));
    await truncate(join(collection, shard), 20);
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const manager = new EmbeddingsManager(options);
    const damages: unknown[] = [];
    manager.on('damaged', (damage) => damages.push(damage));
    expect((await manager.getCollectionStats()).count).toBe(0);
    await manager.close();
    expect(damages).toEqual([
      { collection: 'p', file: join(collection, shard), records: 2, reason: expect.stringContaining('20 bytes') },
    ]);
    expect(warned.mock.calls).toEqual([[expect.stringContaining('its 2 records are missing'), 'TonstiftWarning']]);
    warned.mockRestore();
  });
});
