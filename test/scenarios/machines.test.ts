/**
 * Several daemons on one PostgreSQL, one Chroma and one Redis, all of them real:
 * each paper is embedded once, and the limit holds in sum.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import type { PaperStatus } from '../../http/papers/papers/service.js';
import { silentLog } from '../../workers/base/ports.js';
import { createChromaStore } from '../../workers/papers/vectors/chroma/store.js';
import { startChroma, type Chroma } from '../support/chroma.js';
import { startEmbeddingServer, type EmbeddingServer } from '../support/embedding-server.js';
import { suiteFolder } from '../support/folder.js';
import { leaveOut } from '../support/leave-out.js';
import { startPostgres, type Postgres } from '../support/postgres.js';
import { startRedis, type RedisServer } from '../support/redis.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';

const message = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown);
const postgres = await startPostgres();
const chroma = await startChroma().catch(message);
const redis = await startRedis().catch(message);
const missing = [
  typeof postgres === 'string' && `PostgreSQL (${postgres})`,
  typeof chroma === 'string' && `Chroma (${chroma})`,
  typeof redis === 'string' && `Redis (${redis})`,
].filter((part) => part !== false);

describe('several machines', () => {
  if (missing.length > 0) {
    leaveOut('of daemons that share the work', `there is no ${missing.join(', no ')}`);
    return;
  }
  const servers = { postgres: postgres as Postgres, chroma: chroma as Chroma, redis: redis as RedisServer };
  const perMinute = 600;
  let api: EmbeddingServer;
  let daemons: RunningDaemon[] = [];
  const start = (n: number, paperDb: string): Promise<RunningDaemon> =>
    startProgram(join(homes, `machine${n}`), [
      '--llm-backend-url',
      api.url,
      '--embedding-model',
      'mini',
      '--requests-per-minute',
      String(perMinute),
      '--embed-batch-size',
      '5',
      '--paper-db',
      paperDb,
      '--embedding-db',
      servers.chroma.url,
      '--collection-name',
      'shared',
      '--limiter-redis-url',
      servers.redis.url,
    ]);

  beforeAll(async () => void (api = await startEmbeddingServer({ dimension: 16 })));
  afterAll(async () => {
    await Promise.all(daemons.map((daemon) => daemon.stop()));
    await api.close();
    await Promise.all([servers.postgres.stop(), servers.chroma.stop(), servers.redis.kill()]);
  });
  const homes = suiteFolder();

  it('embed each paper once, within the limit that they share, though one of them is killed', async () => {
    const papers = 600;
    const paperDb = await servers.postgres.database();
    daemons = await Promise.all([0, 1, 2].map((n) => start(n, paperDb)));
    const status = async (daemon: RunningDaemon): Promise<PaperStatus> =>
      (await daemon.json<{ status: PaperStatus }>('/papers')).status;
    const facts = { year: 2020, conference: 'EMNLP', authors: ['Ada'] };
    const paper = (n: number): object => ({ title: `Paper ${n}`, abstract: `Study ${n}.`, ...facts });
    const [first, second, third] = daemons as [RunningDaemon, RunningDaemon, RunningDaemon];
    const sent = await first.putPapers(Array.from({ length: papers }, (_, n) => paper(n)));
    expect(await sent.json()).toMatchObject({ added: papers });
    for (const daemon of [second, third]) await daemon.post('/papers/embed', {});
    await until('some work', async () => api.embeddings().length > 20);
    await third.kill();
    daemons[2] = await start(2, paperDb);
    await until('all papers', async () => (await status(first)).embedded === papers);
    const store = createChromaStore(servers.chroma.url, { log: silentLog });
    expect((await (await store.collection('shared')).facts()).count).toBe(papers);
    await store.close();

    const requests = api.embeddings();
    const texts = requests.flatMap((request) => request.texts);
    // The batch that was under way at the kill is sent again.
    expect(texts.length).toBeLessThanOrEqual(papers + 5);
    expect(new Set(texts).size).toBe(papers);
    const share = daemons.map((daemon) => /Embedded (\d+) papers\./.exec(daemon.output())?.[1] ?? '0');
    process.stdout.write(
      `    ${requests.length} requests; papers by machine: ${share.join(', ')} and what the killed one did.\n`,
    );
    expect(Number(share[0])).toBeLessThan(papers);
    // So many in a tenth of a minute, of which the spacing leaves a little less.
    const times = requests.map(({ at }) => at).sort((a, b) => a - b);
    const window = 6_000;
    const most = Math.max(
      ...times
        .map((from, n) => times.slice(n).findIndex((at) => at >= from + window))
        .map((count, n) => (count < 0 ? times.length - n : count)),
    );
    expect(most).toBeLessThanOrEqual(perMinute / 10 + 1);
  });
});
