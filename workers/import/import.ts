/** A batch of files becomes albums: read, staged, recorded, and only then taken from where it was. */
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
 * Imports a batch: each part of it as an album, as several where it has more than 99 tracks, or into an album that it
 * goes on with.
 * Throws TonstiftError: `unreadable_audio` when no file can be read (`fields` names each), `bad_field` for a wrong
 * `cover`, `not_now` while files still change, `no_space`, `no_free_oid`, `conflict` where a given number is taken.
 * Nothing is kept then. Where the files are given away, and some of them could be taken before that, what is left is to
 * be imported again.
 */
export async function importBatch(batch: Batch, context: ImportContext): Promise<ImportOutcome> {
  const { library, signal } = context;
  const named: ChosenCover | null =
    batch.cover === undefined ? null : { jpeg: await coverOfSeen(batch.cover, { signal }), kind: 'chosen' };
  return withInspected(batch, context, async (inspected) => {
    const { rejected } = inspected;
    const plan = planOf(batch, givenParts(batch, inspected) ?? partsOf(batch, inspected), library);
    // Of a library that is there: what is set aside as a duplicate must be one.
    await library.verify();
    const { duplicates, twins } = plan;
    // Until then this may be the only whole one.
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

/** Tells in `outcome` what it has come to, whether or not it comes to its end. */
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
