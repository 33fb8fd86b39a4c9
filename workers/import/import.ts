/**
 * The way of a batch of files to its albums:
 *
 * 1. inspect  read each file, and unpack ZIPs
 * 2. divide   make parts of the batch, one for each album
 * 3. find     find the album of the library that a part belongs to, or decide that it becomes a new one
 * 4. copy     copy the files of a part to a folder in `staging`
 * 5. commit   record the album in `library.json`, with its copies and their sources as pending
 * 6. finish   move the copies to the album's folder, remove the sources, record that nothing is pending
 *
 * A crash before 5 leaves the library as it was. After a crash later, the next start repeats 6.
 */
import { say } from '../base/language/sentence.js';
import type { AlbumRecord, Rejected } from '../library/types.js';
import { addToAlbum, albumToAddTo } from './add.js';
import { coverOfSeen, coversOf, type ChosenCover } from './choose-cover.js';
import { notEnded } from './complete.js';
import type { InspectedBatch } from './copy.js';
import { createAlbums } from './create.js';
import { divide, extrasOf, filesOf, type Part } from './divide.js';
import { candidatesOf, namedBy } from './match/find-album.js';
import { importedZips, nothingReadable, withInspected, type UnpackedZip } from './inspect/inspect.js';
import { duplicate, planOf, type Plan } from './plan.js';
import { readAlbums } from './read-tracks.js';
import type { Batch, ImportContext, ImportOutcome } from './types.js';

/**
 * Imports a batch. Each part becomes an album, or several if it has more than 99 tracks, or is added to an album that
 * it continues.
 * Throws TonstiftError: `unreadable_audio` if no file can be read (`fields` lists each), `bad_field` for an invalid
 * `cover` or too many tracks for the album of an upload, `not_now` while files still change, `no_space`,
 * `no_free_oid`, `conflict` if a given number is in use. Then nothing is imported. But if sources are given away and
 * some albums were already created, it returns them; import the remaining files again.
 */
export async function importBatch(batch: Batch, context: ImportContext): Promise<ImportOutcome> {
  const { library, signal } = context;
  // Checks first, before reading all files.
  if (batch.continues?.kind === 'album') albumToAddTo(batch.continues.folder, library);
  const now = context.now();
  const named: ChosenCover | null =
    batch.cover === undefined ? null : { jpeg: await coverOfSeen(batch.cover, { signal }), kind: 'chosen' };
  // 1. Inspect.
  return withInspected(batch, context, async (inspected) => {
    const { rejected, warnings } = inspected;
    // 2. Divide.
    const candidates = await readAlbums(candidatesOf(batch, library.albums, now), context);
    const parts = divide(batch, inspected, candidates);
    // 3. Find the album of each part.
    // Where duplicates are wanted, such as the albums of an upload's answer, a part joins only an album that it names.
    if (batch.refuseDuplicates && batch.continues?.kind !== 'album')
      for (const part of parts.parts)
        part.candidates.push(...(await readAlbums(namedBy(part.tracks, library.albums), context)));
    const compared = new Set(library.albums);
    const plan = planOf(batch, parts, { library, candidates, now });
    // Makes sure the library is present: files are set aside only as duplicates of existing albums.
    await library.verify();
    const { duplicates, repeated } = plan;
    // Until its import is complete, these files may be the only complete copy.
    const unended = duplicates.find(({ of, left }) => left.length > 0 && of.pending !== null);
    if (unended !== undefined) throw notEnded(unended.of);
    const left = repeated.flatMap(({ part }) => filesOf(part));
    const outcome: ImportOutcome = { albums: [], joined: [], rejected, warnings, known: [], duplicates };
    const zips = (skipped: readonly string[]): UnpackedZip[] =>
      importedZips(inspected, [...left, ...outcome.known, ...duplicates.flatMap((one) => one.left), ...skipped]);
    const pictures: Rejected[] = [];
    const files = { batch, covers: coversOf(pictures, signal, named), zips };
    const imported: Part[] = [];
    // 4. to 6. Copy, commit and finish.
    await carryOut({ ...plan, compared }, { files, outcome, imported }, context).catch((error: unknown) => {
      signal?.throwIfAborted();
      if (!batch.giveAway || outcome.albums.length === 0) throw error;
    });
    reportPictures(
      pictures,
      imported.flatMap((part) => extrasOf(part, batch)),
      outcome,
    );
    if (outcome.albums.length + outcome.duplicates.length === 0) throw nothingReadable(batch, rejected);
    return outcome;
  });
}

/** An unreadable picture is rejected, unless an album keeps it in `extras`: then the outcome has a warning. */
function reportPictures(
  unreadable: readonly Rejected[],
  kept: readonly { relativePath: string }[],
  { rejected, warnings }: ImportOutcome,
): void {
  const names = new Set(kept.map(({ relativePath }) => relativePath));
  for (const { filename, reason: why } of unreadable)
    if (names.has(filename)) warnings.push({ filename, reason: say('wrong.kept_picture', { why }) });
    else rejected.push({ filename, reason: why });
}

/** Records the result in `outcome` and the parts in `imported`, even if it fails halfway. */
async function carryOut(
  { toAdd, toCreate, repeated, compared }: Plan & { compared: ReadonlySet<AlbumRecord> },
  { files, outcome, imported }: { files: InspectedBatch; outcome: ImportOutcome; imported: Part[] },
  context: ImportContext,
): Promise<void> {
  for (const [n, { album, part, why }] of toAdd.entries()) {
    const isLast = toCreate.length === 0 && n === toAdd.length - 1;
    const given = isLast ? files : { ...files, zips: () => [] };
    const added = await context.alone(album, () => addToAlbum(album.folder, part, given, context));
    if (added === null) continue;
    outcome.albums.push(...added.joined.map((one) => one.album));
    if (added.joined.length > 0) imported.push(part);
    outcome.joined.push(...added.joined.map((one) => ({ ...one, why })));
    outcome.known.push(...added.known);
    outcome.duplicates.push(...added.duplicates);
  }
  if (toCreate.length === 0) return;
  const created = await createAlbums({ parts: toCreate, compared }, files, context);
  imported.push(...toCreate);
  outcome.albums.push(...[...created.values()].flat());
  const albumOf = (part: Part): AlbumRecord[] => created.get(part) ?? [];
  for (const { part, of } of repeated)
    outcome.duplicates.push(
      ...albumOf(of)
        .slice(0, 1)
        .map((album) => duplicate({ of: album, again: null }, part, files.batch)),
    );
}
