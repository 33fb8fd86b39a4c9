/** `tonstift papers saved` */
import { exportFormats } from '../../../http/papers/saved/service.js';
import { choice } from '../../../workers/base/input/schema.js';
import { exportPapers } from '../../../workers/papers/export/export-papers.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command } from '../../cli/invocation.js';
import { readOperand } from '../../cli/operand.js';
import { UsageError } from '../../cli/usage-error.js';
import { withPapers } from './paper-access.js';

export const printSaved: Command = async (invocation) => {
  const { print } = invocation;
  const { export: given, json } = invocation.options;
  if (given !== undefined && json) throw new UsageError('--json and --export exclude each other.');
  const format = given === undefined ? undefined : readOperand('--export', choice(exportFormats), given);
  return withPapers(invocation, async (access) => {
    if (format !== undefined) {
      // Each piece ends with a line break, and `print` adds one.
      for await (const piece of exportPapers(format, access.saved())) print(piece.replace(/\n$/, ''));
      return exitCodes.done;
    }
    let count = 0;
    for await (const { paper, note, saved_at: at, is_gone: isGone } of access.saved()) {
      count++;
      if (json) {
        print(JSON.stringify({ paper, note, saved_at: at, is_gone: isGone }));
        continue;
      }
      print(oneLine(paper.title));
      print(oneLine(`  ${paper.authors.join(', ')} · ${paper.conference} ${paper.year} · ${paper.uid}`));
      if (isGone) print('  deleted from the database');
      for (const line of note.trim() === '' ? [] : note.trim().split('\n')) print(`  | ${oneLine(line)}`);
    }
    if (count === 0 && !json) print('There are no saved papers.');
    return exitCodes.done;
  });
};
