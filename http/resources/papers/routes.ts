/** Papers: searched, put in, embedded, and their vectors carried elsewhere. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type { FoundPaper } from '../../../workers/embeddings/search/search-papers.js';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import { readFields } from '../../../workers/base/input/read.js';
import { shown } from '../../../workers/base/input/shown.js';
import { readFiles, withBody, withFields } from '../../request/body.js';
import { HttpError } from '../../response/errors.js';
import { queryFields } from '../../request/fields.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { pageAsJson } from '../../request/negotiate.js';
import { embedOrder, paperFiles, paperQuery, slice } from './input.js';
import type { PaperImport, PaperQuery } from './service.js';
import { papersView } from './view.js';
import { counted } from '../../response/words.js';

/** Types of a body that is papers and nothing else. */
const formats = {
  'application/json': 'json',
  'application/x-ndjson': 'jsonl',
  'application/jsonl': 'jsonl',
  'application/json-lines': 'jsonl',
  'text/csv': 'csv',
} as const satisfies Record<string, PaperFormat>;

/** In the order of the files; the lines are those of each. */
type Reports = { filename: string; report: PaperImport }[];

export function paperRoutes(router: Router, kit: Kit): void {
  const { papers } = kit.services;

  router.get('/papers', async (ctx) => {
    const query = paperQuery(queryFields(ctx));
    const status = await papers.status();
    const asJson = pageAsJson(ctx);
    const search = async (): Promise<FoundPaper[]> => (query.query === '' ? [] : papers.search(query));
    // The page shows what is wrong beside the search box, and stays what it is.
    const [found, problem] = await search().then(
      (all) => [all, null] as const,
      (thrown: unknown) => {
        if (!asJson && thrown instanceof TonstiftError) return [[], thrown.message] as const;
        throw thrown;
      },
    );
    sendEither(
      ctx,
      kit,
      () => ({ success: true, status, query: factsOf(query), papers: found }),
      () => papersView({ status, query, found, problem }),
    );
  });

  router.post('/papers', async (ctx) => {
    const type = ctx.is(Object.keys(formats));
    if (typeof type === 'string' && type in formats) {
      const reports = [{ filename: 'body', report: await fromBody(ctx, formats[type as keyof typeof formats]) }];
      return sendReports(ctx, kit, reports);
    }
    await withBody(ctx, kit.services, async (body) => {
      const { files: sent } = readFiles('Putting in papers', paperFiles, body);
      const known = sent.map(({ path, filename, size }) => {
        const format = papers.formatOf(filename);
        if (format === undefined)
          throw badFields({ files: `must end in .json, .jsonl, .ndjson, .csv or .tsv, not ${shown(filename)}.` });
        return { path, filename, size, format };
      });
      const reports: Reports = [];
      for (const { path, filename, size, format } of known) {
        const report = await papers.import({ bytes: createReadStream(path), format, size }, filename);
        reports.push({ filename, report });
      }
      sendReports(ctx, kit, reports);
    });
  });

  async function fromBody(ctx: Context, format: PaperFormat): Promise<PaperImport> {
    if (!/^(identity)?$/i.test(ctx.get('Content-Encoding')))
      throw new HttpError('unsupported_type', 'A compressed body is not understood.');
    const limit = kit.services.maxUploadBytes();
    const gone = new AbortController();
    ctx.req.once('close', () => {
      if (!ctx.req.complete) gone.abort(new TonstiftError('aborted', 'The client went away.'));
    });
    const bytes = Readable.from(limited(ctx.req, limit), { objectMode: false });
    return papers.import({ bytes, format, size: ctx.request.length }, 'Papers sent to the service', gone.signal);
  }

  router.post('/papers/embed', (ctx) =>
    withFields(ctx, kit.services, async (fields) => {
      const { all } = readFields('Embedding', embedOrder, fields);
      const status = await papers.embed(all);
      sendOutcome(ctx, kit, {
        facts: { success: true, status },
        location: '/papers',
        flash: {
          kind: 'done',
          sentences: [all ? 'All papers are being embedded anew.' : 'What is missing is being embedded.'],
        },
      });
    }),
  );

  router.get('/papers/embeddings', async (ctx) => {
    const { conference, year } = readFields('A slice of embeddings', slice, queryFields(ctx));
    const data = await papers.exportEmbeddings(conference, year);
    ctx.type = 'json';
    const filename = encodeURIComponent(`embeddings ${conference} ${year}.json`).replaceAll("'", '%27');
    ctx.set('Content-Disposition', `attachment; filename*=UTF-8''${filename}`);
    // A large slice as one text would be held twice.
    ctx.body = Readable.from(jsonOf(data));
  });

  router.post('/papers/embeddings', async (ctx) => {
    const { conference, year } = readFields('A slice of embeddings', slice, queryFields(ctx));
    if (ctx.is('application/json') === false)
      throw new HttpError('unsupported_type', 'Send application/json: what GET of this address gave.');
    const parts: Buffer[] = [];
    for await (const part of limited(ctx.req, Math.min(kit.services.maxUploadBytes(), 400e6))) parts.push(part);
    let data: unknown;
    try {
      data = JSON.parse(Buffer.concat(parts).toString());
    } catch {
      throw new HttpError('bad_request', 'The body cannot be read as JSON.');
    }
    const imported = await papers.importEmbeddings(
      data as Parameters<typeof papers.importEmbeddings>[0],
      conference,
      year,
    );
    sendOutcome(ctx, kit, { facts: { success: true, imported }, location: '/papers' });
  });
}

const factsOf = ({ query, conferences, years, sessions, limit, distance_threshold }: PaperQuery): object => ({
  q: query,
  conferences,
  years,
  sessions,
  limit,
  distance: distance_threshold,
});

async function* limited(source: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of source) {
    bytes += part.length;
    if (bytes > limit)
      throw new TonstiftError('too_large', `The body is too large: at most ${Math.floor(limit / 1e6)} MB are taken.`);
    yield part;
  }
}

/** The lists of an export, piece by piece. */
function* jsonOf(data: object): Generator<string> {
  let before = '{';
  for (const [name, list] of Object.entries(data) as [string, unknown[]][]) {
    yield `${before}${JSON.stringify(name)}:[`;
    for (const [n, one] of list.entries()) yield `${n > 0 ? ',' : ''}${JSON.stringify(one)}`;
    before = '],';
  }
  yield ']}';
}

function sendReports(ctx: Context, kit: Kit, reports: Reports): void {
  const sum = (count: (report: PaperImport) => number): number =>
    reports.reduce((total, { report }) => total + count(report), 0);
  const rejected = sum((report) => report.rejected_count);
  const notTaken = rejected > 0 ? `, ${rejected} not taken` : '';
  const [added, updated, unchanged] = [
    sum((report) => report.added),
    sum((report) => report.updated),
    sum((report) => report.unchanged),
  ];
  const headline = `${counted(added, 'new paper')}, ${updated} changed, ${unchanged} known already${notTaken}.`;
  const several = reports.length > 1;
  const sentences = reports.flatMap(({ filename, report }) => [
    ...report.rejected
      .slice(0, 20)
      .map(({ line: at, reason }) => `${several ? `${filename}, line` : 'Line'} ${at}: ${reason}`),
    ...(report.unknown_keys.length > 0
      ? [`Fields that are not kept: ${report.unknown_keys.slice(0, 20).join(', ')}.`]
      : []),
  ]);
  const total = {
    read: sum((report) => report.read),
    added: sum((report) => report.added),
    updated: sum((report) => report.updated),
    unchanged: sum((report) => report.unchanged),
    rejected_count: rejected,
  };
  const [only] = reports;
  const facts =
    several || only === undefined
      ? { success: true, ...total, files: reports.map(({ filename, report }) => ({ filename, ...report })) }
      : { success: true, ...only.report };
  sendOutcome(ctx, kit, {
    facts,
    location: '/papers',
    flash: { kind: rejected > 0 ? 'warning' : 'done', sentences: [headline, ...sentences] },
  });
}
