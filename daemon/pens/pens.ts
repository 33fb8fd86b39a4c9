/** The pens that are plugged in: found, told about, kept up to date. The PenService of the HTTP room. */
import type { PenService, PenView } from '../../http/resources/pens/service.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import type { AlbumRecord, AlbumView } from '../../workers/library/types.js';
import { ejectPen } from '../../workers/pen/find/eject.js';
import type { PenFinder } from '../../workers/pen/find/find-pens.js';
import type { Pen } from '../../workers/pen/types.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type { EventBus } from '../events.js';
import { Looking } from '../reconcile/looking.js';
import type { KnownPen, PenMemory } from './memory.js';
import { isFor } from './report.js';
import { PenSync, type PenSyncParts } from './pen-sync.js';

export interface PensParts extends Omit<PenSyncParts, 'changed' | 'settled'> {
  finder: PenFinder;
  memory: PenMemory;
  events: EventBus;
  clock: Clock;
  log: Log;
  /** The album's file stands when this resolves. */
  build(oid: number): Promise<void>;
  view(album: AlbumRecord): AlbumView;
  ejectWhenDone(): boolean;
}

/** The list of mounts is compared so often; it costs a read of one small file. */
const pollMs = 500;
/** Behind a change every poll looks closely for so long: files may come to a volume just after it. */
const burstMs = 6000;
/** Looked at closely even where nothing told. */
const sweepMs = 15_000;
/** So often it is looked at what is on the pens: another program or a person may have changed it. */
const followMs = 60_000;

export class Pens implements PenService {
  private readonly here = new Map<string, PenSync>();
  private readonly ejected = new Set<string>();
  private readonly unmounted = new Set<string>();
  /** Left alone until that is over: whoever opens a file on it keeps it from being unmounted. */
  private readonly ejecting = new Set<string>();
  private readonly looking = new Looking(
    () => this.find(),
    (error) => this.parts.log.warn(`Pens could not be looked for: ${String(error)}`),
  );
  private readonly cancels: (() => void)[] = [];
  private lastMounts = '';
  private isOld = false;
  private burstUntil = 0;
  /** The pens as they were told last. */
  private told = '';

  constructor(private readonly parts: PensParts) {}

  /** Looks now, and again whenever something is mounted. */
  start(): void {
    const { clock } = this.parts;
    this.cancels.push(
      clock.every(pollMs, () => void this.poll()),
      clock.every(sweepMs, () => this.looking.look()),
      clock.every(followMs, () => this.follow()),
    );
    this.looking.look();
  }

  /** For a command that ends again: finds what is there, and copies nothing by itself. */
  async lookOnce(): Promise<void> {
    await this.find(false);
    await Promise.all([...this.here.values()].map((sync) => sync.rest()));
  }

  /** A hint that there may be another pen. */
  look(): void {
    this.looking.look();
  }

  /** The library has changed. */
  follow(): void {
    for (const sync of this.here.values()) sync.look();
  }

  async stop(): Promise<void> {
    for (const cancel of this.cancels) cancel();
    await this.looking.stop();
    await Promise.all([...this.here.values()].map((sync) => sync.stop('The daemon is stopping.')));
    this.here.clear();
    await this.parts.finder.close();
    await this.parts.memory.close();
  }

  private async poll(): Promise<void> {
    const { finder, clock } = this.parts;
    const mounts = await finder.fingerprint().catch(() => '');
    if (mounts !== this.lastMounts) {
      this.burstUntil = clock.now() + burstMs;
      // A pen that seems to have stayed may have been out and in again between two polls.
      this.isOld = true;
    }
    this.lastMounts = mounts;
    if (clock.now() < this.burstUntil) this.looking.look();
  }

  private async find(follow = true): Promise<void> {
    const { finder, memory, clock, log } = this.parts;
    const found = new Map((await finder.find()).map((pen) => [pen.id, pen]));
    if (this.looking.isStopped) return;
    for (const [id, sync] of [...this.here]) {
      const now = found.get(id);
      if (now !== undefined && now.path === sync.pen.path && now.readOnly === sync.pen.readOnly) continue;
      this.here.delete(id);
      await sync.stop(`The pen ${sync.pen.name} is gone.`);
      if (now === undefined) log.info(`The pen ${sync.pen.name} is gone.`);
      this.changed();
    }
    if (follow && this.isOld) this.follow();
    this.isOld = false;
    for (const id of [...this.ejected]) if (!found.has(id)) this.ejected.delete(id);
    for (const [id, pen] of found) {
      if (this.here.has(id) || this.ejecting.has(id)) continue;
      const model = [pen.language, pen.generation].filter((part) => part !== null).join(', ');
      log.info(`A pen is here: ${pen.name} at ${pen.path}${pen.language === null ? '' : ` (${model})`}.`);
      await memory
        .seen(pen, clock.now())
        .catch((error: unknown) => log.warn(`The pen ${pen.name} cannot be noted: ${messageOf(error)}`));
      const sync = new PenSync(pen, {
        ...this.parts,
        changed: () => this.changed(),
        settled: (one) => this.settled(one),
      });
      this.here.set(id, sync);
      this.unmounted.delete(id);
      this.changed();
      if (follow) sync.look();
    }
  }

  private changed(): void {
    const pens = this.list();
    const now = JSON.stringify(pens);
    if (now === this.told) return;
    this.told = now;
    this.parts.events.emit('pens.changed', { pens });
  }

  private settled(pen: Pen): void {
    if (!this.parts.ejectWhenDone() || !this.parts.autoSync() || this.ejected.has(pen.id)) return;
    this.ejected.add(pen.id);
    void this.eject(pen.id).catch((error: unknown) => {
      // A folder that stands for a pen is never unmounted.
      const isFolder = error instanceof TonstiftError && error.code === 'conflict';
      this.parts.log[isFolder ? 'debug' : 'warn'](`The pen ${pen.name} is not unmounted: ${messageOf(error)}`);
    });
  }

  list(): PenView[] {
    const away = this.parts.memory
      .all()
      .filter((pen) => !this.here.has(pen.id))
      .sort((a, b) => b.last_seen - a.last_seen);
    return [
      ...[...this.here.values()].map((sync) => this.viewOf(sync)),
      ...away.map((pen) => awayView(pen, this.unmounted.has(pen.id))),
    ];
  }

  private viewOf(sync: PenSync): PenView {
    const { id, name, path, serial, firmware, language, generation, readOnly } = sync.pen;
    const known = this.parts.memory.get(id);
    return {
      id,
      name,
      path,
      serial,
      firmware,
      language,
      generation,
      plugged_in: true,
      read_only: readOnly,
      state: sync.state,
      progress: sync.progress,
      free_bytes: sync.space?.free ?? null,
      total_bytes: sync.space?.total ?? null,
      albums: oidsOf(known),
      problems: sync.problems,
      shadowed: sync.shadowed,
      safe_to_unplug: sync.state !== 'copying' && sync.state !== 'looking',
      unmounted: false,
      last_seen: new Date(known?.last_seen ?? 0).toISOString(),
    };
  }

  /** Throws `no_pen` where there is none, or not the one that is named. */
  private chosen(pen: string | undefined): PenSync[] {
    const all = [...this.here.values()];
    if (pen === undefined) {
      if (all.length === 0) throw new TonstiftError('no_pen', 'No pen is plugged in.');
      return all;
    }
    const found = all.filter((sync) => sync.pen.id === pen || sync.pen.serial === pen);
    if (found.length > 0) return found;
    const names = all.map((sync) => sync.pen.id).join(', ');
    throw new TonstiftError(
      'no_pen',
      `The pen ${JSON.stringify(pen)} is not plugged in${names === '' ? '' : `; there is ${names}`}.`,
    );
  }

  /** As `chosen`; also throws where none of them can be written, before anything is changed for it. */
  private chosenToWrite(pen: string | undefined): PenSync[] {
    const syncs = this.chosen(pen);
    if (syncs.every((sync) => sync.pen.readOnly)) syncs[0]?.checkWritable();
    return syncs;
  }

  async copy(oid: number, pen?: string, tries = 5): Promise<AlbumView> {
    const { library } = this.parts;
    library.get(oid);
    const syncs = this.chosenToWrite(pen);
    await this.parts.build(oid);
    await Promise.all(syncs.map((sync) => this.parts.variants.build(oid, sync.pen)));
    const { folder } = library.get(oid);
    // What is copied by hand stays there: it would be taken away again otherwise.
    await library.changeAlbum(folder, (album) => {
      const missing = syncs.filter((sync) => !isFor(album, sync.pen)).map((sync) => sync.pen.id);
      return missing.length === 0
        ? album
        : { ...album, on_pens: [...(Array.isArray(album.on_pens) ? album.on_pens : []), ...missing] };
    });
    const outcomes = await Promise.allSettled(syncs.map((sync) => sync.carryOut({ copy: oid })));
    throwFirst(outcomes);
    if (outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value))
      return this.parts.view(library.get(oid));
    // It was edited while it was copied.
    if (tries === 1)
      throw new TonstiftError('not_now', `Album ${oid} changes again and again. It is copied when that is over.`);
    return this.copy(oid, pen, tries - 1);
  }

  async remove(oid: number, pen?: string): Promise<AlbumView> {
    const { library, memory } = this.parts;
    const { folder } = library.get(oid);
    const syncs = this.chosenToWrite(pen);
    const out = new Set(syncs.map((sync) => sync.pen.id));
    await library.changeAlbum(folder, (album) => {
      if (pen === undefined) return { ...album, on_pens: 'none' };
      const left = memory
        .all()
        .filter((known) => isFor(album, known) && !out.has(known.id))
        .map((known) => known.id);
      return { ...album, on_pens: left.length === 0 ? 'none' : left };
    });
    throwFirst(await Promise.allSettled(syncs.map((sync) => sync.carryOut({ remove: oid }))));
    return this.parts.view(library.get(oid));
  }

  async sync(pen?: string): Promise<PenView[]> {
    const syncs = this.chosen(pen);
    throwFirst(await Promise.allSettled(syncs.map((sync) => sync.carryOut({ all: true }))));
    return syncs.map((sync) => this.viewOf(sync));
  }

  async eject(pen?: string): Promise<PenView[]> {
    const { log } = this.parts;
    const syncs = this.chosen(pen);
    for (const sync of syncs) {
      this.ejecting.add(sync.pen.id);
      await sync.stop('The pen is being unmounted.');
      this.here.delete(sync.pen.id);
      try {
        await ejectPen(sync.pen.path);
        this.unmounted.add(sync.pen.id);
        log.info(`The pen ${sync.pen.name} is unmounted: safe to unplug.`);
      } finally {
        this.ejecting.delete(sync.pen.id);
        this.changed();
        this.looking.look();
      }
    }
    return this.list();
  }
}

const oidsOf = (known: KnownPen | undefined): number[] =>
  [...new Set((known?.files ?? []).map((file) => file.oid))].sort((a, b) => a - b);

const awayView = (pen: KnownPen, unmounted: boolean): PenView => ({
  id: pen.id,
  name: pen.name,
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
  albums: oidsOf(pen),
  problems: [],
  shadowed: [],
  safe_to_unplug: true,
  unmounted,
  last_seen: new Date(pen.last_seen).toISOString(),
});

function throwFirst(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
