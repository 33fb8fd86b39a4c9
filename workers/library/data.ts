/** The format of the library's file: its fields, checks and migrations. Pure. */
import { say } from '../base/language/sentence.js';
import { NewerDataError } from '../base/errors.js';
import { isRecord } from '../base/input/record.js';
import { nextOid, restingNow } from './oids.js';
import { factsOf, type AlbumFacts } from './records/facts.js';
import { isPlainPath } from './records/plain-names.js';
import { readAlbum } from './records/schema.js';
import type { AlbumRecord } from './types.js';

const currentVersion = 5;
/** The first version whose file has a checksum. */
export const checkedVersion = 4;

export interface LibraryData {
  /** Version of the shape; see `migrations`. */
  version: number;
  /**
   * Id in the marker file of the library's folder (`place.ts`); empty until a library of an older version gets one.
   */
  id: string;
  /** Counts the writes. The state with the higher number is the later one. */
  revision: number;
  /** Id that the next track gets. */
  next_track_id: number;
  albums: AlbumRecord[];
  /** Deleted albums, whose folders are in `trash/`. */
  trash: TrashedAlbum[];
  /** Names, below the library folder, of files and folders that must be removed and may still exist. */
  leftovers: string[];
  /** Numbers that albums had and none has now, see `oids.ts`; the one unused the longest is first. */
  resting_oids: readonly number[];
}

export interface TrashedAlbum {
  album: AlbumFacts;
  /** Milliseconds since 1970. */
  deleted_at: number;
  /**
   * The number of days on which the hourly check saw it in the trash, and the last of them in days since 1970; see
   * `trash.ts`.
   */
  days?: { number: number; last: number };
}

export const emptyLibrary = (id: string): LibraryData => ({
  version: currentVersion,
  id,
  revision: 0,
  next_track_id: 1,
  albums: [],
  trash: [],
  leftovers: [],
  resting_oids: [],
});

/** `migrations[n]` turns a file of version n into one of version n + 1. */
const migrations: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>> = {
  // Version 0 was a bare list of albums in early trials.
  0: (data) => ({ next_track_id: 1, albums: [], trash: [], ...data, version: 1 }),
  // Version 1 had one file for each album. Files for other kinds of pens had their own notes, see `old-variants.ts`.
  1: (data) => ({ ...data, version: 2, albums: Array.isArray(data['albums']) ? data['albums'].map(withFiles) : null }),
  // Version 2 had no library id.
  2: (data) => ({ ...data, version: 3, id: '' }),
  // Version 3 deleted albums at once; its `trash` listed their leftovers.
  3: (data) => ({ ...data, version: 4, revision: 0, trash: [], leftovers: data['trash'] }),
  // Version 4 assigned a freed number again at once.
  4: (data) => ({ ...data, version: 5, resting_oids: [] }),
};

function withFiles(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const { gme, gme_error, ...album } = record as Record<string, unknown>;
  return { ...album, files: [gme ?? []].flat(), failures: [gme_error ?? []].flat() };
}

export interface ReadLibrary {
  data: LibraryData;
  /** Albums that were repaired, with the fields that were wrong. */
  mended: { folder: string; problems: string[] }[];
  /** Albums that could not be repaired, as they are in the file. */
  setAside: { record: unknown; problems: string[] }[];
}

/**
 * Reads a parsed library file of any known version.
 * @param now milliseconds since 1970: replaces a deletion time that cannot be read
 * Throws NewerDataError (`library_unavailable`) for a newer version, Error for anything that is not a library.
 */
export function readLibraryData(parsed: unknown, now: number): ReadLibrary {
  if (!isRecord(parsed)) throw new Error('is not a library');
  let data = parsed;
  while (typeof data['version'] === 'number' && data['version'] < currentVersion) {
    const step = migrations[data['version']];
    if (step === undefined) throw new Error(`has the unknown version ${data['version']}`);
    data = step(data);
  }
  if (typeof data['version'] === 'number' && data['version'] > currentVersion) {
    throw new NewerDataError(say('away.newer', { version: String(data['version']), known: String(currentVersion) }));
  }
  const { version, id, revision, next_track_id, albums, trash, leftovers, resting_oids } = data;
  const sound =
    version === currentVersion &&
    typeof id === 'string' &&
    [revision, next_track_id].every(Number.isInteger) &&
    [albums, trash, leftovers].every(Array.isArray);
  if (!sound) throw new Error('is not a complete library');
  const { albums: found, ...read } = readAlbums(albums as unknown[]);
  const deleted = readTrash(trash as unknown[], now);
  const names = (leftovers as unknown[]).filter((name) => isLeftover(name));
  // Rejected records have numbers too, so those are not assigned again.
  const given = [resting_oids, read.setAside.map(({ record }) => (isRecord(record) ? record['oid'] : null))].flat();
  const numbered = withOids(found, restingNow(given, found, deleted.trash));
  return {
    mended: read.mended,
    setAside: [...read.setAside, ...deleted.setAside],
    data: {
      version: currentVersion,
      id,
      revision: Number(revision),
      next_track_id: Math.max(Number(next_track_id), highestTrackId(found) + 1),
      albums: numbered,
      trash: deleted.trash,
      leftovers: names,
      resting_oids: restingNow(given, numbered, deleted.trash),
    },
  };
}

/** Accepts whole entries of `gme/` and `trash/`, and single files of `albums/`. */
const isLeftover = (name: unknown): name is string =>
  isPlainPath(name, { least: 2, most: 3 }) && name.split('/').length === (name.startsWith('albums/') ? 3 : 2);

function readAlbums(records: readonly unknown[]): Omit<ReadLibrary, 'data'> & { albums: AlbumRecord[] } {
  const read: ReturnType<typeof readAlbums> = { albums: [], mended: [], setAside: [] };
  const folders = new Set<string>();
  for (const record of records) {
    const { album, problems } = readAlbum(record);
    if (album === undefined) read.setAside.push({ record, problems });
    else if (folders.has(album.folder)) read.setAside.push({ record, problems: ['folder'] });
    else {
      folders.add(album.folder);
      read.albums.push(album);
      if (problems.length > 0) read.mended.push({ folder: album.folder, problems });
    }
  }
  return read;
}

/**
 * A deleted album expires by its deletion time. If the time cannot be read, `now` replaces it, so the album stays the
 * full time.
 */
function readTrash(
  entries: readonly unknown[],
  now: number,
): Pick<ReadLibrary, 'setAside'> & Pick<LibraryData, 'trash'> {
  const read: ReturnType<typeof readTrash> = { trash: [], setAside: [] };
  for (const entry of entries) {
    const { album: record, deleted_at: time, days } = isRecord(entry) ? entry : {};
    const { album, problems } = readAlbum(
      isRecord(record) ? { ...record, files: [], failures: [], pending: null } : record,
    );
    if (album === undefined) read.setAside.push({ record: entry, problems: problems.map((one) => `trash.${one}`) });
    else {
      const seen = isRecord(days) ? { number: Number(days['number']), last: Number(days['last']) } : undefined;
      const deleted_at = Number.isFinite(time) ? Number(time) : now;
      const isSound = Number.isInteger(seen?.number) && Number.isInteger(seen?.last);
      read.trash.push({ album: factsOf(album), deleted_at, ...(isSound && seen !== undefined ? { days: seen } : {}) });
    }
  }
  return read;
}

export const highestTrackId = (albums: readonly { tracks: readonly { id: number }[] }[]): number =>
  albums.reduce((highest, { tracks }) => tracks.reduce((id, track) => Math.max(id, track.id), highest), 0);

/** Gives a free number to each album whose number is missing or taken by an earlier album. Pure. */
export function withOids(albums: readonly AlbumRecord[], resting: readonly number[]): AlbumRecord[] {
  const used = new Set(albums.map(({ oid }) => oid));
  const seen = new Set<number>([0]);
  return albums.map((album) => {
    const oid = seen.has(album.oid) ? (nextOid(used, resting) ?? album.oid) : album.oid;
    used.add(oid);
    seen.add(oid);
    return oid === album.oid ? album : { ...album, oid };
  });
}
