/** inbox → library: every settled album of the inbox is in the library, or set aside with a reason. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCodeOf, TonstiftError } from '../../workers/errors.js';
import type { FoundFile } from '../../workers/files/walk.js';
import { isPictureName } from '../../workers/library/cover.js';
import { importBatch } from '../../workers/import/import.js';
import { joinAlbum } from '../../workers/import/join.js';
import type { Batch, ImportContext, ImportOutcome } from '../../workers/import/types.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import type { Clock, Log } from '../../workers/ports.js';
import type { EventBus } from '../events.js';
import type { JobContext, Jobs } from '../jobs.js';
import { albumOfPicture, albumToJoin, stemOf, tagOf } from './inbox-match.js';
import { duplicatesFolder, failedFolder, scanInbox, type InboxScan, type Unit } from './inbox-scan.js';
import { groupLoose } from './loose.js';
import { removeEmptied, setAside } from './set-aside.js';
import { Settling } from './settle.js';

export interface InboxParts {
  inbox: string;
  settleMs(): number;
  importing: Omit<ImportContext, 'signal'>;
  jobs: Jobs;
  events: EventBus;
  clock: Clock;
  log: Log;
  /** An album is new, or has joined tracks. */
  arrived(albums: readonly AlbumRecord[]): void;
}

/** A folder that was emptied goes after so long: a copy may still be going on. */
const emptiedAfter = 60_000;
/** A lone picture waits so long for its album. */
const pictureWaits = 60_000;
/** What was found changing is looked at again after so long. */
const changingPause = 1_000;
/** While something settles, the inbox is read at least this often: a change starts the wait anew. */
const longestPause = 1_000;

export class InboxReconciler {
  private readonly settling = new Settling();
  /** Keys of units that are being imported. */
  private readonly taken = new Set<string>();
  /** Signatures of units that wait for the next sweep, or for a change. */
  private readonly deferred = new Map<string, string>();
  private readonly emptySince = new Map<string, number>();
  private readonly firstSeen = new Map<string, number>();
  private arriving: { name: string; files: number }[] = [];
  private looking: Promise<void> | null = null;
  private again = false;
  private stopped = false;
  private unreachable = false;
  private cancelNext = (): void => undefined;
  private cancelEmptied = (): void => undefined;
  /** Identities of folders that we have taken files out of. */
  private readonly emptied = new Set<string>();

  constructor(private readonly parts: InboxParts) {}

  status(): { path: string; arriving: { name: string; files: number }[] } {
    return { path: this.parts.inbox, arriving: this.arriving };
  }

  /** Looks at the inbox now, and again as long as something there has not settled. */
  look(): void {
    if (this.stopped) return;
    if (this.looking !== null) {
      this.again = true;
      return;
    }
    this.looking = this.lookOnce()
      .catch((error: unknown) => this.parts.log.error(`The inbox could not be looked at: ${messageOf(error)}`))
      .finally(() => {
        this.looking = null;
        if (!this.again) return;
        this.again = false;
        this.look();
      });
  }

  /** What was put off is tried again. */
  sweep(): void {
    this.deferred.clear();
    this.look();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelNext();
    this.cancelEmptied();
    await this.looking;
  }

  private async lookOnce(): Promise<void> {
    this.cancelNext();
    const scan = await this.scan();
    if (scan === null) return;
    const waiting = scan.units.filter((unit) => !this.taken.has(unit.key) && this.deferred.get(unit.key) !== unit.signature);
    const { settled, nextIn } = this.settling.observe(waiting, performance.now(), this.parts.settleMs());
    this.tell(waiting);
    await this.removeEmptied(scan);
    const loose = settled.filter((unit) => unit.kind === 'loose');
    for (const unit of settled) if (unit.kind !== 'loose') this.take([unit], unit.name, (context) => this.importUnit(unit, context));
    if (loose.length > 0) await this.takeLoose(loose);
    if (nextIn !== null && !this.stopped) {
      this.cancelNext = this.parts.clock.after(Math.max(20, Math.min(nextIn, longestPause)), () => this.look());
    }
  }

  private async scan(): Promise<InboxScan | null> {
    const { inbox, log } = this.parts;
    try {
      const scan = await scanInbox(inbox);
      if (this.unreachable) log.info(`The inbox ${inbox} is back.`);
      this.unreachable = false;
      return scan;
    } catch (error) {
      // Made again where only it is gone; a disk that is not mounted must not get a folder in its place.
      const made = systemCodeOf(error) === 'ENOENT' && (await mkdir(inbox).then(() => true, () => false));
      if (!made && !this.unreachable) log.error(`The inbox ${inbox} cannot be read (${messageOf(error)}); it is tried again every minute.`);
      this.unreachable = !made;
      return null;
    }
  }

  private tell(waiting: readonly Unit[]): void {
    const arriving = waiting.map((unit) => ({ name: unit.name, files: unit.files.length }));
    if (JSON.stringify(arriving) === JSON.stringify(this.arriving)) return;
    this.arriving = arriving;
    this.parts.events.emit('inbox.changed', { arriving });
  }

  private take(units: readonly Unit[], title: string, work: (context: JobContext) => Promise<void>): void {
    const { jobs, log } = this.parts;
    for (const unit of units) this.taken.add(unit.key);
    const lane = `import:${units[0]?.key}`;
    let pause = 0;
    void jobs
      .run({ lane, kind: 'import', title, oid: null }, work)
      .catch((error: unknown) => {
        const later = error instanceof TonstiftError && ['not_now', 'aborted'].includes(error.code);
        if (later) {
          log.debug(`${title} waits: ${messageOf(error)}`);
          pause = changingPause;
        } else {
          log.error(`${title} could not be imported now: ${messageOf(error)} It stays in the inbox and is tried again.`);
          for (const unit of units) this.deferred.set(unit.key, unit.signature);
        }
      })
      .finally(() => {
        for (const unit of units) {
          this.taken.delete(unit.key);
          this.settling.forget(unit);
          if (unit.identity !== null) this.emptied.add(unit.identity);
        }
        if (pause === 0) this.look();
        else if (!this.stopped) this.parts.clock.after(pause, () => this.look());
      });
  }

  private async importUnit(unit: Unit, { signal }: JobContext): Promise<void> {
    const { importing, clock } = this.parts;
    const source = unit.kind === 'zip' ? unit.name.replace(/\.zip$/i, '') : unit.name;
    const tag = unit.kind === 'folder' && importing.library.albums.some((album) => album.origin.source === source) ? await tagOf(unit.files, signal) : undefined;
    const join = albumToJoin({ kind: unit.kind, source, identity: unit.identity, tag }, importing.library.albums, clock.now());
    const onlyPictures = unit.kind === 'folder' && unit.files.every((file) => isPictureName(file.relativePath));
    if (onlyPictures && join === null && !this.hasWaited(unit)) throw new TonstiftError('not_now', 'The pictures wait for their album.');
    const batch = this.batch(source, unit.files, { kind: 'inbox', source, folder_identity: unit.identity });
    await this.import(unit, batch, join, signal);
  }

  private async takeLoose(units: readonly Unit[]): Promise<void> {
    const { importing, clock } = this.parts;
    const { groups, pictures, others } = await groupLoose(units);
    for (const group of groups) {
      const name = group.tag ?? stemOf(group.units[0]?.name ?? '');
      const join = albumToJoin({ kind: 'loose', source: null, identity: null, tag: group.tag }, importing.library.albums, clock.now());
      const batch = this.batch(name, group.files, { kind: 'inbox', source: null, folder_identity: null });
      this.take(group.units, name, ({ signal }) => this.import(group.units, batch, join, signal));
    }
    for (const unit of pictures) {
      const album = albumOfPicture(stemOf(unit.name), importing.library.albums, clock.now());
      const batch = this.batch(unit.name, unit.files, { kind: 'inbox', source: null, folder_identity: null });
      if (album !== null) this.take([unit], unit.name, ({ signal }) => this.import([unit], batch, album, signal));
      else if (this.hasWaited(unit)) await this.refuse(unit, unit.files, [`${unit.name}: no album of this name was found for the picture.`]);
    }
    for (const unit of others) {
      await this.refuse(unit, unit.files, [`${unit.name}: ${unit.files.some((file) => file.special) ? 'is a link, not a file' : 'is no audio, no picture and no ZIP'}.`]);
    }
  }

  private hasWaited(unit: Unit): boolean {
    const now = performance.now();
    const since = this.firstSeen.get(unit.key) ?? now;
    this.firstSeen.set(unit.key, since);
    return now - since >= pictureWaits;
  }

  private batch(name: string, files: FoundFile[], origin: Batch['origin']): Batch {
    return { name, files, origin, giveAway: true, refuseDuplicates: true };
  }

  private async import(units: Unit | readonly Unit[], batch: Batch, join: AlbumRecord | null, signal: AbortSignal): Promise<void> {
    const unit = unitOf(units);
    const context: ImportContext = { ...this.parts.importing, signal };
    const lane = join === null ? '' : `album:${join.folder}`;
    try {
      const outcome =
        join === null
          ? await importBatch(batch, context)
          : await this.parts.jobs.run({ lane, kind: 'edit', title: batch.name, oid: join.oid }, () => joinAlbum(join.folder, batch, context));
      this.report(batch, outcome, join);
      await this.setAsideRest(unit, batch, outcome);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TonstiftError) || !['unreadable_audio', 'bad_field', 'too_large'].includes(error.code)) throw error;
      const reasons = Object.entries(error.fields).map(([name, reason]) => `${name}: ${reason}`);
      await this.refuse(unit, batch.files, reasons.length === 0 ? [error.message] : reasons);
    }
  }

  private report(batch: Batch, { albums, duplicateOf }: ImportOutcome, join: AlbumRecord | null): void {
    const { log, events } = this.parts;
    for (const album of albums) {
      const what = join === null ? 'is imported as' : 'has joined';
      log.info(`${JSON.stringify(batch.name)} ${what} album ${album.oid} "${album.album_title}" (${album.tracks.length} tracks).`);
    }
    if (albums.length > 0) this.parts.arrived(albums);
    else if (duplicateOf !== null) {
      log.warn(`${JSON.stringify(batch.name)} is album ${duplicateOf.oid} "${duplicateOf.album_title}" already; it is set aside in "${duplicatesFolder}".`);
      events.emit('album.duplicate', { name: batch.name, oid: duplicateOf.oid });
    }
  }

  private async setAsideRest(unit: SomeUnit, batch: Batch, { albums, rejected, known, duplicateOf }: ImportOutcome): Promise<void> {
    const { inbox } = this.parts;
    const fileOf = (name: string): FoundFile[] => batch.files.filter((file) => file.relativePath === name || name.startsWith(`${file.relativePath}/`) || (/\.zip$/i.test(file.relativePath) && name.startsWith(`${file.relativePath.slice(0, -4)}/`)));
    if (albums.length === 0 && duplicateOf !== null) {
      const why = `${batch.name}: the same tracks are album ${duplicateOf.oid}, "${duplicateOf.album_title}".`;
      await setAside(inbox, duplicatesFolder, unit, batch.files, [why]);
      return;
    }
    if (known.length > 0) await setAside(inbox, duplicatesFolder, unit, known.flatMap(fileOf), known.map((name) => `${name}: is in album ${albums[0]?.oid} already.`));
    if (rejected.length > 0) await this.refuse(unit, [...new Set(rejected.flatMap(({ filename }) => fileOf(filename)))], rejected.map(({ filename, reason }) => `${filename}: ${reason}`));
  }

  private async refuse(unit: SomeUnit, files: readonly FoundFile[], reasons: readonly string[]): Promise<void> {
    const { inbox, log, events } = this.parts;
    const where = await setAside(inbox, failedFolder, unit, files, reasons);
    for (const reason of reasons) log.warn(`From the inbox, not imported: ${reason} It is now in ${where}.`);
    events.emit('import.rejected', { name: unit.name, rejected: reasons.map((reason) => ({ filename: unit.name, reason })) });
  }

  /** Only folders that we have emptied: one that a person has just made is theirs. */
  private async removeEmptied(scan: InboxScan): Promise<void> {
    const { importing, inbox, log } = this.parts;
    const now = performance.now();
    const names = new Set(scan.emptyFolders.map(({ name }) => name));
    for (const name of this.emptySince.keys()) if (!names.has(name)) this.emptySince.delete(name);
    for (const { name, identity } of scan.emptyFolders) {
      const since = this.emptySince.get(name) ?? now;
      this.emptySince.set(name, since);
      const ours = this.emptied.has(identity) || importing.library.albums.some((album) => album.origin.folder_identity === identity);
      if (!ours || now - since < emptiedAfter) continue;
      if (await removeEmptied(join(inbox, name))) log.debug(`The emptied folder ${name} is removed from the inbox.`);
    }
    this.cancelEmptied();
    if (this.emptySince.size > 0 && !this.stopped) this.cancelEmptied = this.parts.clock.after(emptiedAfter + 100, () => this.look());
  }
}

type SomeUnit = Pick<Unit, 'kind' | 'name'>;

/** Loose files share one note, under their names. */
function unitOf(units: Unit | readonly Unit[]): SomeUnit {
  if ('kind' in units) return units;
  return { kind: 'loose', name: units.map((unit) => unit.name).join(', ') };
}
