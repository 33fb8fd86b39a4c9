/** `tonstift papers imports`, `undo`, `delete`, `duplicates` and `merge` */
import type { ImportRecord } from '../../../http/papers/changes/service.js';
import { integer, must } from '../../../workers/base/input/schema.js';
import { counted } from '../../../workers/base/text/counted.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import type { PapersToDelete } from '../../../workers/papers/sql/results.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command, Invocation } from '../../cli/invocation.js';
import { typedFor } from '../../../config/places.js';
import { readOperand } from '../../cli/operand.js';
import { UsageError } from '../../cli/usage-error.js';
import { withPapers } from './paper-access.js';
import { givenBy } from './papers.js';

export const printImports: Command = (invocation) =>
  withPapers(invocation, async (access) => {
    const { print, options } = invocation;
    const imports = await access.changes.list();
    for (const record of imports) print(options.json ? JSON.stringify(record) : oneLine(lineOf(record)));
    if (imports.length === 0 && !options.json) print('There are no imports yet.');
    return exitCodes.done;
  });

function lineOf(record: ImportRecord): string {
  const { id, kind, name, started_at: at, ended_at: ended, undone_at: undone } = record;
  const { added, updated, unchanged, deleted, rejected } = record;
  const counts =
    kind !== 'import'
      ? `${deleted} deleted`
      : `${added} new, ${updated} changed, ${unchanged} unchanged, ${rejected} rejected`;
  const state = [ended === null ? ', not finished' : '', undone === null ? '' : `, undone ${undone}`].join('');
  return `${id}  ${at}  ${name}: ${counts}${state}`;
}

export const undoImport: Command = async (invocation) => {
  const wanted = must('the number of an import, as "tonstift papers imports" prints it', integer(1, 2_147_483_647));
  const id = readOperand('"tonstift papers undo"', wanted, invocation.operands[0]);
  return withPapers(invocation, async (access) => {
    const { print, options } = invocation;
    const undone = await access.changes.undo(id);
    if (options.json) print(JSON.stringify(undone, null, 2));
    else {
      print(
        `${counted(undone.deleted, 'paper')} deleted, ${undone.restored} given back, ` +
          `${undone.kept} changed since and kept.`,
      );
      for (const title of undone.kept_titles) print(oneLine(`  kept: ${title}`));
      reportSaved(invocation, undone.saved);
    }
    return exitCodes.done;
  });
};

export const deletePapers: Command = async (invocation) => {
  const what = whatToDelete(invocation);
  return withPapers(invocation, async (access) => {
    const { print, options } = invocation;
    const done = await access.changes.delete(what);
    if (options.json) print(JSON.stringify(done, null, 2));
    else {
      print(`${counted(done.deleted, 'paper')} deleted.`);
      if (done.id !== null) print(`  To undo it: ${typedFor(invocation.places)} papers undo ${done.id}`);
      reportSaved(invocation, done.saved);
    }
    return done.deleted > 0 ? exitCodes.done : exitCodes.failed;
  });
};

export const printDuplicates: Command = (invocation) =>
  withPapers(invocation, async (access) => {
    const { print, options } = invocation;
    const groups = await access.changes.duplicates();
    for (const group of groups) {
      if (options.json) {
        print(JSON.stringify(group));
        continue;
      }
      for (const { uid, title, doi, ...paper } of group)
        print(oneLine(`${uid}  ${title} · ${venueOf(paper)}${doi === undefined ? '' : ` · ${doi}`}`));
      print('');
    }
    if (!options.json)
      print(
        `${counted(groups.length, 'group')}. To make one paper of each: ${typedFor(invocation.places)} papers merge`,
      );
    return exitCodes.done;
  });

export const mergeDuplicates: Command = (invocation) =>
  withPapers(invocation, async (access) => {
    const { print, options } = invocation;
    const done = await access.changes.merge(invocation.operands);
    if (options.json) print(JSON.stringify(done, null, 2));
    else {
      print(`${counted(done.groups, 'group')} merged, ${counted(done.deleted, 'duplicate')} deleted.`);
      if (done.id !== null) print(`  To undo it: ${typedFor(invocation.places)} papers undo ${done.id}`);
      reportSaved(invocation, done.saved);
    }
    return exitCodes.done;
  });

function whatToDelete(invocation: Invocation): PapersToDelete {
  const { conference, year } = givenBy(invocation);
  const { operands: uids } = invocation;
  if (uids.length > 0 && conference === undefined && year === undefined) return { uids };
  if (uids.length === 0 && conference !== undefined && year !== undefined) return { conference, year: Number(year) };
  throw new UsageError('"tonstift papers delete" takes uids, or both --conference=NAME and --year=YEAR.');
}

function reportSaved({ print }: Invocation, saved: number): void {
  if (saved > 0) print(`Saved papers stay on their list: ${saved} of the deleted ones.`);
}
