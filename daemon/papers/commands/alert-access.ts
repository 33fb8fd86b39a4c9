/** Access to the kept searches and feeds: through the daemon if it runs, otherwise directly. */
import { join } from 'node:path';
import type { Places } from '../../../config/places.js';
import type { Feed, Interval, KeptSearch } from '../../../http/papers/alerts/service.js';
import { acquireLock } from '../../../workers/base/files/lock.js';
import type { DaemonClient } from '../../cli/daemon-client.js';
import type { Papers } from '../papers.js';

export interface AlertAccess {
  list(): Promise<{ searches: KeptSearch[]; feeds: Feed[] }>;
  addFeed(address: string, every: Interval): Promise<Feed>;
  removeFeed(id: string): Promise<void>;
  fetchFeed(id: string): Promise<Feed>;
}

export function alertsOverHttp({ ask }: DaemonClient): AlertAccess {
  const post = async (fields: Record<string, string>): Promise<Feed | null> =>
    (await ask<{ feed: Feed | null }>('/papers/feeds', { method: 'POST', body: new URLSearchParams(fields) })).feed;
  return {
    async list() {
      const { searches, feeds } = await ask<{ searches: KeptSearch[]; feeds: Feed[] }>('/papers/alerts');
      return { searches, feeds };
    },
    addFeed: async (address, every) => (await post({ action: 'add', address, every })) as Feed,
    removeFeed: async (id) => void (await post({ action: 'remove', id })),
    fetchFeed: async (id) => (await post({ action: 'fetch', id })) as Feed,
  };
}

export function alertsOf({ alerts, feeds }: Papers, { data }: Places): AlertAccess {
  /** Keeps a daemon from starting meanwhile, because only one process may write the file. */
  const alone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const lock = await acquireLock(join(data, 'daemon.lock'), { purpose: 'tonstift papers' });
    return work().finally(() => lock.release());
  };
  return {
    list: async () => ({ searches: await alerts.list({ limit: 10 }), feeds: await feeds.list() }),
    addFeed: (address, every) => alone(() => feeds.add(address, every)),
    removeFeed: (id) => alone(() => feeds.remove(id)),
    fetchFeed: (id) => alone(() => feeds.fetch(id)),
  };
}
