/** The pens that are or were plugged in: the PenService of HTTP. */
import type { PenService, PenView } from '../../http/resources/pens/service.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import type { GmeTarget } from '../../workers/library/fingerprint.js';
import { highestOid } from '../../workers/library/oids.js';
import type { AlbumRecord, AlbumView } from '../../workers/library/types.js';
import { ejectPen } from '../../workers/pen/find/eject.js';
import type { SyncReport } from '../../workers/pen/transfer/apply.js';
import type { EventBus } from '../events.js';
import type { KnownPen } from './memory.js';
import type { PenOrder, PenSync } from './pen-sync.js';
import { isLongAway, withDistinctNames } from './names.js';
import { PluggedIn, type PluggedInParts } from './plugged-in.js';
import { SayOnce } from '../reconcile/say-once.js';
import { shadowSentence } from './report.js';
import { isFor, isNamed, type FurtherFiles } from './wanted.js';
import { say } from '../../workers/base/language/sentence.js';

export interface PensParts extends Omit<PluggedInParts, 'changed' | 'synced' | 'searched' | 'found' | 'further'> {
  events: EventBus;
  view(album: AlbumRecord): AlbumView;
  ejectWhenDone(): boolean;
}

/** Milliseconds until the first retry of an automatic unmount; each failure doubles it, up to the longest. */
const firstPause = 60_000;
const longestPause = 16 * 60_000;
/** Milliseconds. A program that unmounts continues without us. */
const longestStop = 2_000;

export class Pens implements PenService {
  private readonly plugged: PluggedIn;
  /**
   * Automatic unmounts of pens that are still plugged in, by id: the pause after a failure in milliseconds, and the
   * monotonic time of the next attempt.
   */
  private readonly attempts = new Map<string, { pause: number; next: number }>();
  private readonly once: SayOnce;
  private readonly unmounted = new Set<string>();
  /** Automatic unmounts under way; they never reject. */
  private readonly ejections = new Set<Promise<void>>();
  private published = '';
  /** Files that features put on pens. */
  private further: readonly ((target: GmeTarget) => FurtherFiles)[] = [];

  constructor(private readonly parts: PensParts) {
    this.once = new SayOnce(parts.log);
    this.plugged = new PluggedIn({
      ...parts,
      changed: () => this.changed(),
      further: (target) => this.further.map((files) => files(target)),
      synced: (sync) => this.ejectIfDone(sync),
      searched: (ids) => this.forgetAttempts(ids),
      found: ({ id }) => void this.unmounted.delete(id),
    });
  }

  /** Searches now, and whenever a volume is mounted. */
  start(): void {
    this.plugged.start();
  }

  /** For a short command: finds the pens, and copies nothing automatically. */
  searchOnce(): Promise<void> {
    return this.plugged.searchOnce();
  }

  /** Searches again: there may be another pen. */
  wake(): void {
    this.plugged.wake();
  }

  /** The library has changed. */
  follow(): void {
    this.plugged.follow();
  }

  /**
   * Adds files that every pen should have besides those of albums, as long as they are listed. Call `follow` after a
   * change.
   */
  carry(files: (target: GmeTarget) => FurtherFiles): void {
    this.further = [...this.further, files];
  }

  async stop(): Promise<void> {
    await this.plugged.stop();
    const late = new Promise<void>((resolve) => void this.parts.clock.after(longestStop, resolve));
    if (this.ejections.size > 0) await Promise.race([Promise.all(this.ejections), late]);
    await this.parts.memory.close();
  }

  private changed(): void {
    const pens = this.list();
    const now = JSON.stringify(pens);
    if (now === this.published) return;
    this.published = now;
    this.parts.events.emit('pens.changed', { pens });
  }

  /** Unmounts a pen with everything on it, unless a caller waits for an answer or the next attempt is not due. */
  private ejectIfDone(sync: PenSync): void {
    const { parts } = this;
    const last = this.attempts.get(sync.pen.id);
    if (!parts.ejectWhenDone() || !parts.autoSync() || sync.callers > 0 || !this.plugged.isSettled(sync)) return;
    if (last !== undefined && parts.clock.monotonic() < last.next) return;
    const ejection: Promise<void> = this.ejectAutomatically(sync, last?.pause ?? firstPause).finally(() =>
      this.ejections.delete(ejection),
    );
    this.ejections.add(ejection);
  }

  /** Never rejects. */
  private async ejectAutomatically(sync: PenSync, pause: number): Promise<void> {
    const { clock, memory } = this.parts;
    const { id } = sync.pen;
    this.attempts.set(id, { pause, next: Infinity });
    try {
      await this.ejectOne(sync);
    } catch (error) {
      // A folder that is configured as a pen is never unmounted.
      const isFolder = error instanceof TonstiftError && error.code === 'conflict';
      if (!isFolder)
        this.attempts.set(id, { pause: Math.min(2 * pause, longestPause), next: clock.monotonic() + pause });
      const sentence = `Cannot unmount the pen ${memory.nameOf(sync.pen)}: ${messageOf(error)}`;
      this.once.say(id, isFolder ? 'debug' : 'warn', sentence);
    }
  }

  /** @param pluggedIn ids; the others are tried at once when they are plugged in again */
  private forgetAttempts(pluggedIn: ReadonlySet<string>): void {
    for (const id of [...this.attempts.keys()].filter((one) => !pluggedIn.has(one))) {
      this.attempts.delete(id);
      this.once.clear(id);
    }
  }

  /** Runs work for a caller who must have the result before the pens are unmounted automatically. */
  private async forCaller<Result>(syncs: readonly PenSync[], work: () => Promise<Result>): Promise<Result> {
    for (const sync of syncs) sync.callers += 1;
    try {
      return await work();
    } finally {
      for (const sync of syncs) {
        sync.callers -= 1;
        this.ejectIfDone(sync);
      }
    }
  }

  list(): PenView[] {
    const { memory, clock } = this.parts;
    const now = clock.now();
    const away = memory
      .all()
      .filter((pen) => !this.plugged.has(pen.id))
      .sort((a, b) => b.last_seen - a.last_seen);
    return withDistinctNames([
      ...this.plugged.all().map((sync) => this.viewOf(sync)),
      ...away.map((pen) => ({
        ...awayView(pen),
        unmounted: this.unmounted.has(pen.id),
        long_away: isLongAway(pen.last_seen, now),
      })),
    ]);
  }

  private viewOf(sync: PenSync): PenView {
    const { pen, state, progress, space, problems, shadowed } = sync;
    const known = { ...unnoted, ...this.parts.memory.get(pen.id), ...pen };
    return {
      ...awayView(known),
      path: pen.path,
      plugged_in: true,
      read_only: pen.readOnly,
      state,
      progress,
      free_bytes: space?.free ?? null,
      total_bytes: space?.total ?? null,
      problems,
      shadowed,
      safe_to_unplug: state !== 'copying' && state !== 'looking',
      unmounted: false,
      long_away: false,
    };
  }

  /** Throws `no_pen` if there is none, or not the named one. */
  private chosen(pen: string | undefined): PenSync[] {
    const all = this.plugged.all();
    if (pen === undefined) {
      if (all.length === 0) throw new TonstiftError('no_pen', say('error.no_pen'));
      return all;
    }
    const found = all.filter((sync) => isNamed(pen, sync.pen));
    if (found.length > 0) return found;
    const names = all.map((sync) => sync.pen.id).join(', ');
    throw new TonstiftError(
      'no_pen',
      names === ''
        ? say('error.other_pen', { pen: JSON.stringify(pen) })
        : say('error.other_pens', { pen: JSON.stringify(pen), names }),
    );
  }

  /** Returns the chosen pens that can be written. Throws if there is none, before anything is changed. */
  private chosenToWrite(pen: string | undefined): PenSync[] {
    const syncs = this.chosen(pen);
    const writable = syncs.filter((sync) => !sync.pen.readOnly);
    if (writable.length === 0) syncs[0]?.checkWritable();
    return writable;
  }

  async copy(oid: number, pen?: string): Promise<AlbumView> {
    const { library, log } = this.parts;
    const added = new Set<PenSync>();
    try {
      for (let tries = 5; !(await this.copyOnce(oid, pen, added));)
        if (--tries === 0) throw new TonstiftError('not_now', say('error.changes_again', { oid }));
    } catch (error) {
      await this.takeBack(oid, added).catch((failure: unknown) => log.warn(messageOf(failure)));
      throw error;
    }
    return this.parts.view(library.get(oid));
  }

  /**
   * Returns false if the album was edited while it was copied.
   * @param added receives the pens that the album was not meant for before
   */
  private async copyOnce(oid: number, pen: string | undefined, added: Set<PenSync>): Promise<boolean> {
    const { library, builds, targetOf } = this.parts;
    const { folder } = library.get(oid);
    const syncs = this.chosenToWrite(pen);
    return this.forCaller(syncs, async () => {
      await Promise.all(syncs.map((sync) => builds.build(folder, targetOf(sync.pen))));
      // An album that is copied by hand is added to the pen's albums: otherwise the next run would remove it.
      await library.changeAlbum(folder, (album) => {
        const missing = syncs.filter((sync) => !isFor(album, sync.pen));
        for (const sync of missing) added.add(sync);
        const on = Array.isArray(album.on_pens) ? album.on_pens : [];
        return missing.length === 0 ? album : { ...album, on_pens: [...on, ...missing.map((sync) => sync.pen.id)] };
      });
      const reports = await this.carryOut(syncs, { copy: [oid] });
      const shadow = reports.flatMap(({ shadowed }) => shadowed).find((one) => one.oid === oid);
      if (shadow !== undefined) throw new TonstiftError('conflict', shadowSentence(shadow));
      return reports.every(({ kept, copied }) => kept.includes(oid) || copied.some((one) => one.oid === oid));
    });
  }

  /** After a copy that failed: the album is meant for the pens that it was meant for before, or that have it now. */
  private async takeBack(oid: number, added: ReadonlySet<PenSync>): Promise<void> {
    const { library, memory } = this.parts;
    const out = [...added].filter(({ pen }) => !albumsOf(memory.get(pen.id)).includes(oid));
    const found = library.albums.find((album) => album.oid === oid);
    if (found === undefined || out.length === 0) return;
    await library.changeAlbum(found.folder, (album) => ({ ...album, on_pens: without(album, out, memory.all()) }));
  }

  async remove(oid: number, pen?: string): Promise<AlbumView> {
    const { library, memory } = this.parts;
    const { folder } = library.get(oid);
    const syncs = this.chosenToWrite(pen);
    return this.forCaller(syncs, async () => {
      await library.changeAlbum(folder, (album) => ({
        ...album,
        on_pens: pen === undefined ? 'none' : without(album, syncs, memory.all()),
      }));
      await this.carryOut(syncs, { remove: [oid] });
      return this.parts.view(library.get(oid));
    });
  }

  async sync(pen?: string, { waits = true }: { waits?: boolean } = {}): Promise<PenView[]> {
    const syncs = this.chosen(pen);
    const unfollow = this.parts.events.subscribe(({ type }) => {
      if (type.startsWith('album.')) for (const sync of syncs) this.plugged.look(sync);
    });
    return this.forCaller(syncs, async () => {
      try {
        await this.carryOut(syncs, { all: true }, waits);
      } finally {
        unfollow();
      }
      const ids = new Set(syncs.map((sync) => sync.pen.id));
      return this.list().filter(({ id }) => ids.has(id));
    });
  }

  async eject(pen?: string): Promise<PenView[]> {
    const failures: unknown[] = [];
    for (const sync of this.chosen(pen)) await this.ejectOne(sync).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    return this.list();
  }

  private ejectOne(sync: PenSync): Promise<void> {
    return this.plugged.leave(sync, 'The pen is being unmounted.', async () => {
      await ejectPen(sync.pen.path);
      this.unmounted.add(sync.pen.id);
      this.parts.log.info(`The pen ${this.parts.memory.nameOf(sync.pen)} is unmounted: safe to unplug.`);
    });
  }

  async rename(pen: string, name: string | null): Promise<PenView[]> {
    const { memory } = this.parts;
    await memory.rename(this.known(pen).id, name);
    this.changed();
    return this.list();
  }

  async forget(pen: string): Promise<PenView[]> {
    const known = this.known(pen);
    if (this.plugged.has(known.id))
      throw new TonstiftError('conflict', say('error.pen_plugged_in', { name: this.parts.memory.nameOf(known) }));
    await this.parts.memory.forget(known.id);
    this.unmounted.delete(known.id);
    this.changed();
    return this.list();
  }

  /** Throws `no_pen`. */
  private known(pen: string): KnownPen {
    const { memory } = this.parts;
    const all = memory.all();
    const found = all.find(({ id }) => id === pen) ?? all.find((one) => isNamed(pen, one));
    if (found === undefined) throw new TonstiftError('no_pen', say('error.unknown_pen', { pen: JSON.stringify(pen) }));
    return found;
  }

  /** Runs the order on each pen, even if one fails. Throws the first error that concerns the order. */
  private async carryOut(syncs: readonly PenSync[], order: PenOrder, waits = false): Promise<SyncReport[]> {
    const outcomes = await Promise.allSettled(
      syncs.map(async (sync) => {
        const report = await this.plugged.carryOut(sync, order);
        return waits ? sync.built(report) : report;
      }),
    );
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      const asked = [...(order.copy ?? []), ...(order.remove ?? [])];
      const failure = outcome.value.failed.find(({ oid }) => order.all === true || asked.includes(oid));
      if (failure !== undefined) throw failure.error;
      return outcome.value;
    });
  }
}

/** Returns an album's pens without some of them. A list keeps all others, also those that are not remembered. */
function without(album: AlbumRecord, out: readonly PenSync[], known: readonly KnownPen[]): AlbumRecord['on_pens'] {
  const ids = new Set(out.map(({ pen }) => pen.id));
  const isOut = (name: string): boolean => out.some(({ pen }) => isNamed(name, pen));
  const kept = Array.isArray(album.on_pens) ? album.on_pens.filter((name) => !isOut(name)) : [];
  const now: AlbumRecord = { ...album, on_pens: kept };
  const lost = known.filter((one) => isFor(album, one) && !isFor(now, one) && !ids.has(one.id)).map(({ id }) => id);
  return kept.length + lost.length === 0 ? 'none' : [...kept, ...lost];
}

/** Returns the OIDs of the albums on a pen. Files of features have higher numbers. */
const albumsOf = (known: KnownPen | undefined): number[] =>
  [...new Set((known?.files ?? []).map(({ oid }) => oid))].filter((oid) => oid <= highestOid).sort((a, b) => a - b);

/** Stands in for the memory of a pen that has just been plugged in for the first time. */
const unnoted = { given_name: null, last_seen: 0, forgotten: false, files: [] };

const awayView = (pen: KnownPen): Omit<PenView, 'unmounted' | 'long_away'> => ({
  id: pen.id,
  name: pen.given_name ?? pen.name,
  given_name: pen.given_name,
  path: null,
  serial: pen.serial,
  firmware: pen.firmware,
  language: pen.language,
  generation: pen.generation,
  plugged_in: false,
  read_only: false,
  state: 'away',
  progress: null,
  free_bytes: null,
  total_bytes: null,
  albums: albumsOf(pen),
  problems: [],
  shadowed: [],
  safe_to_unplug: true,
  last_seen: new Date(pen.last_seen).toISOString(),
});
