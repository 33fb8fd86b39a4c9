/** The print page: with a preview, or with problems; and storing the layout. */
import { languageOf } from '../../request/language.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Context } from 'koa';
import { TonstiftError, unlessCode } from '../../../workers/base/errors.js';
import { readFields, readValue } from '../../../workers/base/input/read.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { queryFields, type Fields } from '../../request/fields.js';
import { pageAsJson, prefersHtml } from '../../request/negotiate.js';
import { statusOf } from '../../response/errors.js';
import { untilLeft } from '../../response/files/until-left.js';
import { sendEither, sendJson, sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import type { PageView } from '../../response/page.js';
import type { Services } from '../../services.js';
import { isNotPrinted } from '../albums/many/choose.js';
import { notPrinted, pageNumber, printLayout, printOrder, typedLayout, typedOids } from './input.js';
import { printView } from './view.js';

/**
 * Milliseconds for counting pages. The page is sent immediately; its script requests the number of pages if counting
 * takes longer.
 */
const glanceMs = 20;
/** Up to this many albums are counted before the page is sent. */
const fewAlbums = 8;
const wholeMs = 5_000;

/** Errors that a person can correct in the form. */
const isShown = ({ code }: TonstiftError): boolean => code === 'bad_field' || code === 'album_not_found';

/** The page begins with the albums that were not printed yet. Its form, and JSON, without `oids` mean all albums. */
function preset(ctx: Context, given: Fields, albums: readonly AlbumView[]): Fields {
  if (given.size > 0 || pageAsJson(ctx)) return given;
  const fresh = albums.filter(isNotPrinted);
  return fresh.length === albums.length ? given : new Map([...given, ['oids', fresh.map(({ oid }) => oid)]]);
}

/** A page of the sheet. If it cannot be made, the form with its values and problems. */
export async function sendPreview(ctx: Context, kit: Kit): Promise<void> {
  const { print, albums: library } = kit.services;
  const albums = library.list();
  const given = preset(ctx, queryFields(ctx), albums);
  const page = readValue('page', pageNumber, given.get('page'));
  const facts = { success: true, layout: print.kept(), oids: [], pages: 0, pages_complete: true, albums };
  try {
    const order = printOrder(given, kit.services, ['page']);
    const preview = await print.preview(order, page - 1, {
      language: languageOf(ctx),
      signal: untilLeft(ctx.res),
      ...(order.oids.length <= fewAlbums ? { counting: wholeMs } : !pageAsJson(ctx) && { counting: glanceMs }),
    });
    sendEither(ctx, kit, { ...facts, ...order, pages: preview.pages, pages_complete: preview.complete }, () =>
      printView({ albums, ...order, problems: {}, preview, given, hints: kit.show('print.hints', order.oids) }),
    );
  } catch (thrown) {
    if (!(thrown instanceof TonstiftError)) throw thrown;
    const isEmpty = thrown.code === 'no_albums';
    if (!isEmpty && (!isShown(thrown) || pageAsJson(ctx))) throw thrown;
    sendEither(ctx, kit, facts, () => refusedView(kit, given, thrown));
    if (!isEmpty) ctx.status = statusOf[thrown.code];
  }
}

/** The number of pages of the sheet; 0 without albums. */
export async function sendPageCount(ctx: Context, { services }: Kit): Promise<void> {
  const counted = async (): Promise<{ pages: number; complete: boolean }> => {
    const order = printOrder(queryFields(ctx), services, ['page']);
    return services.print.preview(order, 0, { counting: wholeMs, signal: untilLeft(ctx.res) });
  };
  const { pages, complete } = await counted().catch(unlessCode(['no_albums'], { pages: 0, complete: true }));
  sendJson(ctx, { success: true, pages, pages_complete: complete });
}

/** Redirects a browser back to the current page of the sheet. */
export async function keepLayout(ctx: Context, kit: Kit, given: Fields): Promise<void> {
  const { services } = kit;
  try {
    const layout = printLayout(given, services, ['action', 'page']);
    await services.print.keep(layout);
    sendOutcome(ctx, kit, {
      facts: { success: true, action: 'save_config', layout },
      location: addressOf(given, services),
      flash: { kind: 'done', sentences: [say('print.kept')] },
    });
  } catch (thrown) {
    if (!(thrown instanceof TonstiftError) || !isShown(thrown) || !prefersHtml(ctx)) throw thrown;
    sendPage(ctx, kit, refusedView(kit, given, thrown));
    ctx.status = statusOf[thrown.code];
  }
}

/** Records that the sheets of these albums were not printed after all. */
export async function forgetPrinted(ctx: Context, kit: Kit, given: Fields): Promise<void> {
  const { services } = kit;
  const { oids } = readFields(say('what.print'), notPrinted, given, ['action']);
  await services.albums.forgetPrinted(oids);
  sendOutcome(ctx, kit, {
    facts: { success: true, action: 'not_printed', oids },
    location: addressOf(given, services),
    flash: { kind: 'done', sentences: [say('print.forgotten', { count: oids.length })] },
  });
}

/** The form with the sent values and their problems. */
function refusedView({ services, show }: Kit, given: Fields, { code, fieldWords, words }: TonstiftError): PageView {
  const oids = typedOids(given);
  return printView({
    albums: services.albums.list(),
    layout: { ...services.print.kept(), ...typedLayout(given, services) },
    oids,
    problems: code === 'album_not_found' ? { oids: words } : fieldWords,
    preview: null,
    given,
    hints: show('print.hints', oids),
  });
}

/** The address of the sheet with the given albums and page; unknown albums are omitted. */
function addressOf(given: Fields, { albums }: Services): string {
  const known = new Set(albums.list().map(({ oid }) => oid));
  const oids = typedOids(given).filter((oid) => known.has(oid));
  const page = pageNumber.safeParse(given.get('page')).data ?? 1;
  const query = [...(oids.length > 0 ? [`oids=${oids.join(',')}`] : []), ...(page > 1 ? [`page=${page}`] : [])];
  return `/print${query.length > 0 ? '?' : ''}${query.join('&')}`;
}
