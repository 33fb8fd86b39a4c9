/** Loads the records at the start: from the file, or else from its backups and the fact files. */
import { messageOf, systemCodeOf, TonstiftError } from '../../base/errors.js';
import { say } from '../../base/language/sentence.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { readText } from '../../base/files/seen-file.js';
import { isRecord } from '../../base/input/record.js';
import { checkedVersion, emptyLibrary, readLibraryData, type LibraryData, type ReadLibrary } from '../data.js';
import { libraryFileName } from '../place.js';
import { albumsFolder, factsIn, trashFolder } from './album-folders.js';
import { backupsFolder, backupsIn } from './backups.js';
import { applyChanges } from './changes.js';
import { readChanges } from './changes-file.js';
import { readCheckedText } from './checked-text.js';
import type { FactsFile } from './facts.js';
import { recovered } from './recover.js';

export const backupName = `${libraryFileName}.bak`;

/** How the file itself was read. */
interface FromFile {
  /** True if the file has the current version and no changes file. If not, it is written at once. */
  isPlain: boolean;
  /** Number of changes that follow no known state. */
  missed: number;
}

/** A file of records. If it cannot be used, `data` is undefined and `why` is a predicate with the reason. */
export type StateFile = { name: string } & (
  | ({ data: LibraryData } & Omit<ReadLibrary, 'data'> & FromFile)
  // A file that the disk or the system refuses to read may be complete, and readable later.
  | { data: undefined; why: string; isThere: boolean; isClosed?: boolean }
);

const rebuildCommand = 'tonstift library rebuild';

const closed = new Set(['EIO', 'EACCES', 'EPERM', 'ELOOP', 'EMLINK', 'EINVAL']);

/**
 * Reads one of the files, with its changes file.
 * @throws TonstiftError `library_unavailable` if it is newer, or cannot be read at all
 */
export async function readState(library: HeldFolder, name: string): Promise<StateFile> {
  let [text, changes]: [string, string | null] = ['', null];
  try {
    text = await readText(library.at(name));
    changes = await readChanges(library, name);
  } catch (error) {
    const code = systemCodeOf(error) ?? '';
    if (code === 'ENOENT') return { name, data: undefined, why: 'is missing', isThere: false };
    if (closed.has(code))
      return { name, data: undefined, why: `cannot be read (${messageOf(error)})`, isThere: true, isClosed: true };
    const why = say('away.file', { path: `${library.path}/${name}`, why: messageOf(error) });
    throw new TonstiftError('library_unavailable', why, {}, { cause: error });
  }
  try {
    return { name, ...readRecords(text, changes) };
  } catch (error) {
    if (error instanceof TonstiftError) throw error;
    return { name, data: undefined, why: messageOf(error), isThere: true };
  }
}

/** Throws as `readCheckedText` and `readLibraryData`. */
function readRecords(text: string, changes: string | null): ReadLibrary & FromFile {
  const { value, isChecked } = readCheckedText(text);
  const whole = isRecord(value) && changes !== null ? applyChanges(value, changes) : { value, missed: 0 };
  const read = readLibraryData(whole.value, Date.now());
  const version = Number((value as { version?: unknown }).version);
  if (!isChecked && version >= checkedVersion) throw new Error('was changed after it was written (no checksum)');
  const isPlain = changes === null && version === read.data.version;
  return { ...read, isPlain, missed: whole.missed };
}

/** Returns the file, its backup, and the older states, newest first. */
export async function stateNames(library: HeldFolder): Promise<string[]> {
  return [libraryFileName, backupName, ...(await backupsIn(library)).map((name) => `${backupsFolder}/${name}`)];
}

export interface Loaded extends FromFile {
  data: LibraryData;
  /** The file itself is complete. */
  isMainGood: boolean;
  /** The records differ from the file and must be written. */
  isMended: boolean;
  /** Sentences for a person. */
  notes: string[];
  setAside: ReadLibrary['setAside'];
}

/**
 * @param id of the marker; empty if there is none
 * @param rebuild use fact files where they are newer; do not refuse if an album has only its tracks
 * @returns null if there never were records
 * @throws TonstiftError `library_unavailable` if they cannot be loaded unless a person confirms it
 */
export async function loadRecords(library: HeldFolder, id: string, rebuild = false): Promise<Loaded | null> {
  const broken: StateFile[] = [];
  for (const name of await stateNames(library)) {
    const state = await readState(library, name);
    if (state.data === undefined) {
      if (name === libraryFileName && state.isClosed === true && !rebuild) throw closedFile(library, state.why);
      broken.push(state);
      continue;
    }
    if (name === libraryFileName) return ofMain(library, state, rebuild);
    const why = broken[0]?.data === undefined ? broken[0]?.why : '';
    const note = `${library.path}/${libraryFileName} ${why}; ${name} and the album.json files are used instead.`;
    return mended(library, state, { isMainGood: false, notes: [note], rebuild });
  }
  return fromFolders(library, id, broken, rebuild);
}

/** A file that cannot be read may be complete, so an older state replaces it only if a person confirms it. */
const closedFile = ({ path }: HeldFolder, why: string): TonstiftError =>
  new TonstiftError(
    'library_unavailable',
    say('away.closed', { path: `${path}/${libraryFileName}`, why, command: rebuildCommand }),
  );

type GoodState = Extract<StateFile, { data: LibraryData }>;

async function ofMain(library: HeldFolder, state: GoodState, rebuild: boolean): Promise<Loaded> {
  const { data, isPlain, missed } = state;
  const notes =
    missed > 0 ? [`${missed} changes of ${library.path}/${libraryFileName} are broken, or follow nothing in it.`] : [];
  if (rebuild || missed + state.mended.length + state.setAside.length > 0)
    return mended(library, state, { isMainGood: true, notes, rebuild });
  return { data, isPlain, missed, isMainGood: true, isMended: false, notes, setAside: [] };
}

/** Repairs the records from the fact files: wrong records, and those with newer facts. */
async function mended(
  library: HeldFolder,
  { data, mended: wrong, setAside, missed }: GoodState,
  { isMainGood, notes, rebuild }: Pick<Loaded, 'isMainGood' | 'notes'> & { rebuild: boolean },
): Promise<Loaded> {
  const [found, trashed] = (await factsOfBoth(library, data.id)).map((facts) => asSaid(facts, data, rebuild)) as Both;
  const folders = new Set(wrong.map(({ folder }) => folder));
  const albums = data.albums.map((album) =>
    folders.has(album.folder) ? { ...album, ...found.get(album.folder)?.album } : album,
  );
  return {
    data: recovered({ ...data, albums }, found, trashed, Date.now()),
    ...{ isMainGood, isMended: true, isPlain: false, missed },
    notes: [
      ...notes,
      ...wrong.map(
        ({ folder, problems }) => `The record of ${JSON.stringify(folder)} was wrong (${problems.join(', ')}).`,
      ),
      ...setAside.map(
        ({ problems }) => `The record of an album cannot be read and is set aside (${problems.join(', ')}).`,
      ),
    ],
    setAside,
  };
}

/** No file of records can be used: the fact files must be complete, or a person must confirm. */
async function fromFolders(
  library: HeldFolder,
  id: string,
  broken: readonly StateFile[],
  rebuild: boolean,
): Promise<Loaded | null> {
  const [found, trashed] = await factsOfBoth(library, id);
  const unknown = [...found].filter(([, facts]) => facts === undefined).map(([folder]) => folder);
  const why = broken.flatMap((state) => (state.data === undefined ? [`${state.name} ${state.why}`] : []));
  const isThere = broken.some((state) => state.data === undefined && state.isThere);
  const isEmpty = found.size + trashed.size === 0;
  if (!isThere && isEmpty) return null;
  if (!rebuild && (unknown.length > 0 || isEmpty))
    throw new TonstiftError(
      'library_unavailable',
      say('away.records', { path: library.path, why: why.join('; '), command: rebuildCommand }),
    );
  const ids = [...found.values()].flatMap((facts) => facts?.library ?? []);
  return {
    data: recovered(emptyLibrary(id || (ids[0] ?? '')), found, trashed, Date.now()),
    ...{ isMainGood: false, isMended: true, isPlain: false, missed: 0 },
    notes: [`The records of the library are lost (${why.join('; ')}) and were rebuilt from the album.json files.`],
    setAside: [],
  };
}

/** Facts of another library do not count: someone copied the folder. */
async function factsOfBoth(library: HeldFolder, id: string): Promise<Both> {
  const own = async (within: string): Promise<Facts> =>
    new Map(
      [...(await factsIn(library, within))].map(([folder, facts]) => [
        folder,
        id === '' || facts?.library === id ? facts : undefined,
      ]),
    );
  return [await own(albumsFolder), await own(trashFolder)];
}

type Facts = Map<string, FactsFile | undefined>;
/** In `albums/` and in `trash/`. */
type Both = [Facts, Facts];

/** Facts on hold count as newer in a rebuild, and as older otherwise. */
function asSaid(facts: Facts, { revision }: LibraryData, rebuild: boolean): Facts {
  const at = (one: FactsFile): number => (rebuild ? Math.max(one.revision, revision + 1) : 0);
  return new Map([...facts].map(([name, one]) => [name, one?.isHeld === true ? { ...one, revision: at(one) } : one]));
}
