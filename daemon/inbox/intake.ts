/** Imports a batch of the inbox, reports its albums, and sets aside the files that are not imported. */
import { basename, join } from 'node:path';
import { isForbidden, TonstiftError } from '../../workers/base/errors.js';
import { isAudioName } from '../../workers/audio/probe.js';
import { isZipName } from '../../workers/base/files/names.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import { importBatch } from '../../workers/import/import.js';
import { sharesFolder } from '../../workers/import/match/find-album.js';
import { sayDuplicate, sayJoined } from '../../workers/import/match/say-outcome.js';
import type { Batch, Duplicate, ImportContext, ImportOutcome } from '../../workers/import/types.js';
import { isGone } from '../../workers/library/rescan.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import type { Log } from '../../workers/base/ports.js';
import { counted } from '../../workers/base/text/counted.js';
import type { NewArrival } from '../../http/resources/upload/arrival.js';
import type { EventBus } from '../events.js';
import { duplicatesFolder, failedFolder, type Entry } from './scan.js';
import type { LeftAlone } from './left-alone.js';
import { checkPlaces, setAside, type EntryAside } from './set-aside.js';

export interface IntakeParts {
  inbox: string;
  importing: Omit<ImportContext, 'signal'>;
  events: EventBus;
  log: Log;
  /** Publishes albums that are new or have more tracks. */
  arrived(albums: readonly AlbumRecord[]): void;
  /** Adds an arrival to the list that the user sees. */
  note(arrival: NewArrival): void;
  /** Files that this account may not remove. */
  left: LeftAlone;
}

/** Makes a batch of inbox files. The import deletes the sources. */
export const inboxBatch = (
  batch: Pick<Batch, 'name' | 'files' | 'continues'>,
  { source, folder_identity }: Pick<Batch['origin'], 'source' | 'folder_identity'> = none,
): Batch => ({
  ...batch,
  origin: { kind: 'inbox', source, folder_identity },
  giveAway: true,
  refuseDuplicates: true,
});

const none = { source: null, folder_identity: null };

/** Maximum reasons per entry that are logged and published; the note lists more. */
const mostListed = 20;

/** A path inside a ZIP, with or without the ZIP's extension in it, means the ZIP file itself. */
function filesByName(files: readonly FoundFile[]): (name: string) => FoundFile[] {
  const byName = new Map(files.map((file) => [file.relativePath, file]));
  const zips = files.filter(({ relativePath }) => isZipName(relativePath));
  return (name) => {
    const file = byName.get(name);
    const around = zips.filter(
      ({ relativePath: path }) => name.startsWith(`${path}/`) || name.startsWith(`${path.slice(0, -4)}/`),
    );
    return file === undefined ? around : [file, ...around];
  };
}

export class Intake {
  constructor(private readonly parts: IntakeParts) {}

  async import(entries: readonly Entry[], batch: Batch, signal: AbortSignal): Promise<void> {
    const { inbox, importing, left } = this.parts;
    // If false, the files are copied, and the sources stay.
    const giveAway = await left.mayRemove(batch.files);
    try {
      await checkPlaces(inbox, batch.files);
      const outcome = await importBatch({ ...batch, giveAway }, { ...importing, signal });
      this.report(entries, batch, outcome);
      await this.setAsideRest(entries, batch, outcome);
      if (!giveAway) await left.take(batch.files, onlyInInbox(batch, outcome));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TonstiftError) || !['unreadable_audio', 'bad_field', 'too_large'].includes(error.code))
        throw error;
      const reasons = Object.entries(error.fieldWords).map(([name, reason]) => reasonFor(name, reason));
      await this.reject(entries, reasons.length === 0 ? [error.words] : reasons, batch.files);
    }
  }

  private report(entries: readonly Entry[], batch: Batch, { albums, joined, warnings }: ImportOutcome): void {
    const { log } = this.parts;
    const title = batch.name || nameOf(entries);
    const name = JSON.stringify(title);
    const known = new Set(joined.map(({ album }) => album));
    const fresh = albums.filter((album) => !known.has(album));
    for (const { oid, album_title, tracks } of fresh)
      log.info(`${name} is imported as album ${oid} "${album_title}" (${counted(tracks.length, 'track')}).`);
    if (albums.length > 0) this.parts.arrived(albums);
    const wrong = warnings.slice(0, mostListed).map(({ filename, reason }) => reasonFor(filename, reason));
    for (const reason of wrong) log.warn(`From the inbox: ${ended(String(reason))}`);
    if (fresh.length > 0) this.note({ end: 'album', name: title, oids: oidsOf(fresh), reasons: wrong });
    for (const one of joined) {
      const why = sayJoined(one);
      log.info(`${name}: ${why.map(String).join(' ')}`);
      const reasons = [...why, ...wrong];
      const tracks = one.tracks.map(({ id }) => id);
      this.note({ end: 'joined', name: title, oids: [one.album.oid], tracks, reasons });
    }
  }

  private async setAsideRest(
    entries: readonly Entry[],
    batch: Batch,
    { albums, joined, rejected, known, duplicates }: ImportOutcome,
  ): Promise<void> {
    const filesOf = filesByName(batch.files);
    const aside = join(this.parts.inbox, duplicatesFolder);
    const refused = duplicates.filter(({ left }) => left.length > 0);
    // A ZIP is set aside as a whole, and its other files may be in the library since this import.
    const canAdd = (files: readonly FoundFile[]): boolean =>
      albums.length === 0 || !files.some(({ relativePath }) => isZipName(relativePath));
    const whole = entries.map((entry) => this.asFolder(entry));
    // If no file of a batch was imported, all its files are set aside together.
    const groups = albums.length === 0 && refused.length > 0 ? [refused] : refused.map((one) => [one]);
    for (const group of groups) {
      const files = albums.length === 0 ? batch.files : group.flatMap(({ left }) => left.flatMap(filesOf));
      const why = group.map((one) => `${one.name}: ${String(sayDuplicate(one))}`);
      const { paths } = await this.setAside(aside, whole, [...new Set(files)], why);
      for (const duplicate of group) await this.reportDuplicate(duplicate, { aside: paths, can_add: canAdd(files) });
    }
    if (albums.length === 0 && refused.length > 0) return;
    if (known.length > 0) {
      const files = [...new Set(known.flatMap(filesOf))];
      const oids = oidsOf(joined.map(({ album }) => album));
      const reasons = known.map((name) => say('inbox.known', { name, oids: oids.join(', ') }));
      const { paths } = await this.setAside(aside, entries, files, reasons.map(String));
      const can_add = canAdd(files);
      this.note({ end: 'duplicate', name: nameOf(entries), oids, reasons, aside: paths, can_add });
    }
    const reasons = rejected.map(({ filename, reason }) => reasonFor(filename, reason));
    const files = new Set(rejected.flatMap(({ filename }) => filesOf(filename)));
    if (rejected.length > 0) await this.reject(entries, reasons, [...files]);
  }

  /**
   * Lets a folder move as a whole, unless an album came from it: what is put back from it would count as a rest of that
   * album.
   */
  private asFolder(entry: Entry): Entry & EntryAside {
    const { albums } = this.parts.importing.library;
    const isOfAlbum = albums.some(({ origin }) => sharesFolder(origin.folder_identity, entry.identity));
    return { ...entry, asFolder: entry.kind === 'folder' && !isOfAlbum };
  }

  note(arrival: Omit<NewArrival, 'way'>): void {
    this.parts.note({ way: 'inbox', ...arrival });
  }

  /**
   * Leaves an imported file alone if the system does not let this account move it.
   * @returns true if the error has that reason
   */
  async leave(file: FoundFile, error: unknown): Promise<boolean> {
    if (!isForbidden(error)) return false;
    await this.parts.left.take([file], [], await this.parts.left.mayRemove([file]));
    return true;
  }

  /** Moves files to `failed/` or `duplicates/`. Leaves them alone if this account may not move them. */
  private async setAside(...given: Parameters<typeof setAsideOf>): Promise<{ where: string; paths: string[] }> {
    const [folder, entries, files] = given;
    const { left, inbox } = this.parts;
    const mayRemove = await left.mayRemove(files);
    if (mayRemove) {
      const moved = await setAsideOf(...given).catch((error: unknown) => {
        if (!isForbidden(error)) throw error;
      });
      if (moved !== undefined) return moved;
    }
    await left.take(files, basename(folder) === failedFolder ? files : [], mayRemove);
    const [only, second] = entries;
    return { where: second === undefined && only?.kind === 'folder' ? join(inbox, only.name) : inbox, paths: [] };
  }

  private async reportDuplicate(
    duplicate: Duplicate,
    { aside, can_add }: Required<Pick<NewArrival, 'aside' | 'can_add'>>,
  ): Promise<void> {
    const { log, events, importing } = this.parts;
    const { of, name, again } = duplicate;
    const reason = sayDuplicate(duplicate);
    const where = aside.length > 0 ? `is set aside in "${duplicatesFolder}"` : 'stays in the inbox';
    log.warn(`${JSON.stringify(name)} ${where}: ${String(reason)}`);
    events.emit('album.duplicate', { name, oid: of.oid });
    const isWhole = duplicate.left.filter((path) => isAudioName(path)).length === of.tracks.length;
    const isLost = isWhole && (await isGone(importing.library, of).catch(() => false));
    const canReplace = again?.isWhole ?? isLost;
    this.note({
      end: 'duplicate',
      name,
      oids: [of.oid],
      reasons: [reason],
      aside,
      can_add,
      can_replace: canReplace && aside.length > 0,
    });
  }

  /** Moves files of the entries to `failed/` and reports the reasons there, in the log and as an event. */
  async reject(
    entries: readonly Entry[],
    reasons: readonly Words[],
    files: readonly FoundFile[] = entries.flatMap((entry) => entry.files),
  ): Promise<void> {
    const { inbox, log, events } = this.parts;
    const name = nameOf(entries);
    const { where, paths } = await this.setAside(join(inbox, failedFolder), entries, files, reasons.map(String));
    const listed = reasons.slice(0, mostListed);
    for (const reason of listed.map((one) => ended(String(one))))
      log.warn(`From the inbox, not imported: ${reason} It is now in ${where}.`);
    if (reasons.length > listed.length)
      log.warn(`From the inbox, not imported: ${reasons.length - listed.length} more. They are now in ${where}.`);
    events.emit('import.rejected', { name, rejected: listed.map((reason) => ({ filename: name, reason })) });
    this.note({ end: 'failed', name, reasons: listed, aside: paths });
  }
}

/** Returns the files that the library does not have: rejected files, and albums in another quality. */
function onlyInInbox({ files }: Batch, { rejected, duplicates }: ImportOutcome): FoundFile[] {
  const filesOf = filesByName(files);
  const other = duplicates.filter(({ again }) => again !== null).flatMap(({ left }) => left);
  return [...rejected.map(({ filename }) => filename), ...other].flatMap(filesOf);
}

const oidsOf = (albums: readonly AlbumRecord[]): number[] => albums.map(({ oid }) => oid);

/** Adds the full stop that some reasons lack. */
const ended = (sentence: string): string => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

export const reasonFor = (name: string, reason: Words): Words => say('import.rejected', { filename: name, reason });

/**
 * Sets aside files of entries. Each folder keeps its name. Several loose files share a note with the name of the first,
 * by which it is found when they are put back.
 */
async function setAsideOf(
  folder: string,
  entries: readonly (Entry & EntryAside)[],
  files: readonly FoundFile[],
  sentences: readonly string[],
): ReturnType<typeof setAside> {
  const [only, second] = entries;
  if (only !== undefined && second === undefined) return setAside(folder, only, files, sentences);
  if (entries.every(({ kind }) => kind === 'loose'))
    return setAside(folder, { kind: 'loose', name: basename(files[0]?.path ?? nameOf(entries)) }, files, sentences);
  const wanted = new Set(files.map(({ path }) => path));
  const paths: string[] = [];
  for (const entry of entries) {
    // In the batch, the paths of the files begin with the name of the folder.
    const own = entry.files.filter(({ path }) => wanted.has(path));
    if (own.length > 0) paths.push(...(await setAside(folder, entry, own, sentences)).paths);
  }
  return { where: folder, paths };
}

export function nameOf(entries: readonly Entry[]): string {
  const names = entries.slice(0, 5).map((entry) => entry.name);
  return entries.length > names.length ? `${names[0]} and ${entries.length - 1} more` : names.join(', ');
}
