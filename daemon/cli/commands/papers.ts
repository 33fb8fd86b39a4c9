/** `tonstift papers …`: through the daemon where it runs, else by ourselves. */
import { createReadStream, openAsBlob } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { FormData } from 'undici';
import type { PaperImport, PaperQuery, PaperService, PaperStatus } from '../../../http/resources/papers/service.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { integer, must, refusedAs, z } from '../../../workers/base/input/schema.js';
import { shown } from '../../../workers/base/input/shown.js';
import { formatOf, type PaperFormat } from '../../../workers/papers/ingest/types.js';
import { systemClock } from '../../../workers/base/ports.js';
import { exitCodes } from '../exit-codes.js';
import { oneLine } from '../../log/log-text.js';
import { paperSecrets } from '../../papers/secrets.js';
import { runningDaemon, type DaemonClient } from '../daemon-client.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { readOperand } from '../operand.js';
import { UsageError } from '../usage-error.js';
import { withLog } from '../working-log.js';

type Found = Awaited<ReturnType<PaperService['search']>>;
type Embeddings = Awaited<ReturnType<PaperService['exportEmbeddings']>>;

/** What both ways can do. */
interface PaperHouse {
  status(): Promise<PaperStatus>;
  search(query: PaperQuery): Promise<Found>;
  import(path: string, format: PaperFormat): Promise<PaperImport>;
  /** Resolves when all is embedded that can be. */
  embed(all: boolean): Promise<PaperStatus>;
  exportEmbeddings(conference: string, year: number): Promise<Embeddings>;
  importEmbeddings(data: Embeddings, conference: string, year: number): Promise<number>;
}

/** How often a daemon is asked how far it is, in milliseconds. */
const askEvery = 1000;

function overHttp({ ask }: DaemonClient): PaperHouse {
  const status = async (): Promise<PaperStatus> => (await ask<{ status: PaperStatus }>('/papers')).status;
  const slice = (conference: string, year: number): string =>
    `/papers/embeddings?${new URLSearchParams({ conference, year: String(year) }).toString()}`;
  return {
    status,
    search: async ({ query: q, limit, distance_threshold: distance }) => {
      const asked = new URLSearchParams({ q, limit: String(limit), distance: String(distance) });
      return (await ask<{ papers: Found }>(`/papers?${asked.toString()}`)).papers;
    },
    async import(path) {
      const form = new FormData();
      form.append('files', await openAsBlob(path), basename(path));
      return ask<PaperImport>('/papers', { method: 'POST', body: form });
    },
    async embed(all) {
      await ask('/papers/embed', { method: 'POST', body: new URLSearchParams({ all: String(all) }) });
      for (;;) {
        await new Promise((done) => setTimeout(done, askEvery));
        const now = await status();
        if (now.state !== 'embedding') return now;
      }
    },
    exportEmbeddings: (conference, year) => ask<Embeddings>(slice(conference, year)),
    importEmbeddings: async (data, conference, year) =>
      (
        await ask<{ imported: number }>(slice(conference, year), {
          method: 'POST',
          body: JSON.stringify(data),
          headers: { 'content-type': 'application/json' },
        })
      ).imported,
  };
}

async function withPapers<Result>(
  invocation: Invocation,
  work: (house: PaperHouse) => Promise<Result>,
): Promise<Result> {
  const settings = await loadSettings(invocation);
  const daemon = await runningDaemon(settings);
  if (daemon !== undefined) return work(overHttp(daemon));
  return withLog(settings, async (log) => {
    for (const secret of paperSecrets(settings.current)) log.redact(secret);
    const [{ Papers }, { Jobs }, { createEvents }] = await Promise.all([
      import('../../papers/papers.js'),
      import('../../jobs.js'),
      import('../../events.js'),
    ]);
    const events = createEvents();
    const papers = new Papers({
      settings: () => settings.current,
      data: settings.places.data,
      jobs: new Jobs(events, 1),
      events,
      clock: systemClock,
      log: log.area('papers'),
      byHand: true,
    });
    try {
      return await work({
        status: () => papers.status(),
        search: (query) => papers.search(query),
        import: async (path, format) =>
          papers.import({ bytes: createReadStream(path), format, size: (await stat(path)).size }, basename(path)),
        embed: (all) => papers.embedNow(all),
        exportEmbeddings: (conference, year) => papers.exportEmbeddings(conference, year),
        importEmbeddings: (data, conference, year) => papers.importEmbeddings(data, conference, year),
      });
    } finally {
      await papers.stop();
    }
  });
}

export const importFiles: Command = async (invocation) => {
  const files = await Promise.all(
    invocation.operands.map(async (operand) => {
      const path = resolve(operand);
      const facts = await stat(path).catch((error: unknown) => {
        throw new TonstiftError('not_found', `${path} cannot be read: ${messageOf(error)}.`);
      });
      if (!facts.isFile()) throw new TonstiftError('bad_field', `${path} must be a file.`);
      const format = formatOf(path);
      if (format === undefined)
        throw new TonstiftError('bad_field', `${path} must end in .json, .jsonl, .ndjson, .csv or .tsv.`);
      return { path, format };
    }),
  );
  return withPapers(invocation, async (house) => {
    let rejected = 0;
    for (const { path, format } of files) {
      const report = await house.import(path, format);
      rejected += report.rejected_count;
      if (invocation.json) invocation.print(JSON.stringify({ file: path, ...report }));
      else tell(invocation, path, report);
    }
    return rejected > 0 ? exitCodes.failed : exitCodes.done;
  });
};

function tell({ print, complain }: Invocation, path: string, report: PaperImport): void {
  const { read, added, updated, unchanged, rejected_count: notTaken } = report;
  print(
    oneLine(
      `${path}: ${read} read, ${added} new, ${updated} changed, ${unchanged} known already, ${notTaken} not taken.`,
    ),
  );
  for (const [what, count] of Object.entries(report.mended_counts)) print(oneLine(`  mended in ${count}: ${what}`));
  if (report.unknown_keys.length > 0) print(oneLine(`  not kept: ${report.unknown_keys.join(', ')}`));
  for (const { line, reason } of report.rejected) complain(oneLine(`${path}, line ${line}: ${reason}`));
  if (report.rejected_count > report.rejected.length)
    complain(`… and ${report.rejected_count - report.rejected.length} more.`);
}

export const searchPapers: Command = async (invocation) => {
  const query = invocation.operands.join(' ').trim();
  if (query === '') throw new UsageError('There is nothing to search for: give some words.');
  return withPapers(invocation, async (house) => {
    const found = await house.search({
      query,
      limit: 10,
      conferences: [],
      years: [],
      sessions: [],
      distance_threshold: 1.1,
    });
    if (invocation.json) invocation.print(JSON.stringify({ papers: found }, null, 2));
    else if (found.length === 0) invocation.print('No paper is near enough.');
    else
      for (const { title, authors, conference, year, distance, uid } of found) {
        invocation.print(oneLine(`${typeof distance === 'number' ? distance.toFixed(3) : '     '}  ${title}`));
        invocation.print(oneLine(`       ${authors.join(', ')} · ${conference} ${year} · ${uid}`));
      }
    return exitCodes.done;
  });
};

export const printStatus: Command = (invocation) =>
  withPapers(invocation, async (house) => {
    tellStatus(invocation, await house.status());
    return exitCodes.done;
  });

function tellStatus({ print, json }: Invocation, status: PaperStatus): void {
  if (json) return print(JSON.stringify(status, null, 2));
  const { papers, embedded, waiting, failed, model, collection, problem, next_run: next } = status;
  print(
    oneLine(
      `${papers} papers, ${embedded} embedded, ${waiting} waiting, ${failed} refused; ` +
        `model ${model}, collection ${collection}.`,
    ),
  );
  if (problem !== null) print(oneLine(problem));
  for (const { title, reason } of status.failures) print(oneLine(`  refused: ${title}: ${reason}`));
  if (next !== null) print(`Looked at again at ${next}.`);
}

const allOrNothing = refusedAs(z.literal('all').optional(), (raw) => `takes all or nothing, not ${shown(raw)}.`);

export const embed: Command = async (invocation) => {
  const word = readOperand('"tonstift papers embed"', allOrNothing, invocation.operands[0]);
  return withPapers(invocation, async (house) => {
    const status = await house.embed(word === 'all');
    tellStatus(invocation, status);
    return status.waiting + status.failed > 0 ? exitCodes.failed : exitCodes.done;
  });
};

const readYear = (given: string | undefined): number =>
  readOperand('The year', must('a number such as 2020', integer(1900, 2100)), given);

export const exportEmbeddings: Command = async (invocation) => {
  const [conference = '', givenYear, file = ''] = invocation.operands;
  const year = readYear(givenYear);
  return withPapers(invocation, async (house) => {
    const data = await house.exportEmbeddings(conference, year);
    await writeFile(resolve(file), JSON.stringify(data), { flag: 'wx' }).catch((error: unknown) => {
      throw new TonstiftError('conflict', `${resolve(file)} cannot be written: ${messageOf(error)}.`);
    });
    invocation.print(oneLine(`${data.ids.length} embeddings are in ${resolve(file)}.`));
    return exitCodes.done;
  });
};

export const importEmbeddings: Command = async (invocation) => {
  const [file = '', conference = '', givenYear] = invocation.operands;
  const year = readYear(givenYear);
  let data: unknown;
  try {
    data = JSON.parse(await readFile(resolve(file), 'utf8'));
  } catch (error) {
    throw new TonstiftError('bad_field', `${resolve(file)} cannot be read: ${messageOf(error)}.`);
  }
  return withPapers(invocation, async (house) => {
    const count = await house.importEmbeddings(data as Embeddings, conference, year);
    invocation.print(`${count} embeddings of ${conference} ${year} took the place of what was stored.`);
    return exitCodes.done;
  });
};
