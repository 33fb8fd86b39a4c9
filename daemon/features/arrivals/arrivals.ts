/** The list of the last arrivals and their results. */
import type { Arrival, ArrivalService } from '../../../http/features/arrivals/service.js';
import type { NewArrival } from '../../../http/resources/upload/arrival.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { JsonStore } from '../../../workers/base/files/json-store.js';
import type { Clock, Log } from '../../../workers/base/ports.js';
import type { EventBus } from '../../events.js';
import { openKept, type ArrivalData } from './kept-arrivals.js';
import { filesAside, putBack, putBackAnyway, removeAside, type FilesAside } from './put-back.js';

/** Older arrivals are only in the log. */
const mostKept = 100;
/** Per arrival; the note next to the files that were set aside has all reasons. */
const mostReasons = 20;

export interface ArrivalParts {
  /** Absolute path of the file. */
  path: string;
  inbox: string;
  /** Replaces the tracks of an album by the same ones in these files. */
  replace(oid: number, files: FilesAside): Promise<unknown>;
  clock: Pick<Clock, 'now'>;
  events: EventBus;
  log: Log;
}

export class Arrivals implements ArrivalService {
  /** Ids of arrivals whose files are being moved. */
  private readonly busy = new Set<number>();

  private constructor(
    private readonly parts: ArrivalParts,
    private readonly store: JsonStore<ArrivalData>,
  ) {}

  static async open(parts: ArrivalParts): Promise<Arrivals> {
    return new Arrivals(parts, await openKept(parts.path, parts.log));
  }

  private get data(): ArrivalData {
    return this.store.value;
  }

  add(arrival: NewArrival): void {
    const id = this.data.last + 1;
    const at = new Date(this.parts.clock.now()).toISOString();
    const blank = { oids: [], tracks: [], papers: 0, aside: [], can_add: false, can_replace: false };
    const reasons = (arrival.reasons ?? []).slice(0, mostReasons);
    const arrivals = [{ ...blank, ...arrival, id, at, reasons }, ...this.data.arrivals].slice(0, mostKept);
    this.change({ ...this.data, last: id, arrivals });
  }

  /** Resolves when everything is on the disk. */
  kept(): Promise<void> {
    return this.store.ended();
  }

  list(): Arrival[] {
    return [...this.data.arrivals];
  }

  unseen(): number {
    return this.data.arrivals.filter(({ id }) => id > this.data.seen).length;
  }

  see(upTo = this.data.last): void {
    const seen = Math.min(upTo, this.data.last);
    if (this.data.seen < seen) this.change({ ...this.data, seen });
  }

  async dismiss(id: number): Promise<void> {
    this.take(this.find(id));
    await this.kept();
  }

  async clear(upTo: number): Promise<void> {
    this.change({ ...this.data, arrivals: this.data.arrivals.filter(({ id }) => id > upTo) });
    await this.kept();
  }

  again(id: number): Promise<void> {
    return this.putBack(id, putBack);
  }

  async anyway(id: number): Promise<void> {
    const { name, can_add } = this.find(id);
    if (!can_add)
      throw new TonstiftError('conflict', say('error.partly_imported', { name, button: say('arrivals.again') }));
    return this.putBack(id, putBackAnyway);
  }

  replace(id: number): Promise<void> {
    return this.working(id, async ({ oids, name, aside, can_replace }) => {
      const { parts } = this;
      const [oid] = oids;
      const files = can_replace ? await filesAside(parts.inbox, aside) : null;
      if (oid === undefined || files === null) throw new TonstiftError('not_found', say('error.aside_gone', { name }));
      await parts.replace(oid, files);
      await removeAside(parts.inbox, aside);
    });
  }

  private putBack(id: number, back: typeof putBack): Promise<void> {
    return this.working(id, async ({ aside, name }) => {
      if (aside.length === 0 || !(await back(this.parts.inbox, aside)))
        throw new TonstiftError('not_found', say('error.aside_gone', { name }));
      // A ZIP with several known albums has an arrival for each.
      const files = aside.join('\n');
      for (const one of this.data.arrivals) if (one.id !== id && one.aside.join('\n') === files) this.take(one);
    });
  }

  /** Works on the files of an arrival, and takes it off the list. A second request meanwhile does not find it. */
  private async working(id: number, work: (arrival: Arrival) => Promise<void>): Promise<void> {
    const arrival = this.find(id);
    this.busy.add(id);
    try {
      await work(arrival);
      this.take(arrival);
      await this.kept();
    } finally {
      this.busy.delete(id);
    }
  }

  private find(id: number): Arrival {
    const found = this.data.arrivals.find((arrival) => arrival.id === id);
    if (found === undefined || this.busy.has(id))
      throw new TonstiftError('not_found', say('error.no_arrival', { id: String(id) }));
    return found;
  }

  private take({ id }: Pick<Arrival, 'id'>): void {
    this.change({ ...this.data, arrivals: this.data.arrivals.filter((arrival) => arrival.id !== id) });
  }

  private change(data: ArrivalData): void {
    const { events, log } = this.parts;
    this.store.set(data).catch((error: unknown) => log.warn(`Cannot save the last arrivals: ${messageOf(error)}`));
    events.emit('arrivals.changed', { unseen: this.unseen() });
  }
}

declare module '../../events.js' {
  interface EventData {
    'arrivals.changed': { unseen: number };
  }
}
