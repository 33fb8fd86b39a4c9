/** Processes a settled unit of the inbox: makes an album, adds to one, or sets the files aside. */
import { join } from 'node:path';
import { TonstiftError } from '../../workers/base/errors.js';
import { isZipName } from '../../workers/base/files/names.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import { importBatch } from '../../workers/import/import.js';
import type { Batch, Duplicate, ImportContext, ImportOutcome } from '../../workers/import/types.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import type { Log } from '../../workers/base/ports.js';
import type { NewArrival } from '../../http/resources/upload/arrival.js';
import type { EventBus } from '../events.js';
import type { Jobs } from '../jobs.js';
import { duplicatesFolder, failedFolder, type Unit } from './scan.js';
import { checkPlaces, setAside } from './set-aside.js';

export interface IntakeParts {
  inbox: string;
  importing: Omit<ImportContext, 'signal'>;
  jobs: Jobs;
  events: EventBus;
  log: Log;
  /** An album is new, or got more tracks. */
  arrived(albums: readonly AlbumRecord[]): void;
  /** Records for the user what arrived and what became of it. */
  note(arrival: NewArrival): void;
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

/** Maximum of reasons per unit that are logged and published; the note lists more. */
const mostTold = 20;

/** A path inside a ZIP, with or without the ZIP's extension in it, stands for the ZIP file itself. */
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

  /** Imports a batch, and sets aside what is not imported. */
  async take(units: Unit | readonly Unit[], batch: Batch, signal: AbortSignal): Promise<void> {
    const unit = unitOf(units);
    try {
      await checkPlaces(this.parts.inbox, batch.files);
      const outcome = await importBatch(batch, { ...this.parts.importing, signal });
      this.report(batch, outcome);
      await this.setAsideRest(unit, batch, outcome);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TonstiftError) || !['unreadable_audio', 'bad_field', 'too_large'].includes(error.code))
        throw error;
      const reasons = Object.entries(error.fieldWords).map(([name, reason]) => reasonFor(name, reason));
      await this.refuse(unit, batch.files, reasons.length === 0 ? [error.words] : reasons);
    }
  }

  private report(batch: Batch, { albums, joined }: ImportOutcome): void {
    const { log } = this.parts;
    for (const album of albums) {
      const what = joined.includes(album) ? 'has joined' : 'is imported as';
      const { oid, album_title: title, tracks } = album;
      log.info(`${JSON.stringify(batch.name)} ${what} album ${oid} "${title}" (${tracks.length} tracks).`);
    }
    if (albums.length > 0) this.parts.arrived(albums);
    const fresh = albums.filter((album) => !joined.includes(album));
    if (fresh.length > 0) this.note({ end: 'album', name: batch.name, oids: oidsOf(fresh) });
    if (joined.length > 0) this.note({ end: 'joined', name: batch.name, oids: oidsOf(joined) });
  }

  private async setAsideRest(
    unit: SomeUnit,
    batch: Batch,
    { albums, joined, rejected, known, duplicates }: ImportOutcome,
  ): Promise<void> {
    const fileOf = filesByName(batch.files);
    const aside = join(this.parts.inbox, duplicatesFolder);
    for (const duplicate of duplicates) {
      const { of, name, left } = duplicate;
      // If no file of a unit was imported, all its files are set aside.
      const files = albums.length === 0 ? batch.files : left.flatMap(fileOf);
      const why = `${name}: the same tracks are album ${of.oid}, "${of.album_title}".`;
      const { paths } = await setAside(aside, unit, [...new Set(files)], [why]);
      this.reportDuplicate(duplicate, paths);
    }
    if (albums.length === 0 && duplicates.length > 0) return;
    if (known.length > 0) await this.setKnownAside(unit, known, { joined, files: known.flatMap(fileOf) });
    if (rejected.length > 0)
      await this.refuse(
        unit,
        [...new Set(rejected.flatMap(({ filename }) => fileOf(filename)))],
        rejected.map(({ filename, reason }) => reasonFor(filename, reason)),
      );
  }

  private async setKnownAside(
    unit: SomeUnit,
    known: readonly string[],
    { joined, files }: { joined: readonly AlbumRecord[]; files: readonly FoundFile[] },
  ): Promise<void> {
    const oids = oidsOf(joined);
    const reasons = known.map((name) => say('inbox.known', { name, oids: oids.join(', ') }));
    const { paths } = await setAside(join(this.parts.inbox, duplicatesFolder), unit, files, reasons.map(String));
    this.note({ end: 'duplicate', name: unit.name, oids, reasons, aside: paths });
  }

  private note(arrival: Omit<NewArrival, 'way'>): void {
    this.parts.note({ way: 'inbox', ...arrival });
  }

  private reportDuplicate({ of: { oid, album_title: title }, name }: Duplicate, aside: readonly string[]): void {
    const { log, events } = this.parts;
    log.warn(`${JSON.stringify(name)} is already album ${oid} "${title}"; it is set aside in "${duplicatesFolder}".`);
    events.emit('album.duplicate', { name, oid });
    this.note({ end: 'duplicate', name, oids: [oid], aside });
  }

  /** Moves files to `failed/` and reports the reasons there, in the log and as an event. */
  async refuse(unit: SomeUnit, files: readonly FoundFile[], reasons: readonly Words[]): Promise<void> {
    const { inbox, log, events } = this.parts;
    const { where, paths } = await setAside(join(inbox, failedFolder), unit, files, reasons.map(String));
    const told = reasons.slice(0, mostTold);
    for (const reason of told) log.warn(`From the inbox, not imported: ${String(reason)} It is now in ${where}.`);
    if (reasons.length > told.length)
      log.warn(`From the inbox, not imported: ${reasons.length - told.length} more. They are now in ${where}.`);
    events.emit('import.rejected', {
      name: unit.name,
      rejected: told.map((reason) => ({ filename: unit.name, reason })),
    });
    this.note({ end: 'failed', name: unit.name, reasons: told, aside: paths });
  }
}

type SomeUnit = Pick<Unit, 'kind' | 'name'>;

const oidsOf = (albums: readonly AlbumRecord[]): number[] => albums.map(({ oid }) => oid);

export const reasonFor = (name: string, reason: Words): Words => say('import.rejected', { filename: name, reason });

/** Loose files share one note, named after the first ones. */
function unitOf(units: Unit | readonly Unit[]): SomeUnit {
  if ('kind' in units) return units;
  return { kind: 'loose', name: nameOf(units) };
}

export function nameOf(units: readonly Unit[]): string {
  const names = units.slice(0, 5).map((unit) => unit.name);
  return units.length > names.length ? `${names[0]} and ${units.length - 1} more` : names.join(', ');
}
