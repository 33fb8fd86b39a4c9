/** `tonstift papers …` */
import { constants } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod/v4';
import { longest } from '../../../http/papers/papers/longest.js';
import type { PaperImport, PaperStatus } from '../../../http/papers/papers/service.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { integer, line, must, refusedAs } from '../../../workers/base/input/schema.js';
import { shown } from '../../../workers/base/input/shown.js';
import { say } from '../../../workers/base/language/sentence.js';
import { counted } from '../../../workers/base/text/counted.js';
import type { Told } from '../../../workers/papers/ingest/guess-from-name.js';
import { isIncomplete } from '../../../http/papers/papers/report.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command, Invocation } from '../../cli/invocation.js';
import { typedFor } from '../../../config/places.js';
import { readOperand } from '../../cli/operand.js';
import { withPapers, type Embeddings } from './paper-access.js';
import { sourceOf } from './paper-sources.js';
import { reportFound } from './papers-search.js';
import { writeExport } from './write-export.js';

const givenFields = {
  conference: line('not empty', longest.conference),
  year: must('a year from 1900 to 2100', integer(1900, 2100)),
};

export const givenBy = ({ options: { conference, year } }: Invocation): Told => ({
  ...(conference === undefined ? {} : { conference: readOperand('--conference', givenFields.conference, conference) }),
  ...(year === undefined ? {} : { year: readOperand('--year', givenFields.year, year) }),
});

export const importFiles: Command = async (invocation) => {
  const given = givenBy(invocation);
  const sources = await Promise.all(invocation.operands.map(sourceOf));
  return withPapers(invocation, async (access) => {
    let failed = false;
    for (const source of sources) {
      const { bytes, ...more } = await source.open();
      const report = await access.import({
        ...more,
        bytes: watched(bytes, more.size, (line) => invocation.complain(oneLine(`${source.shown}: ${line}`))),
        filename: source.filename,
        folder: source.folder,
        given,
      });
      failed ||= report.rejected_count > 0 || report.read === 0;
      if (invocation.options.json) invocation.print(JSON.stringify({ file: source.shown, ...report }));
      else reportImport(invocation, source.shown, report);
    }
    return failed ? exitCodes.failed : exitCodes.done;
  });
};

/** Milliseconds between two progress lines of a long import. */
const toldEvery = 5000;

/** Yields the same bytes, and reports the progress from time to time. */
async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  size: number | undefined,
  tell: (line: string) => void,
): AsyncGenerator<Uint8Array> {
  let done = 0;
  let since = performance.now();
  for await (const chunk of bytes) {
    yield chunk;
    done += chunk.length;
    if (performance.now() - since < toldEvery) continue;
    since = performance.now();
    const part =
      size === undefined || size === 0 ? '' : ` of ${megabytes(size)} (${Math.floor((done / size) * 100)} %)`;
    tell(`${megabytes(done)}${part} read …`);
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function reportImport(invocation: Invocation, path: string, report: PaperImport): void {
  const { print, complain } = invocation;
  const { read, added, updated, unchanged, rejected_count: notTaken, shapes } = report;
  print(
    oneLine(`${path}: ${read} read, ${added} new, ${updated} changed, ${unchanged} unchanged, ${notTaken} rejected.`),
  );
  if (added + updated > 0) print(`  To undo it: ${typedFor(invocation.places)} papers undo ${report.import_id}`);
  if (report.recognized > 0) print(`  ${String(say('papers.recognized', { count: report.recognized }))}`);
  const known = Object.entries(shapes).map(([name, count]) => `${name} (${count})`);
  if (known.length > 0) print(oneLine(`  in the shape of ${known.join(', ')}`));
  for (const taken of report.taken) print(oneLine(`  ${takenFrom(taken)}`));
  for (const [what, count] of Object.entries(report.mended_counts)) print(oneLine(`  corrected in ${count}: ${what}`));
  if (report.unknown_keys.length > 0) print(oneLine(`  not kept: ${report.unknown_keys.join(', ')}`));
  for (const { reason, count, lines } of report.rejected_kinds) {
    const where = count === 1 ? `line ${lines[0]}` : `${count} records, the first in lines ${lines.join(', ')}`;
    complain(oneLine(`${path}, ${where}: ${String(reason)}`));
  }
  if (read === 0) complain(oneLine(`${path} contains no papers.`));
  const named = report.rejected_kinds.reduce((sum, { count }) => sum + count, 0);
  if (notTaken > named) complain(`… and ${notTaken - named} more.`);
  if (isIncomplete(report))
    complain('If a file lacks the conference or the year, use --conference=NAME and --year=YEAR.');
}

function takenFrom({ field, by, from, value, count }: PaperImport['taken'][number]): string {
  if (by === 'given') return `${field} ${value} in ${count}: as given`;
  if (by === 'type') return `${field} ${value} in ${count}: none is named, by the type "${from}"`;
  return by === 'name' ? `${field} ${value} in ${count}: by the name "${from}"` : `${field} in ${count}: from ${from}`;
}

export const findLike: Command = async (invocation) => {
  const [uid = ''] = invocation.operands;
  const { conference, year } = givenBy(invocation);
  return withPapers(invocation, async (access) => {
    const found = await access.like({
      ...{ uid, limit: 10, sessions: [] },
      conferences: conference === undefined ? [] : [conference],
      years: year === undefined ? [] : [year],
    });
    if (invocation.options.json) invocation.print(JSON.stringify(found, null, 2));
    else reportFound(invocation, found);
    return exitCodes.done;
  });
};

export const printStatus: Command = (invocation) =>
  withPapers(invocation, async (access) => {
    const status = await access.status();
    reportStatus(invocation, status);
    // If the database cannot be opened, the numbers above are not true.
    return status.papers === 0 && status.problem !== null ? exitCodes.failed : exitCodes.done;
  });

function reportStatus(invocation: Invocation, status: PaperStatus): void {
  const { print, options } = invocation;
  if (options.json) return print(JSON.stringify(status, null, 2));
  const { papers, embedded, waiting, failed, elsewhere, lost, model, collection } = status;
  const { problem, fact, next_run: next } = status;
  print(
    oneLine(
      `${counted(papers, 'paper')}, ${embedded} embedded, ${waiting} waiting, ${failed} refused; ` +
        `model ${model}, collection ${collection}.`,
    ),
  );
  if (problem !== null) print(oneLine(String(problem)));
  if (fact !== null) print(oneLine(String(fact)));
  if (lost > 0) print(oneLine(String(say('papers.lost', { count: lost }))));
  if (elsewhere > 0) print(oneLine(String(say('papers.elsewhere', { count: elsewhere }))));
  if (status.is_improvable)
    print(
      'More than the text is recommended for the model (embedding_input); ' +
        `"${typedFor(invocation.places)} papers embed all" uses it.`,
    );
  if (status.texts_per_request !== null)
    print(oneLine(String(say('papers.fewer_texts', { count: status.texts_per_request }))));
  for (const { title, reason } of status.failures) print(oneLine(`  refused: ${title}: ${reason}`));
  if (next !== null) print(`The next run is at ${next}.`);
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
    await access.exportEmbeddings(conference, year, async (json, count) => {
      if (count === 0)
        throw new TonstiftError(
          'not_found',
          `There are no embeddings of ${conference} ${year}. Case matters in the name.`,
        );
      await writeExport(resolve(file), json);
      invocation.print(oneLine(`Wrote ${counted(count, 'embedding')} to ${resolve(file)}.`));
    });
    return exitCodes.done;
  });
};

export const importEmbeddings: Command = async (invocation) => {
  const [file = '', conference = '', givenYear] = invocation.operands;
  const year = readYear(givenYear);
  const path = resolve(file);
  let data: unknown;
  try {
    const isReadable = (await stat(path)).size <= constants.MAX_STRING_LENGTH;
    data = isReadable ? JSON.parse(await readFile(path, 'utf8')) : undefined;
  } catch (error) {
    throw new TonstiftError('bad_field', `Cannot read ${path}: ${messageOf(error)}.`);
  }
  if (data === undefined)
    throw new TonstiftError(
      'too_large',
      oneLine(`${path} is too large: an import reads at most 400 MB of embeddings, or 512 MB without a daemon. `) +
        'Copy the folder or database of embedding_db, or embed the papers again.',
    );
  return withPapers(invocation, async (access) => {
    const count = await access.importEmbeddings(data as Embeddings, conference, year);
    invocation.print(`Replaced the stored embeddings of ${conference} ${year} by ${count} others.`);
    return exitCodes.done;
  });
};
