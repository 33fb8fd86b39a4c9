/** Control sheets on screen and as PDF, and the test sheet. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { TonstiftError } from '../../../workers/base/errors.js';
import { readFields, readValue } from '../../../workers/base/input/read.js';
import { namedAction } from '../../request/action.js';
import { withFields } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { pageAsJson } from '../../request/negotiate.js';
import { sendEither, sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { sendSheet } from '../../response/send-sheet.js';
import { lastOrder, pageNumber, printLayout, printOrder, testSheetQuery, typedLayout } from './input.js';
import { sheetFormats, type PrintOrder, type SheetFormat } from './service.js';
import { printView } from './view.js';

const actions = [{ name: 'save_config' }, { name: 'create_pdf', alias: 'save_pdf' }] as const;

const types: Readonly<Record<SheetFormat, string>> = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  png: 'image/png',
};

export function printRoutes(router: Router, kit: Kit): void {
  const { services } = kit;
  const { print, albums } = services;

  async function sendPdf(ctx: Context, order: PrintOrder): Promise<void> {
    const [only, second] = order.oids;
    const name = `tonstift-${second === undefined ? only : `${order.oids.length}-albums`}.pdf`;
    await sendSheet(ctx, {
      type: 'application/pdf',
      disposition: `inline; filename="${name}"`,
      make: (signal) => print.pdf(order, signal),
    });
  }

  router.get('/print', async (ctx) => {
    const query = queryFields(ctx);
    const page = readValue('page', pageNumber, query.get('page'));
    const all = albums.list();
    try {
      const order = printOrder(query, services, ['page']);
      const preview = await print.preview(order, page - 1);
      sendEither(
        ctx,
        kit,
        () => ({
          success: true,
          layout: order.layout,
          oids: order.oids,
          pages: preview.pages,
          pages_complete: preview.complete,
          albums: all,
        }),
        () => printView({ albums: all, layout: order.layout, oids: order.oids, problems: {}, preview, given: query }),
      );
    } catch (thrown) {
      const problem =
        thrown instanceof TonstiftError && ['bad_field', 'no_albums'].includes(thrown.code) ? thrown : undefined;
      if (problem === undefined) throw thrown;
      if (pageAsJson(ctx)) {
        if (problem.code === 'bad_field') throw problem;
        return sendEither(
          ctx,
          kit,
          () => ({ success: true, layout: print.kept(), oids: [], pages: 0, pages_complete: true, albums: all }),
          () => {
            throw problem;
          },
        );
      }
      // The page again, with what was typed and what is wrong with it.
      if (problem.code === 'bad_field') ctx.status = 400;
      sendPage(
        ctx,
        kit,
        printView({
          albums: all,
          layout: { ...print.kept(), ...typedLayout(query, services) },
          oids: [],
          problems: problem.fields,
          preview: null,
          given: query,
        }),
      );
    }
  });

  router.post('/print', (ctx) =>
    withFields(ctx, services, async (fields) => {
      const { name: action } = namedAction(fields, actions);
      if (action === 'create_pdf') {
        const order = printOrder(fields, services, ['action', 'page']);
        print.remember(order);
        return sendPdf(ctx, order);
      }
      const layout = printLayout(fields, services, ['action', 'page']);
      await print.keep(layout);
      sendOutcome(ctx, kit, {
        facts: { success: true, action, layout },
        location: '/print',
        flash: { kind: 'done', sentences: ['Sheets are printed like this from now on.'] },
      });
    }),
  );

  router.get('/pdf', (ctx) => {
    const query = queryFields(ctx);
    return sendPdf(ctx, query.size > 0 ? printOrder(query, services, ['page']) : lastOrder(services));
  });

  router.get('/download_oid_images', async (ctx) => {
    const { format: asked } = readFields('The test sheet', testSheetQuery, queryFields(ctx));
    // Browsers accept pictures too: what they ask for is the page, which is the ZIP.
    const accepted = ctx.accepts('text/html', ...sheetFormats.map((one) => types[one]));
    const byAccept = /text\/html/.test(ctx.get('Accept'))
      ? 'zip'
      : (sheetFormats.find((one) => types[one] === accepted) ?? 'zip');
    const format = asked ?? byAccept;
    ctx.vary('Accept');
    const disposition = `${format === 'zip' ? 'attachment' : 'inline'}; filename="tonstift-test-sheet.${format}"`;
    await sendSheet(ctx, { type: types[format], disposition, make: (signal) => print.testSheet(format, signal) });
  });
}
