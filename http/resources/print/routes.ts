/** Control sheets on screen and as PDF, and the test sheet. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import type { LayoutField } from '../../../workers/print/sheet/print-layout.js';
import { withBody } from '../../request/body.js';
import { onlyKnown, type Fields } from '../../request/fields.js';
import { sendEither, sendOutcome, sendPage, type Kit } from '../../response/kit.js';
import { pageAsJson } from '../../request/negotiate.js';
import { lastOrder, layoutNames, printLayout, printOrder } from './input.js';
import { sendSheet } from '../../response/send-sheet.js';
import type { PrintOrder, SheetFormat } from './service.js';
import { choice, integer, shown, valueOf } from '../../request/values.js';
import { printView } from './view.js';

const queryOf = (ctx: Context): Fields => new Map(Object.entries(ctx.query));

const actions: Readonly<Record<string, 'save_config' | 'create_pdf'>> = {
  save_config: 'save_config',
  create_pdf: 'create_pdf',
  save_pdf: 'create_pdf',
};

const types: Readonly<Record<SheetFormat, string>> = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  png: 'image/png',
};
const formats: readonly SheetFormat[] = ['zip', 'pdf', 'png'];

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
    const query = queryOf(ctx);
    const page = valueOf('page', query.get('page') ?? 1, integer(1, 100_000));
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
          layout: { ...print.kept(), ...typed(query) },
          oids: [],
          problems: problem.fields,
          preview: null,
          given: query,
        }),
      );
    }
  });

  router.post('/print', (ctx) =>
    withBody(ctx, services, async ({ fields, files }) => {
      if (files.size > 0)
        throw badFields(Object.fromEntries([...files.keys()].map((name) => [name, 'must not be a file.'])));
      const name = fields.get('action');
      const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (action === undefined) {
        const what = name === undefined ? 'The field action is missing' : `There is no action ${shown(name)}`;
        throw new TonstiftError('unknown_action', `${what}; there are save_config, create_pdf.`, {
          action: 'must be one of save_config, create_pdf.',
        });
      }
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
    const query = queryOf(ctx);
    return sendPdf(ctx, query.size > 0 ? printOrder(query, services, ['page']) : lastOrder(services));
  });

  router.get('/download_oid_images', async (ctx) => {
    const query = queryOf(ctx);
    onlyKnown(query.keys(), new Set(['format']), 'The test sheet');
    const asked = query.get('format');
    // Browsers accept pictures too: what they ask for is the page, which is the ZIP.
    const accepted = ctx.accepts('text/html', ...formats.map((one) => types[one]));
    const byAccept = /text\/html/.test(ctx.get('Accept'))
      ? 'zip'
      : (formats.find((one) => types[one] === accepted) ?? 'zip');
    const format = asked === undefined ? byAccept : valueOf('format', asked, choice(formats));
    ctx.vary('Accept');
    const disposition = `${format === 'zip' ? 'attachment' : 'inline'}; filename="tonstift-test-sheet.${format}"`;
    await sendSheet(ctx, { type: types[format], disposition, make: (signal) => print.testSheet(format, signal) });
  });
}

/** What a form had, for showing it again. */
function typed(query: Fields): Partial<Record<LayoutField, unknown>> {
  const boolean = (text: unknown): unknown => (text === 'true' ? true : text === 'false' ? false : text);
  return Object.fromEntries(
    layoutNames.flatMap((name) => {
      const raw = query.get(name);
      return raw === undefined ? [] : [[name, boolean(Array.isArray(raw) ? (raw as unknown[]).at(-1) : raw)]];
    }),
  );
}
