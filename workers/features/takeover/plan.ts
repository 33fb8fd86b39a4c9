/** Decides about each of their albums before anything is imported. */
import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { messageOf, TonstiftError } from '../../base/errors.js';
import { inFolder } from '../../base/files/held-folder.js';
import { limits } from '../../gme/codes.js';
import { highestOid, lowestOid } from '../../library/oids.js';
import { theirAlbums } from './albums.js';
import { codeNotes } from './buttons.js';
import { readDatabase } from './database.js';
import {
  fileNamed,
  filesOf,
  lastName,
  leadsOut,
  trackFiles,
  unreadable,
  whyNoCover,
  type TheirFiles,
} from './files.js';
import { differences, readTheirGme } from './gme.js';
import { freeNumber, restingOf } from './numbers.js';
import { digests, ownOf, type OurLibrary } from './ours.js';
import { line } from './texts.js';
import type { Candidate, Leaving, Row, Taking, TheirAlbum } from './types.js';

export interface Plan {
  /** Version of their program, from its database; empty if unknown. */
  version: string;
  config: readonly Row[];
  /** Albums to import, in the order of their numbers. */
  taking: readonly Taking[];
  /** Albums that cannot be imported. */
  leaving: readonly Leaving[];
  /** Albums that are already here, with the name of their folder. */
  here: readonly (Leaving & { folder: string })[];
  /** Sentences about the whole library. */
  notes: readonly string[];
  /** Numbers to give to new albums only as a last resort. */
  resting: readonly number[];
}

/** An album after inspection: everything known without our library. */
interface Looked {
  their: TheirAlbum;
  found: Candidate | { reason: string };
  /** Product id of its GME. */
  product: number | null;
}

/**
 * Inspects a library of theirs, without changing it.
 * @param root absolute path of the folder with `config.sqlite`
 * @param staging folder for a temporary copy
 * @throws TonstiftError `not_found`, `bad_field` if it is not such a library; the system's error
 */
export async function planTakeover(root: string, ours: OurLibrary, staging: string): Promise<Plan> {
  const isFolder = await stat(root).then(
    (facts) => facts.isDirectory(),
    (error: unknown) => {
      throw new TonstiftError('not_found', `${root} cannot be imported: ${messageOf(error)}.`);
    },
  );
  if (!isFolder)
    throw new TonstiftError('not_found', `${root} is not a folder. Name the folder with config.sqlite in it.`);
  const database = await readDatabase(root, staging);
  const config = new Map(database.config.map(({ param, value }) => [param, value]));
  const shelf = await shelfOf(root, config.get('library_path') ?? null);
  const looked: Looked[] = [];
  for (const their of theirAlbums(database)) looked.push(await look(their, root, shelf));
  noteMixedUp(looked);
  const used = {
    albums: looked.map(({ their }) => their.number),
    products: looked.flatMap(({ product }) => product ?? []),
    patterns: await namesIn(root, `${shelf}/.oid_cache`),
  };
  const resting = restingOf(used);
  return {
    version: line(config.get('version') ?? null),
    config: database.config,
    ...(await decide(looked, ours, resting)),
    notes: [...codeNotes(database), ...movedNotes(looked, config.get('library_path') ?? '', join(root, shelf))],
    resting,
  };
}

/** Adds a note if a GME has a number that another album has now, because its sheet will start that album. */
function noteMixedUp(looked: readonly Looked[]): void {
  const titles = new Map(looked.map(({ their }) => [their.number, their.title]));
  for (const { their, found, product } of looked) {
    const other = product === null || String(product) === their.number ? undefined : titles.get(String(product));
    if (other === undefined || 'reason' in found) continue;
    found.notes.push(`a sheet with ${product} now starts ${JSON.stringify(other)}.`);
  }
}

/** Adds a note if albums cannot be imported, and their settings name another folder, which is not read. */
const movedNotes = (looked: readonly Looked[], written: string, shelf: string): string[] =>
  isAbsolute(written) && resolve(written) !== shelf && looked.some(({ found }) => 'reason' in found)
    ? [`Their settings name the folder ${line(written)}. If it has the missing files, copy it to ${shelf}.`]
    : [];

/** Returns the folder that contains the albums: `library`, or the name in their configuration. */
async function shelfOf(root: string, written: string | null): Promise<string> {
  const names = ['library', lastName(written ?? '')];
  for (const name of names) if (name !== null && (await isFolderIn(root, name))) return name;
  return 'library';
}

const isFolderIn = (root: string, name: string): Promise<boolean> =>
  inFolder(root, name, async () => true).catch(() => false);

const namesIn = (root: string, folder: string): Promise<string[]> =>
  inFolder(root, folder, (held) => readdir(held.at(''))).catch(() => []);

async function look(their: TheirAlbum, root: string, shelf: string): Promise<Looked> {
  const files = await filesOf(their, root, shelf);
  const { tracks, wrong } = trackFiles(their, files);
  if (wrong.length === 0 && tracks.length <= limits.tracks) wrong.push(...(await unreadable(tracks)));
  const found = their.gmeFile === null ? null : fileNamed(their.gmeFile, their, files);
  const gme = found !== null && 'file' in found ? await readTheirGme(found.file) : null;
  const product = gme === null || typeof gme === 'string' ? null : gme.productId;
  const reason = reasonAgainst(their, { files, wrong, folder: `${shelf}/${lastName(their.path) ?? ''}` });
  if (reason !== null) return { their, found: { reason }, product };
  const { number, mode } = their;
  const notes = [
    ...(found !== null && 'wrong' in found
      ? [`its GME ${line(their.gmeFile)} ${found.wrong}; a new one is built.`]
      : []),
    ...(typeof gme === 'string' ? [`its GME cannot be read, so it was not compared: ${gme}`] : []),
    ...(gme === null || typeof gme === 'string' ? [] : differences(gme, { number, mode, tracks })),
  ];
  const picture = await pictureOf(their, files);
  return {
    their,
    product,
    found: { their, files: tracks, picture: picture.file, notes: [...their.notes, ...picture.notes, ...notes] },
  };
}

function reasonAgainst(
  { tracks }: TheirAlbum,
  { files, wrong, folder }: { files: TheirFiles; wrong: readonly string[]; folder: string },
): string | null {
  if (tracks.length === 0) return 'it has no tracks.';
  if (files.size === 0 && !wrong.some(leadsOut)) return `its folder ${folder} is missing or empty.`;
  if (tracks.length > limits.tracks) return `it has ${tracks.length} tracks; an album has ${limits.tracks} at most.`;
  // With a missing track, the codes of all later ones would play the wrong track.
  return wrong.length === 0 ? null : `${wrong.slice(0, 5).join('; ')}${wrong.length > 5 ? ' …' : ''}.`;
}

async function pictureOf(
  their: TheirAlbum,
  files: TheirFiles,
): Promise<{ file: Candidate['picture']; notes: string[] }> {
  if (their.picture === null) return { file: null, notes: [] };
  const found = fileNamed(their.picture, their, files);
  const wrong = 'file' in found ? await whyNoCover(found.file) : found.wrong;
  if ('file' in found && wrong === null) return { file: found.file, notes: [] };
  return { file: null, notes: [`its cover ${line(their.picture)} ${wrong}.`] };
}

async function decide(
  looked: readonly Looked[],
  ours: OurLibrary,
  resting: readonly number[],
): Promise<Pick<Plan, 'taking' | 'leaving' | 'here'>> {
  const plan = { taking: [] as Taking[], leaving: [] as Leaving[], here: [] as Plan['here'][number][] };
  const others = new Set(looked.flatMap(({ their }) => their.oid ?? []));
  const digestOf = digests();
  const used = [...others, ...resting];
  const given = new Set<number>();
  for (const { their, found } of looked) {
    const { number, title } = their;
    const leave = (reason: string): void => void plan.leaving.push({ number, title, reason });
    if ('reason' in found) {
      leave(found.reason);
      continue;
    }
    const own = await ownOf(found, ours, { others, digestOf });
    const taken = ours.albums.find(({ oid }) => oid === their.oid);
    const oid = their.oid ?? freeNumber((some) => ours.freeOid(some), used);
    if (own !== null)
      plan.here.push({ number, title, reason: `it is album ${own.oid} here already.`, folder: own.folder });
    else if (taken !== undefined)
      leave(`album ${taken.oid} here is ${JSON.stringify(taken.album_title)}; change its number first.`);
    else if (oid === undefined) leave('its number is not valid for an album, and no other number is free.');
    else if (given.has(oid)) leave('another album of that library has its number.');
    else {
      used.push(oid);
      given.add(oid);
      plan.taking.push(takingOf(found, oid));
    }
  }
  return plan;
}

function takingOf({ their, files, picture, notes }: Candidate, oid: number): Taking {
  const { title, artist, year, mode, tracks } = their;
  const formerly = their.oid === null ? their.number : null;
  return {
    formerly,
    files: picture === null ? files : [...files, picture],
    given: {
      oid,
      album_title: title || `Album ${oid}`,
      album_artist: artist,
      album_year: year,
      player_mode: mode,
      tracks: files.map(({ relativePath }, n) => {
        const { title: track_title = '', artist: by = '', disc = 1, genre = '' } = tracks[n] ?? {};
        return { relativePath, track_title, artist: by, disc, genre };
      }),
    },
    notes: formerly === null ? notes : [newNumber(formerly, oid), ...notes],
  };
}

const newNumber = (formerly: string, oid: number): string =>
  `its number ${line(formerly)} is not valid for an album (${lowestOid} to ${highestOid}; 993 is the test sheet, ` +
  `994 to 999 select languages of the pen). It gets ${oid}: print its sheets again.`;
