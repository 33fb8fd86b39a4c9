/** Control sheets on the screen and as PDF, and the test sheet. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { readFields } from '../../../workers/base/input/read.js';
import { namedAction } from '../../request/action.js';
import { bodyFields } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { languageOf } from '../../request/language.js';
import { numberIn } from '../../request/number-in.js';
import { takingTurns } from '../../request/turns.js';
import { prefersHtml } from '../../request/negotiate.js';
import type { Kit } from '../../response/kit.js';
import { sendSheet } from '../../response/files/send-sheet.js';
import type { Services } from '../../services.js';
import { forgetPrinted, keepLayout, sendPageCount, sendPreview } from './form.js';
import { lastOrder, patternLook, printOrder, testSheetQuery } from './input.js';
import { albumUid } from '../albums/input.js';
import { sheetFormats, type PrintOrder, type SheetFormat } from './service.js';
import { say } from '../../../workers/base/language/sentence.js';

const actions = [{ name: 'save_config' }, { name: 'create_pdf', alias: 'save_pdf' }, { name: 'not_printed' }] as const;

const types: Readonly<Record<SheetFormat, string>> = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  png: 'image/png',
};

export function printRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  const { print } = services;

  const sheets = takingTurns({ atOnce: 4, waiting: 20 });

  router.get('/print', takingTurns({ atOnce: 4, waiting: 20 }), (ctx) => sendPreview(ctx, kit));

  router.get('/print/pages', takingTurns({ atOnce: 1, waiting: 20 }), (ctx) => sendPageCount(ctx, kit));

  router.post('/print', sheets, async (ctx) => {
    const fields = await bodyFields(ctx);
    const { name: action } = namedAction(fields, actions);
    if (action === 'create_pdf') {
      const order = printOrder(fields, services, ['action', 'page']);
      await print.remember(order);
      return sendPdf(ctx, services, order, true);
    }
    if (action === 'not_printed') return forgetPrinted(ctx, kit, fields);
    return keepLayout(ctx, kit, fields);
  });

  router.get('/pdf', sheets, (ctx) => {
    const query = queryFields(ctx);
    const order = query.size > 0 ? printOrder(query, services, ['page']) : lastOrder(services);
    return sendPdf(ctx, services, order, prefersHtml(ctx));
  });

  router.get('/patterns/:oid.zip', sheets, (ctx) => {
    const oid = numberIn(albumUid, ctx.params['oid']);
    const make = print.patterns(oid, patternLook(queryFields(ctx), services), languageOf(ctx));
    const disposition = `attachment; filename="tonstift-${oid}-patterns.zip"`;
    return sendSheet(ctx, { type: types.zip, disposition, make: () => Promise.resolve(make()) });
  });

  router.get('/download_oid_images', sheets, async (ctx) => {
    const { format: asked } = readFields(say('what.test_sheet'), testSheetQuery, queryFields(ctx));
    const format = asked ?? acceptedFormat(ctx);
    ctx.vary('Accept');
    const language = languageOf(ctx);
    const disposition = `${format === 'zip' ? 'attachment' : 'inline'}; filename="tonstift-test-sheet.${format}"`;
    await sendSheet(ctx, {
      type: types[format],
      disposition,
      make: (signal) => print.testSheet(format, { language, signal }),
    });
  });
}

/** @param isPrinted a script that only looks at the PDF does not print it */
async function sendPdf(
  ctx: Context,
  { print, albums }: Services,
  order: PrintOrder,
  isPrinted: boolean,
): Promise<void> {
  const [only, second] = order.oids;
  const language = languageOf(ctx);
  const name = `tonstift-${second === undefined ? only : `${order.oids.length}-albums`}.pdf`;
  await sendSheet(ctx, {
    type: types.pdf,
    disposition: `inline; filename="${name}"`,
    make: async (signal) => {
      const pdf = await print.pdf(order, { language, signal });
      // Not awaited: the PDF does not depend on it.
      if (isPrinted) void albums.notePrinted(order.oids, prefersHtml(ctx) ? 'page' : 'http');
      return pdf;
    },
  });
}

/** Browsers accept images too, but they want the page, which is the ZIP. */
function acceptedFormat(ctx: Context): SheetFormat {
  if (/text\/html/.test(ctx.get('Accept'))) return 'zip';
  const accepted = ctx.accepts(...sheetFormats.map((format) => types[format]));
  return sheetFormats.find((format) => types[format] === accepted) ?? 'zip';
}
