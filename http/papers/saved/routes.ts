/** The saved papers, and export of papers as files. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import { readFields } from '../../../workers/base/input/read.js';
import { readAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import { queryFields, type Fields } from '../../request/fields.js';
import { pageAsJson, prefersHtml } from '../../request/negotiate.js';
import { takingTurns } from '../../request/turns.js';
import { sendEither, sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { untilLeft } from '../../response/files/until-left.js';
import { paperQuery } from '../papers/input.js';
import { unknownFields } from '../papers/unknown-fields.js';
import { actions, exportSchema, listSchema } from './input.js';
import { mustBeListed, NoteChanged, type PaperFile, type SavedFilter, type SavedService } from './service.js';
import type { Unkept } from './note-form.js';
import { savedView, type SavedPage } from './view.js';

const onAPage = 50;
/** The number of removed papers shown. */
const mostRemoved = 20;

type Found = Omit<SavedPage, 'filter' | 'all'>;

async function pageOf(saved: SavedService, page: number, filter: SavedFilter = {}): Promise<Found> {
  const total = await saved.count(filter);
  const list = await saved.list({ from: (page - 1) * onAPage, limit: onAPage, filter });
  const removed = await saved.removed(mostRemoved);
  const pages = Math.max(1, Math.ceil(total / onAPage));
  return {
    saved: list,
    removed,
    lists: await saved.lists(),
    total,
    unread: await saved.count({ read: false }),
    page,
    pages,
  };
}

export function savedRoutes(router: Router, kit: Kit): void {
  const { saved, papers } = kit.services;

  router.get('/papers/saved', async (ctx) => {
    const { page, removed, ...filter } = readFields(say('what.saved'), listSchema, queryFields(ctx));
    let found = await pageOf(saved, page, filter);
    // The last entry of the last page may just have been removed. Programs get an empty page.
    if (page > found.pages && !pageAsJson(ctx)) found = await pageOf(saved, found.pages, filter);
    const all = await saved.count();
    sendEither(ctx, kit, { success: true, ...found }, () => savedView({ ...found, filter, all, justRemoved: removed }));
  });

  router.post('/papers/saved', async (ctx) => act(ctx, kit, await bodyFields(ctx)));

  router.get('/papers/saved/export', takingTurns({ atOnce: 4, waiting: 20 }), async (ctx) => {
    const { format, ...filter } = readFields(say('what.saved_export'), exportSchema, queryFields(ctx));
    if (filter.list !== undefined) mustBeListed(filter.list, await saved.lists());
    await sendFile(ctx, 'saved-papers', saved.file(format, filter));
  });

  router.get('/papers/export', takingTurns({ atOnce: 4, waiting: 20 }), async (ctx) => {
    const given = queryFields(ctx);
    const { format } = readFields(say('what.papers_export'), exportSchema, new Map([['format', given.get('format')]]));
    const query = paperQuery(new Map([...given].filter(([name]) => name !== 'format')));
    const unknown = unknownFields(papers, query);
    if (unknown !== null) throw badFields({ q: unknown });
    if (query.query.trim() === '') return sendFile(ctx, 'papers', saved.fileOfAll(format, query));
    const found = (await papers.search(query, untilLeft(ctx.res))).papers;
    await sendFile(ctx, 'papers', await saved.fileOf(format, found));
  });
}

async function act(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  const { saved } = kit.services;
  const { action, given } = readAction(fields, actions);
  const { uid } = given;
  switch (action) {
    case 'save':
      await saved.save(uid);
      break;
    case 'remove':
      await saved.remove(uid);
      break;
    case 'restore':
      await saved.restore(uid);
      break;
    case 'read':
      await saved.markRead(uid, given.read);
      break;
    case 'add_to_list':
      if ((await saved.addToList([uid], given.list)) === 0) throw new TonstiftError('not_found', say('saved.unknown'));
      break;
    case 'remove_from_list':
      await saved.removeFromList(uid, given.list);
      break;
    case 'note':
      try {
        await saved.note(uid, given.note, given.shown);
      } catch (thrown) {
        if (!(thrown instanceof NoteChanged) || !prefersHtml(ctx)) throw thrown;
        return showUnkept(ctx, kit, { uid, typed: given.note });
      }
  }
  const back = 'back' in given ? given.back : undefined;
  const location = action === 'remove' ? afterRemoval(back, uid) : atPaper(back, uid);
  sendOutcome(ctx, kit, { facts: { success: true, action, uid }, location });
}

const atPaper = (back = '/papers/saved', uid: string): string =>
  `${back.replace(/#.*/, '')}#p-${encodeURIComponent(uid)}`;

/** The saved page says which paper was removed, so that it can be restored. */
function afterRemoval(back = '/papers/saved', uid: string): string {
  if (!back.startsWith('/papers/saved')) return atPaper(back, uid);
  const address = back.replace(/#.*/, '');
  return `${address}${address.includes('?') ? '&' : '?'}removed=${encodeURIComponent(uid)}`;
}

/** Shows what was typed next to the stored note, on the page with the paper. */
async function showUnkept(ctx: Context, kit: Kit, unkept: Unkept): Promise<void> {
  const { saved } = kit.services;
  const found = await pageOf(saved, await pageWith(saved, unkept.uid));
  ctx.status = 409;
  sendPage(ctx, kit, savedView({ ...found, filter: {}, all: found.total, unkept }));
}

async function pageWith(saved: SavedService, uid: string): Promise<number> {
  const limit = 20 * onAPage;
  for (let from = 0; ; from += limit) {
    const some = await saved.list({ from, limit });
    const at = some.findIndex(({ paper }) => paper.uid === uid);
    if (at >= 0) return Math.floor((from + at) / onAPage) + 1;
    if (some.length < limit) return 1;
  }
}

async function sendFile(ctx: Context, name: string, { ending, type, pieces }: PaperFile): Promise<void> {
  const body = Readable.from(pieces);
  // Once the response has begun, an error can only break the connection.
  await once(body, 'readable');
  ctx.set('Content-Type', type);
  ctx.set('Content-Disposition', `attachment; filename="${name}.${ending}"`);
  ctx.body = body;
}
