/** Imports a batch of files as albums: reads, stages and records them, and only then removes the sources. */
import type { AlbumRecord } from '../library/types.js';
import { notEnded, nothingReadable, withInspected } from './batch.js';
import { coverOfSeen, coversOf, type ChosenCover } from './choose-cover.js';
import { createAlbums, type Creation } from './create.js';
import { takenZips } from './drafts.js';
import { givenParts } from './given.js';
import { joinFiles } from './join.js';
import { partsOf } from './parts.js';
import { duplicate, filesOf, planOf, type Plan } from './plan.js';
import type { Batch, ImportContext, ImportOutcome } from './types.js';

/**
 * Imports a batch. Each part becomes an album, or several if it has more than 99 tracks, or is added to an album that
 * it continues.
 * Throws TonstiftError: `unreadable_audio` if no file can be read (`fields` lists each), `bad_field` for an invalid
 * `cover`, `not_now` while files still change, `no_space`, `no_free_oid`, `conflict` if a given number is in use. Then
 * nothing is imported. But if sources are given away and some albums were already created, it returns them; import the
 * remaining files again.
 */
export async function importBatch(batch: Batch, context: ImportContext): Promise<ImportOutcome> {
  const { library, signal } = context;
  const named: ChosenCover | null =
    batch.cover === undefined ? null : { jpeg: await coverOfSeen(batch.cover, { signal }), kind: 'chosen' };
  return withInspected(batch, context, async (inspected) => {
    const { rejected } = inspected;
    const plan = planOf(batch, givenParts(batch, inspected) ?? partsOf(batch, inspected), library);
    // Makes sure the library is present: files are set aside only as duplicates of existing albums.
    await library.verify();
    const { duplicates, twins } = plan;
    // Until its import is complete, these files may be the only complete copy.
    const unended = duplicates.find(({ of, left }) => left.length > 0 && of.pending !== null);
    if (unended !== undefined) throw notEnded(unended.of);
    const left = [...duplicates.flatMap((one) => one.left), ...twins.flatMap(({ part }) => filesOf(part))];
    const creation = { batch, covers: coversOf(rejected, signal, named), zips: takenZips(inspected, left) };
    const outcome: ImportOutcome = { albums: [], joined: [], rejected, known: [], duplicates };
    await carryOut(plan, { creation, outcome }, context).catch((error: unknown) => {
      signal?.throwIfAborted();
      if (!batch.giveAway || outcome.albums.length === 0) throw error;
    });
    if (outcome.albums.length + outcome.duplicates.length === 0) throw nothingReadable(batch, rejected);
    return outcome;
  });
}

/** Records the result in `outcome`, even if it fails halfway. */
async function carryOut(
  { joining, fresh, twins }: Plan,
  { creation, outcome }: { creation: Creation; outcome: ImportOutcome },
  context: ImportContext,
): Promise<void> {
  const { batch } = creation;
  for (const [n, { album, part: files }] of joining.entries()) {
    const isLast = fresh.length === 0 && n === joining.length - 1;
    const given = isLast ? creation : { ...creation, zips: [] };
    const joined = await context.alone(album, () => joinFiles(album.folder, { ...given, files }, context));
    if (joined === null) continue;
    outcome.albums.push(...joined.albums);
    outcome.joined.push(...joined.albums);
    outcome.known.push(...joined.known);
    outcome.duplicates.push(...joined.duplicates);
  }
  if (fresh.length === 0) return;
  const created = await createAlbums(fresh, creation, context);
  outcome.albums.push(...[...created.values()].flat());
  const albumOf = (part: Plan['fresh'][number]): AlbumRecord[] => created.get(part) ?? [];
  outcome.duplicates.push(
    ...twins.flatMap(({ part, of }) =>
      albumOf(of)
        .slice(0, 1)
        .map((album) => duplicate(album, part, batch)),
    ),
  );
}
