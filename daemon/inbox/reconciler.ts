/** inbox → library: every settled album of the inbox is in the library, or set aside with a reason. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { isPictureName } from '../../workers/library/cover.js';
import type { Clock } from '../../workers/base/ports.js';
import type { JobContext } from '../jobs.js';
import { Looking } from '../reconcile/looking.js';
import { albumOfPicture, albumToJoin, stemOf, tagOf } from './match.js';
import { scanInbox, type InboxScan, type Unit } from './scan.js';
import { inboxBatch, Intake, type IntakeParts } from './intake.js';
import { groupLoose } from './loose.js';
import type { PaperIntake } from './paper-intake.js';
import { removeEmptied } from './set-aside.js';
import { Settling } from './settle.js';

export interface InboxParts extends IntakeParts {
  settleMs(): number;
  clock: Clock;
  /** Files of papers are refused without it. */
  papers?: PaperIntake;
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
  private readonly looking: Looking;
  private readonly intake: Intake;
  private unreachable = false;
  private cancelNext = (): void => undefined;
  private cancelEmptied = (): void => undefined;
  /** What was last said about a lane, so that it is not said every minute. */
  private readonly said = new Map<string, string>();
  /** Identities of folders that we have taken files out of. */
  private readonly emptied = new Set<string>();

  constructor(private readonly parts: InboxParts) {
    this.intake = new Intake(parts);
    this.looking = new Looking(
      () => this.lookOnce(),
      (error) => parts.log.error(`The inbox could not be looked at: ${messageOf(error)}`),
    );
  }

  status(): { path: string; arriving: { name: string; files: number }[] } {
    return { path: this.parts.inbox, arriving: this.arriving };
  }

  /** Looks at the inbox now, and again as long as something there has not settled. */
  look(): void {
    this.looking.look();
  }

  /** What was put off is tried again. */
  sweep(): void {
    this.deferred.clear();
    this.look();
  }

  async stop(): Promise<void> {
    this.cancelNext();
    this.cancelEmptied();
    await this.looking.stop();
  }

  private async lookOnce(): Promise<void> {
    this.cancelNext();
    const scan = await this.scan();
    if (scan === null) return;
    const waiting = scan.units.filter(
      (unit) => !this.taken.has(unit.key) && this.deferred.get(unit.key) !== unit.signature,
    );
    const { settled, nextIn } = this.settling.observe(waiting, performance.now(), this.parts.settleMs());
    this.tell(waiting);
    await this.removeEmptied(scan);
    const loose = settled.filter((unit) => unit.kind === 'loose');
    for (const unit of settled)
      if (unit.kind !== 'loose') this.take([unit], unit.name, (context) => this.importUnit(unit, context));
    if (loose.length > 0) await this.takeLoose(loose);
    if (nextIn !== null && !this.looking.isStopped) {
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
      const made =
        systemCodeOf(error) === 'ENOENT' &&
        (await mkdir(inbox).then(
          () => true,
          () => false,
        ));
      if (!made && !this.unreachable)
        log.error(`The inbox ${inbox} cannot be read (${messageOf(error)}); it is tried again every minute.`);
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
          const sentence =
            `${title} could not be imported now: ${messageOf(error)} ` +
            'It stays in the inbox and is tried again every minute.';
          if (this.said.get(lane) !== sentence) log.error(sentence);
          this.said.set(lane, sentence);
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
        else if (!this.looking.isStopped) this.parts.clock.after(pause, () => this.look());
      });
  }

  private async importUnit(unit: Unit, { signal }: JobContext): Promise<void> {
    const { importing, clock } = this.parts;
    const source = unit.kind === 'zip' ? unit.name.replace(/\.zip$/i, '') : unit.name;
    const tag =
      unit.kind === 'folder' && importing.library.albums.some((album) => album.origin.source === source)
        ? await tagOf(unit.files, signal)
        : undefined;
    const join = albumToJoin(
      { kind: unit.kind, source, identity: unit.identity, tag },
      importing.library.albums,
      clock.now(),
    );
    const onlyPictures = unit.kind === 'folder' && unit.files.every((file) => isPictureName(file.relativePath));
    if (onlyPictures && join === null && !this.hasWaited(unit))
      throw new TonstiftError('not_now', 'The pictures wait for their album.');
    await this.intake.take(unit, inboxBatch(source, unit.files, source, unit.identity), join, signal);
  }

  private async takeLoose(units: readonly Unit[]): Promise<void> {
    const { importing, clock } = this.parts;
    const { groups, pictures, others } = await groupLoose(units);
    for (const group of groups) {
      const name = group.tag ?? stemOf(group.units[0]?.name ?? '');
      const join = albumToJoin(
        { kind: 'loose', source: null, identity: null, tag: group.tag },
        importing.library.albums,
        clock.now(),
      );
      const batch = inboxBatch(name, group.files, null, null);
      this.take(group.units, name, ({ signal }) => this.intake.take(group.units, batch, join, signal));
    }
    for (const unit of pictures) {
      const album = albumOfPicture(stemOf(unit.name), importing.library.albums, clock.now());
      const batch = inboxBatch(unit.name, unit.files, null, null);
      if (album !== null) this.take([unit], unit.name, ({ signal }) => this.intake.take([unit], batch, album, signal));
      else if (this.hasWaited(unit))
        await this.intake.refuse(unit, unit.files, [`${unit.name}: no album of this name was found for the picture.`]);
    }
    for (const unit of others) {
      if (this.takePapers(unit)) continue;
      const why = unit.files.some((file) => file.special)
        ? 'is a link, not a file'
        : 'is no audio, no picture, no ZIP and no file of papers';
      await this.intake.refuse(unit, unit.files, [`${unit.name}: ${why}.`]);
    }
  }

  private takePapers(unit: Unit): boolean {
    const { papers } = this.parts;
    const [file] = unit.files;
    if (papers === undefined || file === undefined || file.special || !papers.takes(unit.name)) return false;
    this.take([unit], unit.name, async (context) => {
      const reasons = await papers.take(file, context);
      if (reasons.length > 0) await this.intake.refuse(unit, unit.files, reasons);
    });
    return true;
  }

  private hasWaited(unit: Unit): boolean {
    const now = performance.now();
    const since = this.firstSeen.get(unit.key) ?? now;
    this.firstSeen.set(unit.key, since);
    return now - since >= pictureWaits;
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
      const ours =
        this.emptied.has(identity) ||
        importing.library.albums.some((album) => album.origin.folder_identity === identity);
      if (!ours || now - since < emptiedAfter) continue;
      if (await removeEmptied(join(inbox, name))) log.debug(`The emptied folder ${name} is removed from the inbox.`);
    }
    this.cancelEmptied();
    const waits = [...this.emptySince.values()].map((since) => since + emptiedAfter - now).filter((wait) => wait > 0);
    if (waits.length > 0 && !this.looking.isStopped)
      this.cancelEmptied = this.parts.clock.after(Math.min(...waits) + 10, () => this.look());
  }
}
