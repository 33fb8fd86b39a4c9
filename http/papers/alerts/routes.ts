/** Searches that are kept, with the papers imported since, and the feeds that bring papers. */
import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { badFields } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { say } from '../../../workers/base/language/sentence.js';
import { readAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import { queryFields, type Fields } from '../../request/fields.js';
import { languageOf } from '../../request/language.js';
import { takingTurns } from '../../request/turns.js';
import type { Flash } from '../../response/flash.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { serviceAddress } from '../../response/location.js';
import { unknownFields } from '../papers/unknown-fields.js';
import { atomOf } from './atom.js';
import { alertActions, feedActions, listSchema, searchToKeep } from './input.js';
import { alertsView } from './view.js';

/** The new papers of each search on the page, and on the page of one search. */
const mostOfEach = 10;
const mostOfOne = 200;
const mostInAtom = 100;

const location = '/papers/alerts';

export function alertRoutes(router: Router, kit: Kit): void {
  const { alerts, feeds } = kit.services;
  const inTurn = takingTurns({ atOnce: 2, waiting: 20 });
  // A server may take a minute to answer. The page must not wait for it, nor must the removal of its feed.
  const fetching = takingTurns({ atOnce: 8, waiting: 40 });

  router.get('/papers/alerts', inTurn, async (ctx) => {
    const { id } = readFields(say('what.alerts'), listSchema, queryFields(ctx));
    // Papers that come in while the list is made stay new when it is marked as seen.
    const at = new Date().toISOString();
    const searches = await alerts.list({ limit: id === undefined ? mostOfEach : mostOfOne, id });
    const page = { at, searches, feeds: await feeds.list() };
    sendEither(ctx, kit, { success: true, ...page }, () => alertsView({ ...page, isOne: id !== undefined }));
  });

  router.get('/papers/alerts.atom', inTurn, async (ctx) => {
    const { id } = readFields(say('what.alerts'), listSchema, queryFields(ctx));
    const [search] = id === undefined ? [] : await alerts.list({ limit: 0, id });
    const entries = await alerts.arrivals({ limit: mostInAtom, id });
    ctx.type = 'application/atom+xml; charset=utf-8';
    ctx.body = atomOf({ address: serviceAddress(ctx), search, entries }).in(languageOf(ctx));
  });

  router.post('/papers/alerts', async (ctx) => actOnAlert(ctx, kit, await bodyFields(ctx)));
  router.post('/papers/feeds', async (ctx) => actOnFeed(ctx, kit, { fields: await bodyFields(ctx), fetching }));
}

async function actOnAlert(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  const { alerts, papers } = kit.services;
  const { action, given } = readAction(fields, alertActions);
  const facts = { success: true, action };
  switch (action) {
    case 'keep': {
      const search = searchToKeep(given);
      const unknown = unknownFields(papers, { query: search.q });
      if (unknown !== null) throw badFields({ q: unknown });
      const id = await alerts.keep(search);
      const flash: Flash = { kind: 'done', sentences: [say('alerts.kept')] };
      return sendOutcome(ctx, kit, { facts: { ...facts, id }, location: `${location}#s-${id}`, flash });
    }
    case 'seen':
      await alerts.seen(given.until ?? new Date(), given.id);
      return sendOutcome(ctx, kit, { facts: { ...facts, id: given.id ?? null }, location });
    case 'remove':
      await alerts.remove(given.id);
      return sendOutcome(ctx, kit, { facts: { ...facts, id: given.id }, location });
  }
}

async function actOnFeed(
  ctx: Context,
  kit: Kit,
  { fields, fetching }: { fields: Fields; fetching: Middleware },
): Promise<void> {
  const { feeds } = kit.services;
  const { action, given } = readAction(fields, feedActions);
  const facts = { success: true, action };
  switch (action) {
    case 'add': {
      const feed = await feeds.add(given.address, given.every);
      const flash: Flash = { kind: 'done', sentences: [say('feeds.added', { name: feed.name })] };
      return sendOutcome(ctx, kit, { facts: { ...facts, feed }, location: at(feed.id), flash });
    }
    case 'fetch':
      await fetching(ctx, async () => {
        const feed = await feeds.fetch(given.id);
        sendOutcome(ctx, kit, { facts: { ...facts, feed }, location: at(given.id) });
      });
      return;
    case 'remove':
      await feeds.remove(given.id);
      return sendOutcome(ctx, kit, { facts: { ...facts, feed: null }, location });
  }
}

const at = (id: string): string => `${location}#f-${id}`;
