/** Describes the result of a restore in sentences. */
import { say, type Sentence, type Words } from '../../../workers/base/language/sentence.js';
import type { Flash } from '../../response/flash.js';
import { labelOf } from '../../resources/config/words.js';
import type { RestoreReport } from './service.js';

/** Albums that are named; there may be hundreds. */
const mostNamed = 50;

const inARow = (first: Words, last: Words): Words => say('list.comma', { first, last });

/**
 * The first sentence has the number of restored albums; the others are about single albums, settings and other data.
 */
export function reportSentences({ came, here, failed, settings, others }: RestoreReport): [Sentence, ...Words[]] {
  const renumbered = came.filter(({ formerly }) => formerly !== null);
  const partly = came.filter(({ missing }) => missing.length > 0);
  const edited = here.filter(({ edited: is }) => is);
  const each = [
    ...failed.map(({ oid, album_title: title, reason }) => say('backup.failed', { oid, title, reason })),
    ...partly.map(({ oid, album_title: title, missing }) =>
      say('backup.partly', { oid, title, count: missing.length, names: missing.slice(0, 5).join(', ') }),
    ),
    ...renumbered.map(({ oid, album_title: title, formerly }) => say('backup.renumbered', { oid, title, formerly })),
    ...edited.map(({ oid, album_title: title }) => say('backup.edited', { oid, title })),
  ];
  return [
    say('backup.came', { count: came.length }),
    ...(here.length > 0 ? [say('backup.here', { count: here.length })] : []),
    ...each.slice(0, mostNamed),
    ...(each.length > mostNamed ? [say('backup.more', { count: each.length - mostNamed })] : []),
    ...(settings.length > 0 ? [say('backup.settings', { names: settings.map(labelOf).reduce(inARow) })] : []),
    ...others.map(({ sentence }) => sentence),
  ];
}

export const isIncomplete = ({ failed, others }: RestoreReport): boolean =>
  failed.length > 0 || others.some(({ complete }) => !complete);

export const flashOf = (report: RestoreReport): Flash => ({
  kind: isIncomplete(report) || report.came.some(({ formerly }) => formerly !== null) ? 'warning' : 'done',
  sentences: reportSentences(report),
});
