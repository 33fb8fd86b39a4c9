/** Imports their albums one by one. After a crash, the next run continues with the missing ones. */
import { TonstiftError, wordsOf } from '../../base/errors.js';
import { importBatch } from '../../import/import.js';
import type { ImportContext } from '../../import/types.js';
import type { AlbumRecord, Rejected } from '../../library/types.js';
import type { Plan } from './plan.js';
import type { Leaving, Taking } from './types.js';

export interface Takeover {
  albums: AlbumRecord[];
  /** Albums whose import failed. */
  leaving: Leaving[];
  /** Pictures that could not be converted to a cover. */
  rejected: Rejected[];
}

/**
 * Each album is recorded by one write, with its number, titles, order and mode.
 * @throws errors of `importBatch` that would affect the next album too: `no_space`, `library_unavailable`
 */
export async function takeOver({ taking, resting }: Plan, context: ImportContext): Promise<Takeover> {
  const { library } = context;
  const used = new Set(library.albums.map(({ oid }) => oid));
  // Reserves the numbers first, so that no new album gets one of them, even after a failure.
  await library.change((data) => ({
    ...data,
    resting_oids: [...new Set([...data.resting_oids, ...resting])].filter((oid) => !used.has(oid)),
  }));
  const done: Takeover = { albums: [], leaving: [], rejected: [] };
  for (const one of taking) await take(one, context, done);
  return done;
}

/** Errors that concern a single album. */
const ofOne = new Set(['unreadable_audio', 'not_now', 'conflict']);

async function take({ files, given }: Taking, context: ImportContext, done: Takeover): Promise<void> {
  try {
    const { albums, rejected } = await importBatch(
      {
        name: given.album_title,
        files: [...files],
        given,
        giveAway: false,
        // Two of their albums may have the same tracks; each has its own sheet.
        refuseDuplicates: false,
        origin: { kind: 'command', source: null, folder_identity: null },
      },
      context,
    );
    done.albums.push(...albums);
    done.rejected.push(...rejected);
  } catch (error) {
    if (!(error instanceof TonstiftError) || !ofOne.has(error.code)) throw error;
    done.leaving.push({ number: String(given.oid), title: given.album_title, reason: String(wordsOf(error)) });
  }
}
