/** POST /library for many albums, and the page that asks for confirmation before many are deleted. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { messageOf, TonstiftError } from '../../../../workers/base/errors.js';
import { say, type Sentence, type SentenceKey } from '../../../../workers/base/language/sentence.js';
import type { Body } from '../../../request/body.js';
import { namedAction } from '../../../request/action.js';
import { queryFields } from '../../../request/fields.js';
import { prefersHtml } from '../../../request/negotiate.js';
import type { Flash } from '../../../response/flash.js';
import { sendOutcome, sendPage, type Kit } from '../../../response/kit.js';
import { concernsOfMany } from '../concerns.js';
import { deleteManyView } from './delete-view.js';
import { errorOf, onEach, type Outcomes } from './each.js';
import { manyFields, readMany, type Many } from './many.js';
import { withQuery } from '../query.js';

/** Milliseconds that a form waits for slow actions. After that, the wall shows the progress. */
const patience = 3_000;

/** The fields of the page for single actions: each action gets all. */
const choices = ['pen', 'on_pens', 'album_artist', 'album_year'];

const print = { name: 'print', many: null } as const;

/** Throws `unknown_action`, which lists the actions that support many albums. */
export async function actOnMany(ctx: Context, kit: Kit, body: Body): Promise<void> {
  const able = kit.actions.flatMap((one) => (one.many === undefined ? [] : [{ ...one, many: one.many }]));
  const action = namedAction(body.fields, [...able, print]);
  const many = readMany(kit.services, body.fields, ['action', ...choices]);
  if (action.many === null) return sendToPrint(ctx, kit, many);
  const { name } = action;
  if (name === 'delete' && prefersHtml(ctx) && !many.confirmed) return askFirst(ctx, kit, many);
  const call = action.each(body, [...manyFields, ...choices]);
  const concerns = name === 'delete' ? { concerns: concernsOfMany(kit.services, many.uids) } : {};
  const work = onEach(
    many.uids,
    (uid) => call(kit.services, uid),
    (error) => kit.log.error(`POST /library ${name} of many failed: ${messageOf(error)}`),
  );
  const outcomes = prefersHtml(ctx) ? await soon(work) : await work;
  const failed = outcomes?.failed.map(({ of: uid, problem }) => ({ uid, error: errorOf(problem) }));
  sendOutcome(ctx, kit, {
    facts: { success: true, action: name, done: outcomes?.done, failed, ...concerns },
    location: withQuery('/library', many.query),
    flash: outcomes === null ? begun(many) : flashOf(action, outcomes, kit),
  });
}

/** Null if the work is still running. */
async function soon(work: Promise<Outcomes<number>>): Promise<Outcomes<number> | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patience)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const begun = ({ uids }: Many): Flash => ({ kind: 'done', sentences: [say('many.begun', { count: uids.length })] });

const mostNamed = 5;

function flashOf(
  { name, many: words }: { name: string; many: SentenceKey },
  { done, failed }: Outcomes<number>,
  kit: Kit,
): Flash {
  const { albums } = kit.services;
  const isDeleted = name === 'delete' && done.length > 0;
  const titles = new Map(albums.list().map(({ oid, album_title: title }) => [oid, title]));
  const named = failed
    .slice(0, mostNamed)
    .map(({ of: uid, problem }) =>
      say('many.failed_one', { title: titles.get(uid) ?? String(uid), reason: problem.words }),
    );
  const more = failed.length - named.length;
  const sentences: Sentence[] = [
    ...(done.length > 0 ? [say(words, { count: done.length })] : []),
    ...(isDeleted ? kit.show('deleted.note', done.length) : []),
    ...(failed.length > 0 ? [say('many.failed', { count: failed.length })] : []),
    ...named,
    ...(more > 0 ? [say('many.failed_more', { count: more })] : []),
  ];
  return { kind: failed.length > 0 ? 'warning' : 'done', sentences };
}

/** The address has at most 4 kB, because a number has three digits. */
function sendToPrint(ctx: Context, kit: Kit, { uids }: Many): void {
  const { albums } = kit.services;
  const known = new Set(albums.list().map(({ oid }) => oid));
  const oids = uids.filter((oid) => known.has(oid));
  if (oids.length === 0)
    throw new TonstiftError('album_not_found', say('error.no_album', { oids: uids.slice(0, 5).join(', ') }));
  const location = `/print?oids=${oids.join(',')}`;
  sendOutcome(ctx, kit, { facts: { success: true, action: 'print', oids, location }, location });
}

function askFirst(ctx: Context, kit: Kit, { uids, query }: Many): void {
  const address = new URLSearchParams({ query: withQuery('', query).slice(1) });
  const location = `/library/delete?uids=${uids.join(',')}&${address.toString()}`;
  sendOutcome(ctx, kit, { facts: {}, location });
}

export function manyRoutes(router: Router, kit: Kit): void {
  const { albums } = kit.services;

  router.get('/library/delete', (ctx) => {
    const { uids, query } = readMany(kit.services, queryFields(ctx), []);
    const meant = new Set(uids);
    const chosen = albums.list().filter(({ oid }) => meant.has(oid));
    if (chosen.length === 0)
      throw new TonstiftError('album_not_found', say('error.no_album', { oids: uids.slice(0, 5).join(', ') }));
    sendPage(
      ctx,
      kit,
      deleteManyView(chosen, {
        query,
        concerns: concernsOfMany(kit.services, uids),
        notes: kit.show('deleted.note', chosen.length),
      }),
    );
  });
}
