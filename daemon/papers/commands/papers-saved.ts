/** `tonstift papers saved` and `tonstift papers lists` */
import {
  decisions,
  exportFormats,
  mustBeListed,
  type SavedFilter,
  type SavedPaperView,
} from '../../../http/papers/saved/service.js';
import { choice } from '../../../workers/base/input/schema.js';
import { counted } from '../../../workers/base/text/counted.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { exportPapers } from '../../../workers/papers/export/export-papers.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command, Invocation } from '../../cli/invocation.js';
import { readOperand } from '../../cli/operand.js';
import { UsageError } from '../../cli/usage-error.js';
import { exported } from '../saved.js';
import { withPapers } from './paper-access.js';

export const printSaved: Command = async (invocation) => {
  const { print } = invocation;
  const { export: given, json } = invocation.options;
  if (given !== undefined && json) throw new UsageError('--json and --export exclude each other.');
  const format = given === undefined ? undefined : readOperand('--export', choice(exportFormats), given);
  const filter = filterOf(invocation);
  return withPapers(invocation, async (access) => {
    if (filter.list !== undefined) mustBeListed(filter.list, await access.saved.lists());
    if (format !== undefined) {
      // Each piece ends with a line break, and `print` adds one.
      for await (const piece of exportPapers(format, exported(access.saved, filter))) print(piece.replace(/\n$/, ''));
      return exitCodes.done;
    }
    let count = 0;
    for await (const one of access.saved.all(filter)) {
      count++;
      if (json) print(JSON.stringify(one));
      else printOne(invocation, one);
    }
    if (count === 0 && !json) print(noneOf(filter));
    return exitCodes.done;
  });
};

const filterOf = ({ options: { list, unread, decision } }: Invocation): SavedFilter => ({
  ...(list === undefined ? {} : { list }),
  ...(unread === undefined ? {} : { read: false }),
  ...(decision === undefined ? {} : { decision: readOperand('--decision', choice([...decisions, 'none']), decision) }),
});

const noneOf = (filter: SavedFilter): string =>
  Object.keys(filter).length === 0 ? 'There are no saved papers.' : 'There are no such saved papers.';

function printOne({ print }: Invocation, { paper, note, is_gone: isGone, lists }: SavedPaperView): void {
  print(oneLine(paper.title));
  print(oneLine(`  ${paper.authors.join(', ')} · ${venueOf(paper)} · ${paper.uid}`));
  if (isGone) print('  deleted from the database');
  const named = lists.map(({ name, decision }) => (decision === null ? name : `${name} (${decision})`));
  if (named.length > 0) print(oneLine(`  on ${named.join(', ')}`));
  for (const line of note.trim() === '' ? [] : note.trim().split('\n')) print(`  | ${oneLine(line)}`);
}

export const printLists: Command = async (invocation) =>
  withPapers(invocation, async (access) => {
    const lists = await access.saved.lists();
    const { print, options } = invocation;
    if (options.json) print(JSON.stringify(lists, null, 2));
    else if (lists.length === 0) print('There are no lists.');
    for (const { name, papers, unread, yes, maybe, no } of options.json ? [] : lists)
      print(
        oneLine(
          `${name}: ${counted(papers, 'paper')}, ${unread} unread; screened: ${yes} yes, ${maybe} maybe, ${no} no`,
        ),
      );
    return exitCodes.done;
  });
