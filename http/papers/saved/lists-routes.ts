/** Named lists of saved papers, and their screening: one paper after the other, yes, no or maybe. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { say } from '../../../workers/base/language/sentence.js';
import { readAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import { queryFields, type Fields } from '../../request/fields.js';
import { takingTurns } from '../../request/turns.js';
import type { Flash } from '../../response/flash.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { untilLeft } from '../../response/files/until-left.js';
import { queryOf } from '../papers/input.js';
import { unknownFields } from '../papers/unknown-fields.js';
import { savedAddress, screeningAddress } from './address.js';
import { listActions, screeningActions, screeningSchema } from './input.js';
import type { SavedPaperView, SavedService } from './service.js';
import { screeningView, type Screening } from './screening-view.js';

export function listRoutes(router: Router, kit: Kit): void {
  const { saved } = kit.services;

  router.post('/papers/lists', takingTurns({ atOnce: 4, waiting: 20 }), async (ctx) =>
    actOnList(ctx, kit, await bodyFields(ctx)),
  );

  router.get('/papers/screening', async (ctx) => {
    const { list, uid } = readFields(say('what.screening'), screeningSchema, queryFields(ctx));
    const found = await screeningOf(saved, list, uid);
    sendEither(ctx, kit, { success: true, ...found }, () => screeningView(found));
  });

  router.post('/papers/screening', async (ctx) => {
    const fields = await bodyFields(ctx);
    const { action, given } = readAction(fields, screeningActions);
    const { list } = given;
    const done = (uid: string, location = screeningAddress(list)): void =>
      sendOutcome(ctx, kit, { facts: { success: true, action, list, uid }, location });
    if (action === 'undo') {
      const uid = await saved.undoDecision(list);
      return done(uid, `${screeningAddress(list)}&${new URLSearchParams({ uid }).toString()}`);
    }
    await saved.decide(list, given.uid, given.decision);
    done(given.uid);
  });
}

async function screeningOf(saved: SavedService, name: string | undefined, uid?: string): Promise<Screening> {
  const lists = await saved.lists();
  if (name === undefined) return { lists, list: null, next: null };
  const list = lists.find((one) => one.name === name);
  if (list === undefined) throw new TonstiftError('not_found', say('saved.no_list'));
  if (uid !== undefined) return { lists, list, next: await shownOf(saved, name, uid) };
  const [next = null] = await saved.list({ from: 0, limit: 1, filter: { list: name, decision: 'none' } });
  return { lists, list, next };
}

async function shownOf(saved: SavedService, list: string, uid: string): Promise<SavedPaperView> {
  const found = await saved.find(uid);
  if (found?.lists.some(({ name }) => name === list) !== true)
    throw new TonstiftError('not_found', say('saved.not_on_list'));
  return found;
}

async function actOnList(ctx: Context, kit: Kit, fields: Fields): Promise<void> {
  const { saved, papers } = kit.services;
  const { action, given } = readAction(fields, listActions);
  const facts = { success: true, action };
  switch (action) {
    case 'add': {
      const { list, ...search } = given;
      const unknown = unknownFields(papers, { query: search.q });
      if (unknown !== null) throw badFields({ q: unknown });
      const { papers: found } =
        search.q === '' ? { papers: [] } : await papers.search(queryOf(search), untilLeft(ctx.res));
      if (found.length === 0) throw badFields({ q: say('screening.nothing') });
      const added = await saved.addToList(
        found.map(({ uid }) => uid),
        list,
      );
      return sendOutcome(ctx, kit, { facts: { ...facts, list, papers: added }, location: screeningAddress(list) });
    }
    case 'rename': {
      const { list: former, name: list } = given;
      await saved.renameList(former, list);
      return sendOutcome(ctx, kit, { facts: { ...facts, list }, location: savedAddress({ list }) });
    }
    case 'delete': {
      const { list } = given;
      await saved.deleteList(list);
      const flash: Flash = { kind: 'done', sentences: [say('saved.list_deleted', { list })] };
      return sendOutcome(ctx, kit, { facts: { ...facts, list }, location: '/papers/saved', flash });
    }
  }
}
