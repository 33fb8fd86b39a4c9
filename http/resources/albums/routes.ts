/** The library, and the pages and files of its albums. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { listed } from '../../../workers/base/language/listed.js';
import { say, type Gaps } from '../../../workers/base/language/sentence.js';
import { withBody } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { pageAsJson } from '../../request/negotiate.js';
import { numberIn } from '../../request/number-in.js';
import { sendEither, sendJson, sendOutcome, sendPage, sendPart, type Kit } from '../../response/kit.js';
import { html } from '../../response/html.js';
import { sendFile } from '../../response/files/send-file.js';
import { actionOf, type Action } from './actions.js';
import { albumPage } from './album-page.js';
import { albumCard, onPens } from './card.js';
import { chosenAlbums } from './many/choose.js';
import { filterChoice } from './filter-view.js';
import { albumUid, trackId } from './input.js';
import { isOfMany } from './many/many.js';
import { actOnMany, manyRoutes } from './many/many-routes.js';
import { manyBar } from './many/many-view.js';
import { libraryQuery, type LibraryQuery } from './query.js';
import type { AlbumService } from './service.js';
import { libraryView, pageOf, wallOf, type Beside } from './view.js';

export function albumRoutes(router: Router, kit: Kit): void {
  const { albums, pens } = kit.services;
  const chosen = (query: LibraryQuery): readonly AlbumView[] => chosenAlbums(albums.list(), query, pens.list());
  const besideAlbums = async (found: readonly AlbumView[], query: LibraryQuery): Promise<Beside> => ({
    total: albums.list().length,
    pens: pens.list(),
    covers: await albums.covers(pageOf(found, query).shown.map(({ oid }) => oid)),
    below: await Promise.all(kit.show('library.below', kit.services)),
  });
  const asked = (ctx: Context): LibraryQuery => libraryQuery(queryFields(ctx), pens.list());
  const listing = (query: LibraryQuery): object => ({ success: true, albums: chosen(query), pens: pens.list() });

  router.get('/library', async (ctx) => {
    const query = asked(ctx);
    if (pageAsJson(ctx)) {
      ctx.vary('Accept');
      return sendJson(ctx, listing(query));
    }
    const found = chosen(query);
    sendPage(ctx, kit, libraryView(found, query, await besideAlbums(found, query)));
  });

  router.get('/library/wall', async (ctx) => {
    const query = asked(ctx);
    const found = chosen(query);
    const wall = wallOf(found, query, await besideAlbums(found, query));
    sendPart(ctx, html`${filterChoice(found, query, pens.list())}${wall}`);
  });

  router.get('/library/filters', (ctx) => {
    const query = asked(ctx);
    sendPart(ctx, html`${filterChoice(chosen(query), query, pens.list())}${manyBar(pens.list())}`);
  });

  router.get('/library/oids', (ctx) => {
    sendJson(ctx, { success: true, oids: chosen(asked(ctx)).map(({ oid }) => oid) });
  });

  router.post('/library', (ctx) =>
    withBody(ctx, kit.services, async (body) => {
      if (isOfMany(body.fields)) return actOnMany(ctx, kit, body);
      const action = actionOf(kit.actions, body);
      if (action === null)
        return sendOutcome(ctx, kit, { facts: listing(libraryQuery(new Map())), location: '/library' });
      const answer = await action.run(kit.services, body);
      const rejected = [...(answer.rejected ?? []), ...(answer.warnings ?? [])].map(({ filename, reason }) =>
        say('import.rejected', { filename, reason }),
      );
      const concerns = answer.concerns === undefined ? [] : [answer.concerns.message];
      sendOutcome(ctx, kit, {
        facts: { success: true, ...answer },
        location: action.name === 'delete' ? '/library' : `/library/${answer.album.oid}`,
        flash: {
          kind: rejected.length > 0 ? 'warning' : 'done',
          sentences: [say(action.done, gapsOf(answer)), ...concerns, ...rejected],
        },
      });
    }),
  );

  manyRoutes(router, kit);
  albumPageRoutes(router, kit);
  fileRoutes(router, albums);
}

/** The values for the message about an action. */
const gapsOf = ({ album, albums = [], joined }: Awaited<ReturnType<Action['run']>>): Gaps => ({
  ...{ title: album.album_title, other: joined?.album_title ?? '', count: albums.length },
  albums:
    albums.length === 0 ? '' : listed(albums.map(({ oid, album_title: title }) => say('done.part', { oid, title }))),
});

/** A single album: its page, and its card on the wall. */
function albumPageRoutes(router: Router, kit: Kit): void {
  const { albums, pens } = kit.services;

  router.get('/library/:oid', async (ctx) => {
    const album = albums.get(numberIn(albumUid, ctx.params['oid']));
    const { oid } = album;
    const tag = (await albums.covers([oid])).get(oid);
    sendEither(ctx, kit, { success: true, album, pens: pens.list() }, () =>
      albumPage(album, { pens: pens.list(), tag, show: kit.show }),
    );
  });

  router.get('/library/:oid/card', async (ctx) => {
    const album = albums.get(numberIn(albumUid, ctx.params['oid']));
    const { oid } = album;
    const cover = (await albums.covers([oid])).get(oid);
    sendPart(ctx, albumCard(album, { isOnPen: onPens(pens.list()).has(oid), cover }));
  });
}

/** The files of an album. */
function fileRoutes(router: Router, albums: AlbumService): void {
  router.get('/library/:oid/tracks/:id', (ctx) => {
    const oid = numberIn(albumUid, ctx.params['oid']);
    const id = numberIn(trackId.shape.id, ctx.params['id']);
    return sendFile(ctx, () => albums.trackFile(oid, id), 'inline');
  });

  router.get('/download_gme/:oid', (ctx) => {
    const oid = numberIn(albumUid, ctx.params['oid']);
    return sendFile(
      ctx,
      async () => ({ ...(await albums.gmeFile(oid)), type: 'application/octet-stream' }),
      'attachment',
    );
  });

  router.get('/thumbnails/:oid', (ctx) => {
    const oid = numberIn(albumUid, ctx.params['oid']);
    return sendFile(ctx, () => albums.thumbnail(oid), 'inline');
  });

  router.get('/images/:oid/:cover', (ctx) => {
    const oid = numberIn(albumUid, ctx.params['oid']);
    const name = ctx.params['cover'] ?? '';
    // Our names never contain a separator or a control character.
    if (/[/\\\p{Cc}]/u.test(name) || name === '.' || name === '..')
      throw new TonstiftError('not_found', say('error.no_picture'));
    return sendFile(
      ctx,
      async () => {
        const file = await albums.coverFile(oid, name);
        // A browser must never execute a file from the library.
        return /^image\/(jpeg|png|gif|webp)$/.test(file.type) ? file : { ...file, type: 'application/octet-stream' };
      },
      'inline',
    );
  });
}
