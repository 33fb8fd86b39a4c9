/** The virtual pen: sheets of albums on the screen, and any GME file. */
import type { Router, RouterContext } from '@koa/router';
import { TonstiftError } from '../../../workers/base/errors.js';
import { onlyKnown } from '../../../workers/base/input/read.js';
import { say } from '../../../workers/base/language/sentence.js';
import { readFiles, bodyFields, withBody, type BodyServices } from '../../request/body.js';
import { languageOf } from '../../request/language.js';
import { prefersHtml } from '../../request/negotiate.js';
import { numberIn } from '../../request/number-in.js';
import { queryFields } from '../../request/fields.js';
import { takingTurns } from '../../request/turns.js';
import { sendEither, sendJson, sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import type { PageView } from '../../response/page.js';
import { sendFile } from '../../response/files/send-file.js';
import { untilLeft } from '../../response/files/until-left.js';
import type { Services } from '../../services.js';
import { albumUid } from '../../resources/albums/input.js';
import { answerJson } from './answers.js';
import { albumTryView, unreadyView } from './album-view.js';
import { codeRange, fileTryView } from './file-view.js';
import { fileId, gmeFiles, mediumNumber, pageImages, tapOf } from './input.js';
import { entryView } from './entry-view.js';
import { readPageView } from './read-page-view.js';
import { tapForm } from './parts.js';
import type { TryAnswer, TryFacts, TryPlace, TryTap } from './service.js';

/** Limits for laying out sheets. */
const boards = { atOnce: 4, waiting: 20 };

export function tryRoutes(router: Router, kit: Kit): void {
  albumRoutes(router, kit);
  entryRoutes(router, kit);
  pageRoutes(router, kit);
  fileRoutes(router, kit);
}

function albumRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  const { albums, print, tries } = services;
  const turns = takingTurns(boards);
  const oidOf = (ctx: RouterContext): number => numberIn(albumUid, ctx.params['oid']);

  const shown = async (ctx: RouterContext, tapped?: Tapped): Promise<PageView> => {
    const album = albums.get(oidOf(ctx));
    if (album.gme_state !== 'ready') return unreadyView(album);
    const [cover, board] = [
      (await albums.covers([album.oid])).get(album.oid),
      await print.board(album.oid, tapForm, languageOf(ctx)),
    ];
    return albumTryView(album, { board, cover, maxBytes: services.maxUploadBytes(), ...tapped });
  };

  router.get('/library/:oid/try', turns, async (ctx) => {
    const { oid, gme_state: state } = albums.get(oidOf(ctx));
    const [facts, view] = await Promise.all([
      state === 'ready' ? tries.facts({ oid }) : Promise.resolve(null),
      shown(ctx),
    ]);
    sendEither(ctx, kit, { success: true, gme_state: state, file: facts }, () => view);
  });

  router.post('/library/:oid/try', (ctx) => sendTap(ctx, kit, { oid: oidOf(ctx) }, (tapped) => shown(ctx, tapped)));

  router.get('/library/:oid/try/media/:index', (ctx) => sendMedium(ctx, kit, { oid: oidOf(ctx) }));
}

function entryRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  const { albums, tries } = services;

  router.get('/try', (ctx) =>
    sendEither(ctx, kit, { success: true, max_upload_bytes: services.maxUploadBytes() }, () =>
      entryView(albums.list(), services.maxUploadBytes()),
    ),
  );

  router.post('/try', takingTurns({ atOnce: 2, waiting: 20 }), async (ctx) => {
    const id = await withBody(ctx, roomFor(services), async (body) =>
      tries.keep(readFiles(say('what.try'), gmeFiles, body).gme),
    ).catch(refuse);
    const facts = await tries.facts({ file: id });
    sendOutcome(ctx, kit, { facts: { success: true, id, file: facts }, location: `/try/${id}`, status: 201 });
  });
}

function pageRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  // `scanPicture` reads two at a time, and a slow upload holds back no other.
  router.post('/try/page', takingTurns({ atOnce: 6, waiting: 0 }), async (ctx) => {
    const facts = await withBody(ctx, roomFor(services), (body) =>
      services.tries.read(readFiles(say('what.try_page'), pageImages, body).image, untilLeft(ctx.res)),
    ).catch(refuse);
    ctx.vary('Accept');
    if (prefersHtml(ctx)) sendPage(ctx, kit, readPageView(facts, services.maxUploadBytes()));
    else sendJson(ctx, { success: true, ...facts });
  });
}

/** Uploads are stored outside the library. */
const roomFor = (services: Services): BodyServices => ({
  maxUploadBytes: () => services.maxUploadBytes(),
  uploadFolder: () => services.tries.folder(),
});

/** `withBody` has sentences about the library, but this folder is not part of it. */
function refuse(error: unknown): never {
  if (!(error instanceof TonstiftError)) throw error;
  if (error.code === 'no_space') throw new TonstiftError('no_space', say('try.full'), {}, { cause: error });
  if (error.code === 'library_unavailable')
    throw new TonstiftError('not_now', say('try.no_folder'), {}, { cause: error });
  throw error;
}

function fileRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  const { tries } = services;
  const placeOf = (ctx: RouterContext): { file: string } => ({ file: fileId(ctx.params['id']) });

  const shown = (ctx: RouterContext, facts: TryFacts, tapped?: Tapped): PageView => {
    const range = codeRange(queryFields(ctx), facts.codes.length);
    return fileTryView(placeOf(ctx).file, facts, { range, maxBytes: services.maxUploadBytes(), ...tapped });
  };

  router.get('/try/:id', async (ctx) => {
    const facts = await tries.facts(placeOf(ctx));
    const view = shown(ctx, facts);
    sendEither(ctx, kit, { success: true, file: facts }, () => view);
  });

  router.post('/try/:id', (ctx) =>
    sendTap(ctx, kit, placeOf(ctx), async (tapped) => shown(ctx, await tries.facts(placeOf(ctx)), tapped)),
  );

  router.post('/try/:id/forget', async (ctx) => {
    const fields = await bodyFields(ctx);
    onlyKnown(fields.keys(), [], say('what.try'));
    await tries.forget(placeOf(ctx).file);
    const flash = { kind: 'done' as const, sentences: [say('try.forgotten')] };
    sendOutcome(ctx, kit, { facts: { success: true }, location: '/try', flash });
  });

  router.get('/try/:id/media/:index', (ctx) => sendMedium(ctx, kit, placeOf(ctx)));
}

interface Tapped {
  tap: TryTap;
  answer: TryAnswer;
}

/** JSON for a script; otherwise the page with the sounds. */
async function sendTap(
  ctx: RouterContext,
  kit: Kit,
  place: TryPlace,
  view: (tapped: Tapped) => Promise<PageView>,
): Promise<void> {
  const tap = tapOf(await bodyFields(ctx));
  const answer = await kit.services.tries.tap(place, tap);
  ctx.vary('Accept');
  if (prefersHtml(ctx)) sendPage(ctx, kit, await view({ tap, answer }));
  else sendJson(ctx, { success: true, ...answerJson(place, answer) });
}

function sendMedium(ctx: RouterContext, { services }: Kit, place: TryPlace): Promise<void> {
  const index = numberIn(mediumNumber, ctx.params['index']);
  return sendFile(ctx, () => services.tries.medium(place, index), 'inline');
}
