/** Sessions and transactions on a small pool of connections. */
import type pg from 'pg';
import { openPool } from '../../base/postgres/connect.js';
import type { PostgresUrl } from '../../base/postgres/url.js';
import { failureOf, isLost, isPassing } from './failure.js';

export interface Query {
  /** One statement, with its parameters. */
  <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Milliseconds. A search of many large vectors takes its time, and a writer waits for the one before it. */
const patience = { read: 120_000, write: 1_800_000 };
/** A server behind a wall is noticed within minutes. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

export class PostgresDatabase {
  private readonly pool: pg.Pool;

  /** @param connections at most so many at a time; each operation takes one, so that one is enough for all */
  constructor(
    readonly url: PostgresUrl,
    connections = 4,
  ) {
    this.pool = openPool(url.url, { ...keepAlive, max: connections });
  }

  /**
   * Several statements on one connection. Where the connection is lost, all is done once more on another.
   * @throws VectorStoreError
   */
  async read<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const attempt = (): Promise<Result> => this.session(patience.read, work);
    return attempt()
      .catch((thrown: unknown) => (isPassing(thrown) ? attempt() : Promise.reject(thrown as Error)))
      .catch((thrown: unknown) => Promise.reject(failureOf(thrown, this.url) as Error));
  }

  /**
   * All or nothing. Where the connection is lost before the end was ordered, all is done once more; what happened to an
   * end that nobody confirmed is not known, and an error.
   * @throws VectorStoreError
   */
  async write<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    let ending = false;
    const attempt = (): Promise<Result> =>
      this.session(patience.write, async (query) => {
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
    return attempt()
      .catch((thrown: unknown) => (isPassing(thrown) && !ending ? attempt() : Promise.reject(thrown as Error)))
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
