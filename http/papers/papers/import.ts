/** Imports papers from the files of a form, or from the body itself. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { shown } from '../../../workers/base/input/shown.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import { readFields } from '../../../workers/base/input/read.js';
import { readFiles, withBody, type Body } from '../../request/body.js';
import { queryFields, type Fields } from '../../request/fields.js';
import { limited } from '../../request/limited.js';
import { HttpError } from '../../response/errors.js';
import { sendOutcome, type Kit } from '../../response/kit.js';
import { say } from '../../../workers/base/language/sentence.js';
import { givenFields, givenQuery, paperFiles } from './input.js';
import { mediaTypes } from './media-types.js';
import { reportWords } from './report.js';
import type { PaperImport, PaperService } from './service.js';

/** In the order of the files; line numbers are per file. */
type Reports = { filename: string; report: PaperImport }[];

export function importRoute(router: Router, kit: Kit): void {
  const { papers } = kit.services;

  router.post('/papers', async (ctx) => {
    const type = ctx.is(Object.keys(mediaTypes));
    if (typeof type === 'string' && type in mediaTypes) {
      const report = await fromBody(ctx, kit, mediaTypes[type as keyof typeof mediaTypes]);
      return sendReports(ctx, kit, [{ filename: 'body', report }]);
    }
    await withBody(ctx, kit.services, async (body) =>
      sendReports(ctx, kit, await fromFiles(body, papers, queryFields(ctx))),
    );
  });
}

async function fromFiles(body: Body, papers: PaperService, query: Fields): Promise<Reports> {
  const what = say('what.paper_import');
  const names = Object.keys(givenFields.shape);
  const said = new Map([...query, ...[...body.fields].filter(([name, value]) => names.includes(name) && value !== '')]);
  const { folder, conference, year } = readFields(what, givenQuery, said);
  const given = { conference, year };
  const known = readFiles(what, paperFiles, body, names).files.map(({ path, filename, size }) => {
    const format = papers.formatOf(filename);
    if (format === undefined) throw badFields({ files: say('wrong.paper_file', { name: shown(filename) }) });
    return { path, filename, size, format };
  });
  const reports: Reports = [];
  for (const { path, filename, size, format } of known) {
    const name = folder === undefined ? filename : `${folder}/${filename}`;
    const report = await papers.import({ bytes: () => createReadStream(path), format, size, name, given }, filename);
    reports.push({ filename, report });
  }
  return reports;
}

async function fromBody(ctx: Context, { services }: Kit, format: PaperFormat): Promise<PaperImport> {
  if (!/^(identity)?$/i.test(ctx.get('Content-Encoding')))
    throw new HttpError('unsupported_type', say('error.body_compressed'));
  const { folder, filename, ...given } = readFields(say('what.paper_import'), givenQuery, queryFields(ctx));
  const left = new AbortController();
  ctx.req.once('close', () => {
    if (!ctx.req.complete) left.abort(new TonstiftError('aborted', say('error.left')));
  });
  const name = [folder, filename].filter((part) => part !== undefined).join('/');
  const called = filename === undefined ? format : (services.papers.formatOf(filename) ?? format);
  const bytes = Readable.from(limited(ctx.req, services.maxUploadBytes()), { objectMode: false });
  const source = { bytes, format: called, size: ctx.request.length, name, given };
  return services.papers.import(source, 'Papers sent to the service', left.signal);
}

const counts = ['read', 'added', 'updated', 'unchanged', 'rejected_count'] as const;

function sendReports(ctx: Context, kit: Kit, reports: Reports): void {
  const sum = (name: (typeof counts)[number]): number => reports.reduce((total, { report }) => total + report[name], 0);
  const rejected = sum('rejected_count');
  const sums = { added: sum('added'), updated: sum('updated'), unchanged: sum('unchanged'), rejected };
  const headline = say(rejected > 0 ? 'papers.report_rejected' : 'papers.report', sums);
  const [only, second] = reports;
  const several = second !== undefined;
  const sentences = reports.flatMap(({ filename, report }) => reportWords(report, several ? filename : null));
  const facts = several
    ? {
        ...Object.fromEntries(counts.map((name) => [name, sum(name)])),
        files: reports.map(({ filename, report }) => ({ filename, ...report })),
      }
    : only?.report;
  sendOutcome(ctx, kit, {
    facts: { success: true, ...facts },
    location: '/papers',
    flash: { kind: rejected > 0 ? 'warning' : 'done', sentences: [headline, ...sentences] },
  });
}
