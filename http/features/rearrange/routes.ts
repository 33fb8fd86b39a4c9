/** The pages for splitting and joining an album; POST /library does the work. */
import type { Router } from '@koa/router';
import { pageAsJson } from '../../request/negotiate.js';
import { queryFields } from '../../request/fields.js';
import { numberIn } from '../../request/number-in.js';
import { sendEither, sendJson, sendPage, type Kit } from '../../response/kit.js';
import { albumUid } from '../../resources/albums/input.js';
import { candidatesFor } from './join-candidates.js';
import { joinPage } from './join-page.js';
import { joinQuery, splitQuery } from './input.js';
import { splitPage } from './split-page.js';

export function rearrangeRoutes(router: Router, kit: Kit): void {
  const { albums, pens, rearranging } = kit.services;

  router.get('/library/:oid/split', async (ctx) => {
    const album = albums.get(numberIn(albumUid, ctx.params['oid']));
    const query = splitQuery(queryFields(ctx));
    const proposals = await rearranging.splits(album.oid, query.after);
    sendEither(ctx, kit, { success: true, album, proposals }, () =>
      splitPage(album, proposals, { ...query, pens: pens.list() }),
    );
  });

  router.get('/library/:oid/join', async (ctx) => {
    const album = albums.get(numberIn(albumUid, ctx.params['oid']));
    const query = joinQuery(queryFields(ctx));
    const found = candidatesFor(album, albums.list(), query.q);
    if (pageAsJson(ctx)) {
      ctx.vary('Accept');
      return sendJson(ctx, { success: true, album, albums: found.shown });
    }
    const covers = await albums.covers(found.shown.map(({ oid }) => oid));
    sendPage(ctx, kit, joinPage(album, found, { ...query, covers, pens: pens.list() }));
  });
}
