import type { Clock } from '../../../workers/base/ports.js';
import type { FeedClient, FeedClientOptions } from '../../../workers/papers/feeds/feed-client.js';
import { readVersion } from '../../version.js';

export interface FeedClientParts {
  clock: Clock;
  /** Replaces limits of the requests for feeds. */
  feedLimits?: Pick<FeedClientOptions, 'pause' | 'timeout' | 'most'>;
}

/** Returns a function that loads the client at its first call. Most users have no feed. */
export function feedClient({ clock, feedLimits }: FeedClientParts): () => Promise<FeedClient> {
  let opened: Promise<FeedClient> | undefined;
  const open = async (): Promise<FeedClient> => {
    const { FeedClient: Client } = await import('../../../workers/papers/feeds/feed-client.js');
    return new Client({ clock, agent: `Tonstift/${readVersion()} (reader of papers)`, ...feedLimits });
  };
  return () => (opened ??= open());
}
