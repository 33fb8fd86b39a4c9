/** `tonstift papers …` */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PaperImport, PaperStatus } from '../../../http/resources/papers/service.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { integer, must, refusedAs, z } from '../../../workers/base/input/schema.js';
import { shown } from '../../../workers/base/input/shown.js';
import { formatOf } from '../../../workers/papers/ingest/types.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../exit-codes.js';
import type { Command, Invocation } from '../invocation.js';
import { readOperand } from '../operand.js';
import { UsageError } from '../usage-error.js';
import { withPapers, type Embeddings } from './paper-access.js';

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
  return withPapers(invocation, async (access) => {
    let rejected = 0;
    for (const { path, format } of files) {
      const report = await access.import(path, format);
      rejected += report.rejected_count;
      if (invocation.json) invocation.print(JSON.stringify({ file: path, ...report }));
      else reportImport(invocation, path, report);
    }
    return rejected > 0 ? exitCodes.failed : exitCodes.done;
  });
};

function reportImport({ print, complain }: Invocation, path: string, report: PaperImport): void {
  const { read, added, updated, unchanged, rejected_count: notTaken } = report;
  print(
    oneLine(
      `${path}: ${read} read, ${added} new, ${updated} changed, ${unchanged} known already, ${notTaken} not taken.`,
    ),
  );
  for (const [what, count] of Object.entries(report.mended_counts)) print(oneLine(`  mended in ${count}: ${what}`));
  if (report.unknown_keys.length > 0) print(oneLine(`  not kept: ${report.unknown_keys.join(', ')}`));
  for (const { line, reason } of report.rejected) complain(oneLine(`${path}, line ${line}: ${String(reason)}`));
  if (report.rejected_count > report.rejected.length)
    complain(`… and ${report.rejected_count - report.rejected.length} more.`);
}

export const searchPapers: Command = async (invocation) => {
  const query = invocation.operands.join(' ').trim();
  if (query === '') throw new UsageError('There is nothing to search for: give some words.');
  return withPapers(invocation, async (access) => {
    const found = await access.search({
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
  withPapers(invocation, async (access) => {
    reportStatus(invocation, await access.status());
    return exitCodes.done;
  });

function reportStatus({ print, json }: Invocation, status: PaperStatus): void {
  if (json) return print(JSON.stringify(status, null, 2));
  const { papers, embedded, waiting, failed, model, collection, problem, next_run: next } = status;
  print(
    oneLine(
      `${papers} papers, ${embedded} embedded, ${waiting} waiting, ${failed} refused; ` +
        `model ${model}, collection ${collection}.`,
    ),
  );
  if (problem !== null) print(oneLine(String(problem)));
  for (const { title, reason } of status.failures) print(oneLine(`  refused: ${title}: ${reason}`));
  if (next !== null) print(`Looked at again at ${next}.`);
}

const allOrNothing = refusedAs(z.literal('all').optional(), (raw) => `takes all or nothing, not ${shown(raw)}.`);

export const embed: Command = async (invocation) => {
  const word = readOperand('"tonstift papers embed"', allOrNothing, invocation.operands[0]);
  return withPapers(invocation, async (access) => {
    const status = await access.embed(word === 'all');
    reportStatus(invocation, status);
    return status.waiting + status.failed > 0 ? exitCodes.failed : exitCodes.done;
  });
};

const readYear = (given: string | undefined): number =>
  readOperand('The year', must('a number such as 2020', integer(1900, 2100)), given);

export const exportEmbeddings: Command = async (invocation) => {
  const [conference = '', givenYear, file = ''] = invocation.operands;
  const year = readYear(givenYear);
  return withPapers(invocation, async (access) => {
    const data = await access.exportEmbeddings(conference, year);
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
  return withPapers(invocation, async (access) => {
    const count = await access.importEmbeddings(data as Embeddings, conference, year);
    invocation.print(`${count} embeddings of ${conference} ${year} took the place of what was stored.`);
    return exitCodes.done;
  });
};
