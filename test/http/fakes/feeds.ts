/** Keeps feeds in memory. A fetch brings no papers. A fetch fails if no server listens at the address. */
import type { Feed, FeedService } from '../../../http/papers/alerts/service.js';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { feedAddress } from '../../../workers/papers/feeds/sites.js';

export function fakeFeeds(): FeedService {
  const feeds: Feed[] = [];
  let ids = 0;
  function known(id: string): Feed {
    const one = feeds.find((feed) => feed.id === id);
    if (one === undefined) throw new TonstiftError('not_found', 'There is no such feed.');
    return one;
  }
  return {
    list: async () => feeds.map((one) => ({ ...one })),
    async add(given, every) {
      const found = feedAddress(given);
      if (found === undefined) throw badFields({ address: 'must be a web address.' });
      if (feeds.some(({ address }) => address === found.address)) throw new TonstiftError('conflict', 'It is there.');
      const one: Feed = {
        ...{ id: `feed-${++ids}`, ...found, every, fetched_at: null, added: 0, rejected: 0, import_id: null },
        ...{ next_at: new Date(1).toISOString(), problem: null },
      };
      feeds.push(one);
      return { ...one };
    },
    remove: async (id) => void feeds.splice(feeds.indexOf(known(id)), 1),
    async fetch(id) {
      const one = known(id);
      const isAway = new URL(one.address).port === '1';
      Object.assign(one, isAway ? { problem: 'It cannot be reached.' } : { fetched_at: new Date(1).toISOString() });
      return { ...one };
    },
  };
}
