/**
 * Maps of papers. The map of all papers is cached in a file in the data folder until the vectors change, or the papers
 * if there are no vectors. The map of a search is drawn on demand. Implements the PaperMapService of the HTTP room.
 */
import { join } from 'node:path';
import type { MapAnswer, PaperMapService } from '../../../http/papers/paper-map/service.js';
import type { PaperQuery, PapersFound, PaperStatus } from '../../../http/papers/papers/service.js';
import { messageOf } from '../../../workers/base/errors.js';
import { JsonStore } from '../../../workers/base/files/json-store.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { Log, MonotonicClock } from '../../../workers/base/ports.js';
import { keptMapFile } from './kept-map.js';
import { mapSource, type MapSource } from './map-source.js';
import { mapView, type KeptMap } from './map-views.js';
import { paperProblem } from '../problem.js';
import type { PaperStores, StoresInUse } from '../stores.js';

export interface MapParts {
  stores: Pick<StoresInUse, 'use'>;
  isUsed: () => boolean;
  /** Why embedding fails. */
  problem: () => PaperStatus['problem'];
  search: (query: PaperQuery) => Promise<PapersFound>;
  /** Called when the map has changed. */
  changed: () => void;
  /** The daemon's data folder. */
  data: string;
  clock: MonotonicClock;
  log: Log;
}

/** Milliseconds that a page waits for a map. A small map is ready by then. */
const patience = 1500;

export class PaperMaps implements PaperMapService {
  private readonly store: JsonStore<KeptMap | null>;
  private kept: KeptMap | null = null;
  private making: Promise<void> | null = null;
  private failed: Words | null = null;
  /** Vectors have changed since, although their number may be the same. */
  private isStale = false;
  private ending = new AbortController();

  constructor(private readonly parts: MapParts) {
    this.store = new JsonStore(keptMapFile(join(parts.data, 'paper-map.json')));
  }

  async map(query: PaperQuery | null): Promise<MapAnswer> {
    if (!this.parts.isUsed()) return { state: 'none', why: say('map.no_papers'), map: null };
    return paperProblem(() => (query === null ? this.ofAll() : this.ofFound(query)));
  }

  /** Call it after vectors were added or changed. */
  vectorsChanged(): void {
    if (this.isStale) return;
    this.isStale = true;
    // If the number of vectors is the same, the next start would consider the file current.
    this.forget().catch((thrown: unknown) => this.parts.log.debug(messageOf(thrown)));
  }

  private async forget(): Promise<void> {
    const kept = this.kept ?? (await this.store.read());
    if (kept?.by === 'meaning') await this.store.set(null);
  }

  /** Stops drawing. The next map uses the new stores. */
  reopen(): void {
    this.ending.abort(new Error('the settings have changed'));
    this.ending = new AbortController();
    this.kept = null;
    this.failed = null;
  }

  async stop(): Promise<void> {
    this.ending.abort(new Error('the daemon stops'));
    await this.making;
  }

  private async ofFound(query: PaperQuery): Promise<MapAnswer> {
    const { papers } = await this.parts.search(query);
    const { signal } = this.ending;
    const uids = papers.map(({ uid }) => uid);
    return this.parts.stores.use(async (stores) => {
      const { by, why, model, draw } = await this.sourceOf(stores);
      const drawn = await draw(uids, signal);
      const madeAt = this.parts.clock.now();
      const kept = { key: '', madeAt, by, model, drawn: { ...drawn, total: drawn.ids.length } };
      return { state: 'ready', why, map: await mapView(stores.database, kept) };
    });
  }

  private sourceOf(stores: PaperStores): Promise<MapSource> {
    return mapSource(stores, this.parts.problem());
  }

  private async ofAll(): Promise<MapAnswer> {
    const { stores } = this.parts;
    const { key, by, why } = await stores.use((opened) => this.sourceOf(opened));
    // The key of a map by words says whether it is current.
    const isStale = this.isStale && by === 'meaning';
    this.kept ??= isStale ? null : await this.store.read();
    if (this.kept?.key !== key || isStale) await this.inTime(this.make());
    const { kept, making, failed } = this;
    if (kept === null) return { state: making === null ? 'none' : 'making', why: failed, map: null };
    const map = await stores.use(({ database }) => mapView(database, kept));
    return { state: making === null ? 'ready' : 'making', why: kept.by === 'words' ? why : null, map };
  }

  /** Draws one map at a time. Never rejects. */
  private make(): Promise<void> {
    this.making ??= this.makeNow()
      .catch((thrown: unknown) => {
        if (this.ending.signal.aborted) return;
        this.failed = messageOf(thrown);
        this.parts.log.warn(`Cannot draw the map of the papers: ${messageOf(thrown)}`);
      })
      .finally(() => {
        this.making = null;
        this.parts.changed();
      });
    return this.making;
  }

  private async makeNow(): Promise<void> {
    const { stores, clock, log } = this.parts;
    const { signal } = this.ending;
    const since = clock.monotonic();
    this.isStale = false;
    await stores.use(async (opened) => {
      const { key, by, model, ids, draw } = await this.sourceOf(opened);
      const drawn = await draw(await ids(), signal);
      this.kept = { key, madeAt: clock.now(), by, model, drawn };
      this.failed = null;
      if (!this.isStale || by === 'words') await this.store.set(this.kept);
      log.info(`Drew the map of ${drawn.ids.length} papers in ${Math.round((clock.monotonic() - since) / 1000)} s.`);
    });
  }

  private async inTime(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => (timer = setTimeout(done, patience)));
    await Promise.race([work, late]);
    clearTimeout(timer);
  }
}
