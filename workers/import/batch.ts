/** Common steps for every batch. */
import { randomUUID } from 'node:crypto';
import { TonstiftError } from '../base/errors.js';
import { removeTree } from '../base/files/remove-tree.js';
import { refuseWritten } from '../base/files/writers.js';
import type { AlbumRecord, Rejected } from '../library/types.js';
import { inspect, type Inspected } from './inspect.js';
import type { Batch, ImportContext } from './types.js';
import { say, type Sentence } from '../base/language/sentence.js';

/** Maximum tracks in the script table of a GME (docs/gme.md, "Limits of the pen"). */
export const mostTracks = 99;

/** Inspects the files and passes them to `work`; removes the unpacked ZIPs afterwards. */
export async function withInspected<Result>(
  batch: Batch,
  context: ImportContext,
  work: (inspected: Inspected) => Promise<Result>,
): Promise<Result> {
  await context.library.verify();
  if (batch.giveAway) await refuseWritten(batch.files);
  return context.library.within('staging', async (staging) => {
    const name = `zip-${randomUUID()}`;
    const unpackInto = await staging.below(name, { make: true });
    try {
      return await work(await inspect(batch.files, unpackInto, context));
    } finally {
      await unpackInto.close();
      await removeTree(staging, name);
    }
  });
}

export const notEnded = ({ oid }: AlbumRecord): TonstiftError =>
  new TonstiftError('not_now', say('error.import_unended', { oid }));

/** Returns the folders that contain the files of a batch. */
export const rootsOf = ({ files }: Batch): string[] => [...new Set(files.map(({ root }) => root))];

export function nothingReadable(batch: Pick<Batch, 'name'>, rejected: readonly Rejected[]): TonstiftError {
  const what = batch.name === '' ? say('import.upload') : JSON.stringify(batch.name);
  const reasons = rejected.map(({ filename, reason }) => say('import.rejected', { filename, reason }));
  const why = reasons.reduce<Sentence | undefined>(
    (first, last) => (first === undefined ? last : say('list.semicolon', { first, last })),
    undefined,
  );
  return new TonstiftError(
    'unreadable_audio',
    why === undefined ? say('error.no_audio', { what }) : say('error.no_readable_audio', { what, why }),
    Object.fromEntries(rejected.map(({ filename, reason }) => [filename, reason])),
  );
}
