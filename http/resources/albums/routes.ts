/** The library and what belongs to its albums. */
import type { Router } from '@koa/router';
import { TonstiftError } from '../../../workers/base/errors.js';
import { runAction, type ActionAnswer } from './actions.js';
import { withBody } from '../../request/body.js';
import type { Flash } from '../../response/flash.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { chosenAlbums, libraryQuery } from './library-query.js';
import { sendFile } from '../../response/send-file.js';
import { integer, valueOf } from '../../request/values.js';
import { libraryView } from './library-view.js';

/** A number in a path: out of range is a bad field, anything else no address of ours. */
function numberIn(name: string, text: string | undefined, most: number): number {
  if (!/^-?\d{1,15}$/.test(text ?? '')) throw new TonstiftError('not_found', 'There is nothing at this address.');
  return valueOf(name, text, integer(1, most));
}

const done: Readonly<Record<string, (title: string) => string>> = {
  create_gme: (title) => `The file of “${title}” for the pen is ready.`,
  delete: (title) => `“${title}” is deleted.`,
  update: (title) => `“${title}” is saved.`,
  add_cover: (title) => `“${title}” has a new cover.`,
  delete_track: (title) => `The track is removed from “${title}”.`,
  add_tracks: (title) => `“${title}” has more tracks.`,
  copy_gme: (title) => `“${title}” is on the pen.`,
  delete_from_pen: (title) => `“${title}” is taken off the pen.`,
  cleanup: (title) => `The files made from “${title}” are removed.`,
};

function flashOf(answer: ActionAnswer & { list: false }): Flash {
  const rejected = (answer.rejected ?? []).map(({ filename, reason }) => `${filename}: ${reason}`);
  const headline = done[answer.action]?.(answer.album.album_title) ?? 'Done.';
  return { kind: rejected.length > 0 ? 'warning' : 'done', sentences: [headline, ...rejected] };
}

export function albumRoutes(router: Router, kit: Kit): void {
  const { albums, pens } = kit.services;
  const listing = (query: object = {}): object => ({
    success: true,
    albums: chosenAlbums(albums.list(), libraryQuery({ ...query })),
    pens: pens.list(),
  });

  router.get('/library', (ctx) => {
    const query = libraryQuery({ ...ctx.query });
    sendEither(
      ctx,
      kit,
      () => listing(ctx.query),
      () => {
        const all = albums.list();
        return libraryView(chosenAlbums(all, query), all.length, query, pens.list());
      },
    );
  });

  router.post('/library', (ctx) =>
    withBody(ctx, kit.services, async (body) => {
      const answer = await runAction(kit.services, body);
      if (answer.list) return sendOutcome(ctx, kit, { facts: listing(), location: '/library' });
      const { list: _list, ...facts } = answer;
      const location = answer.action === 'delete' ? '/library' : `/library#album-${answer.album.oid}`;
      sendOutcome(ctx, kit, { facts: { success: true, ...facts }, location, flash: flashOf(answer) });
    }),
  );

  router.get('/library/:oid/tracks/:id', (ctx) => {
    const oid = numberIn('oid', ctx.params['oid'], 999);
    const id = numberIn('id', ctx.params['id'], Number.MAX_SAFE_INTEGER);
    return sendFile(ctx, () => albums.trackFile(oid, id), 'inline');
  });

  router.get('/download_gme/:oid', (ctx) => {
    const oid = numberIn('oid', ctx.params['oid'], 999);
    return sendFile(
      ctx,
      async () => ({ ...(await albums.gmeFile(oid)), type: 'application/octet-stream' }),
      'attachment',
    );
  });

  router.get('/images/:oid/:cover', (ctx) => {
    const oid = numberIn('oid', ctx.params['oid'], 999);
    const name = ctx.params['cover'] ?? '';
    // A name with a separator or a control sign is never one of ours.
    if (/[/\\\p{Cc}]/u.test(name) || name === '.' || name === '..')
      throw new TonstiftError('not_found', 'There is no such picture.');
    return sendFile(
      ctx,
      async () => {
        const file = await albums.coverFile(oid, name);
        // Whatever lies there: a browser shall never run it.
        return /^image\/(jpeg|png|gif|webp)$/.test(file.type) ? file : { ...file, type: 'application/octet-stream' };
      },
      'inline',
    );
  });
}
