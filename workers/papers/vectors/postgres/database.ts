/** Sessions and transactions on a small pool of connections. */
import type pg from 'pg';
import { openPool } from '../../postgres/connect.js';
import type { PostgresUrl } from '../../postgres/url.js';
import { failureOf, isLost, isPassing } from './failure.js';

export interface Query {
  /** Runs one statement with its parameters. */
  <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Milliseconds of one statement. */
export interface Patience {
  read: number;
  write: number;
}
/** A search over many large vectors is slow, and a writer waits for the writer before it. */
const usualPatience: Patience = { read: 120_000, write: 1_800_000 };
/** Milliseconds. A connection that was lost while it was idle fails at once. */
const retriedWithin = 10_000;
/** Detects within minutes that a firewall drops the connection. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

export class PostgresDatabase {
  private readonly pool: pg.Pool;

  /** @param connections the most connections; each operation uses one, so that a single connection is enough */
  constructor(
    readonly url: PostgresUrl,
    connections = 4,
    private readonly patience = usualPatience,
  ) {
    this.pool = openPool(url.url, { ...keepAlive, max: connections, silence: patience.write });
  }

  /**
   * Runs several statements on one connection. Retries once on a new connection if the connection was soon lost.
   * @throws VectorStoreError
   */
  async read<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return this.twice(() => this.session(this.patience.read, work), isPassing);
  }

  /**
   * Runs a transaction. Retries once if the connection was soon lost, before the commit was sent. If the commit was
   * sent but not confirmed, its result is unknown, so it is an error.
   * @throws VectorStoreError
   */
  async write<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    let ending = false;
    const attempt = (): Promise<Result> =>
      this.session(this.patience.write, async (query) => {
        await query('begin');
        try {
          const result = await work(query);
          ending = true;
          await query('commit');
          return result;
        } catch (thrown) {
          if (!isLost(thrown)) await query('rollback');
          throw thrown;
        }
      });
    return this.twice(attempt, (thrown) => isPassing(thrown) && !ending);
  }

  private async twice<Result>(attempt: () => Promise<Result>, mayPass: (thrown: unknown) => boolean): Promise<Result> {
    const begun = performance.now();
    return attempt()
      .catch((thrown: unknown) => {
        const isSoon = performance.now() - begun < retriedWithin;
        if (!isSoon || !mayPass(thrown)) throw thrown;
        return attempt();
      })
      .catch((thrown: unknown) => Promise.reject(failureOf(thrown, this.url) as Error));
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private async session<Result>(timeout: number, work: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let lost = false;
    try {
      return await work(async (text, values) => {
        const { rows } = await client.query({
          text,
          values: values as unknown[],
          query_timeout: timeout,
        } as pg.QueryConfig);
        return rows as never[];
      });
    } catch (thrown) {
      lost = isLost(thrown);
      throw thrown;
    } finally {
      client.release(lost);
    }
  }
}
