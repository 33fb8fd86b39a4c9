/** Reports a batch of `tonstift import`: the command itself, or the daemon that imports for it. */
import type { ImportResult } from '../../http/resources/albums/service.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { sayDuplicate, sayJoined } from '../../workers/import/match/say-outcome.js';
import type { Batch, ImportOutcome } from '../../workers/import/types.js';
import type { AlbumRecord, AlbumView } from '../../workers/library/types.js';

export const commandBatch = (name: string, files: FoundFile[]): Batch => ({
  name,
  files,
  giveAway: false,
  refuseDuplicates: true,
  origin: { kind: 'command', source: null, folder_identity: null },
});

export const reportOf = (
  { albums, joined, rejected, warnings, duplicates }: ImportOutcome,
  view: (album: AlbumRecord) => AlbumView,
): ImportResult => ({
  albums: albums.map(view),
  joined: joined.flatMap(sayJoined),
  rejected: [...rejected, ...duplicates.map((one) => ({ filename: one.name, reason: sayDuplicate(one) }))],
  warnings,
});
