/** Describes the result of an import in sentences. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import type { PaperImport } from './service.js';

/** The maximum number of reasons listed. */
const mostKinds = 20;
/** The maximum number of fields listed. */
const mostNames = 20;

/**
 * The sources of conference and year, the rejected records by reason with their first lines, and the fields that are
 * not stored.
 * @param file the file name if there are several files
 */
export function reportWords(report: PaperImport, file: string | null): Sentence[] {
  const kinds = report.rejected_kinds.slice(0, mostKinds).map((kind) => ofKind(kind, file));
  const named = report.rejected_kinds.slice(0, mostKinds).reduce((sum, { count }) => sum + count, 0);
  const more = report.rejected_count - named;
  return [
    ...(report.recognized > 0 ? [say('papers.recognized', { count: report.recognized })] : []),
    ...takenWords(report),
    ...kinds,
    ...(more > 0 ? [say('papers.more_rejected', { count: more })] : []),
    ...(isIncomplete(report) ? [say('papers.give')] : []),
    ...(report.unknown_keys.length > 0
      ? [say('papers.not_kept', { names: report.unknown_keys.slice(0, mostNames).join(', ') })]
      : []),
  ];
}

function ofKind({ reason, count, lines }: PaperImport['rejected_kinds'][number], file: string | null): Sentence {
  const [line] = lines;
  if (count === 1)
    return file === null ? say('papers.line', { line, reason }) : say('papers.line_of', { file, line, reason });
  const gaps = { count, lines: lines.join(', '), reason };
  const isAll = count === lines.length;
  if (file === null) return say(isAll ? 'papers.lines' : 'papers.lines_first', gaps);
  return say(isAll ? 'papers.lines_of' : 'papers.lines_first_of', { file, ...gaps });
}

/** Whether some records lack only a conference or a year. The reason follows the name of a file in an archive. */
export const isIncomplete = ({ rejected_kinds: kinds }: PaperImport): boolean =>
  kinds.some(({ reason }) => /(^|: )(year|conference) is missing/.test(String(reason)));

/**
 * Only values that were not in the records: a reader does not need to know that the year came from `publication_year`.
 */
function takenWords({ taken }: PaperImport): Sentence[] {
  return taken
    .filter(({ by }) => by !== 'record')
    .map(({ field, by, from, value, count }) => {
      if (by === 'type') return say('papers.typed_conference', { value, count });
      return by === 'given'
        ? say(`papers.given_${field}`, { value, count })
        : say(`papers.told_${field}`, { value, count, from });
    });
}
