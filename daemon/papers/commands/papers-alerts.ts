/** `tonstift papers alerts` and `tonstift papers feeds` */
import { intervals, type Feed } from '../../../http/papers/alerts/service.js';
import { searchName } from '../../../http/papers/alerts/search-name.js';
import { choice } from '../../../workers/base/input/schema.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command, Invocation } from '../../cli/invocation.js';
import { readOperand } from '../../cli/operand.js';
import { withPapers } from './paper-access.js';

export const printAlerts: Command = (invocation) =>
  withPapers(invocation, async (access) => {
    const { print, options } = invocation;
    const { searches, feeds } = await access.alerts.list();
    if (options.json) print(JSON.stringify({ searches, feeds }, null, 2));
    else {
      for (const search of searches) {
        print(oneLine(`${searchName(search)}: ${search.count} new since ${search.seen_at}`));
        for (const { paper, added_at: at, import_name: name } of search.papers) {
          print(oneLine(`  ${paper.title}`));
          print(oneLine(`    ${venueOf(paper)} · ${at} · ${name} · ${paper.uid}`));
        }
      }
      if (searches.length === 0) print('No search is kept. The page Papers has a button for it.');
      for (const feed of feeds) printFeed(invocation, feed);
    }
    return exitCodes.done;
  });

export const addFeed: Command = async (invocation) => {
  const [address = '', given] = invocation.operands;
  const every = given === undefined ? 'day' : readOperand('How often', choice(intervals), given);
  return withPapers(invocation, async (access) => {
    const feed = await access.alerts.addFeed(address, every);
    if (invocation.options.json) invocation.print(JSON.stringify(feed, null, 2));
    else printFeed(invocation, feed);
    return exitCodes.done;
  });
};

export const removeFeed: Command = async (invocation) => {
  const [id = ''] = invocation.operands;
  return withPapers(invocation, async (access) => {
    await access.alerts.removeFeed(id);
    return exitCodes.done;
  });
};

export const fetchFeeds: Command = (invocation) =>
  withPapers(invocation, async (access) => {
    const [only] = invocation.operands;
    const ids = only === undefined ? (await access.alerts.list()).feeds.map(({ id }) => id) : [only];
    if (ids.length === 0 && !invocation.options.json) invocation.print('There are no feeds.');
    let failed = false;
    for (const id of ids) {
      const feed = await access.alerts.fetchFeed(id);
      failed ||= feed.problem !== null;
      if (invocation.options.json) invocation.print(JSON.stringify(feed));
      else printFeed(invocation, feed);
    }
    return failed ? exitCodes.failed : exitCodes.done;
  });

function printFeed({ print, complain }: Invocation, feed: Feed): void {
  const { id, name, every, fetched_at: at, added, import_id: record, problem } = feed;
  const result = at === null ? 'not fetched yet' : `${added} new on ${at}`;
  print(oneLine(`${id}  ${name}, every ${every}: ${result}${record === null ? '' : `, import ${record}`}`));
  if (problem !== null) complain(oneLine(`  ${String(problem)}`));
}
