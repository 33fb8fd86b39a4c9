/**
 * Finds units of the inbox that crash the program. A unit is noted before its import and removed from the note at the
 * end. A unit that is in the note at a start gets a strike. A single crash may have another cause: a power failure, a
 * person, or another unit that was imported in parallel. So a unit with one strike is retried, one at a time. A unit
 * with two strikes in a row is rejected. If the program hung while only one unit was being imported, that unit caused
 * it and gets both.
 */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import * as z from 'zod/v4';
import { JsonStore } from '../../workers/base/files/json-store.js';
import type { Unit } from './scan.js';

const noteSchema = z.object({ at_work: z.array(z.string()), strikes: z.record(z.string(), z.number()) });
const nothing: z.output<typeof noteSchema> = { at_work: [], strikes: {} };

type Work = (unit: Unit) => Promise<void>;

const mostStrikes = 2;
/** If the program crashes, up to this many units get a strike, and are then imported one at a time. */
const notedAtOnce = 100;

export class Strikes {
  /** Strikes by unit key. */
  private strikes: Promise<Map<string, number>> | undefined;
  private readonly atWork = new Set<string>();
  private readonly oneAtATime = pLimit(1);
  private readonly note: JsonStore<typeof nothing> | undefined;

  /**
   * @param path of the note; without it, no strikes are counted
   * @param stoodStill true if the last run was ended because its event loop was blocked
   */
  constructor(
    path: string | undefined,
    private readonly stoodStill = false,
  ) {
    this.note = path === undefined ? undefined : new JsonStore({ path, schema: noteSchema, fallback: nothing });
  }

  /**
   * Runs the work while it is noted; runs `refuse` instead if the work crashed the program twice. Throws what either
   * of them throws, and the system's error if the note cannot be written.
   */
  guard(units: readonly Unit[], work: () => Promise<void>, refuse: () => Promise<void>): Promise<void> {
    return this.guardKey(keyOf(units), work, refuse);
  }

  /**
   * As `guard`, for many independent units, one after the other. Units without a strike are noted in batches, since
   * each note is synced to the disk.
   * @param kind distinguishes this work on a unit from other work on it, which has its own strikes
   */
  async guardEach(
    units: readonly Unit[],
    { kind, work, refuse }: { kind: string; work: Work; refuse: Work },
  ): Promise<void> {
    const strikes = await this.known();
    const keyed = units.map((unit) => ({ unit, key: `${kind} ${keyOf([unit])}` }));
    const fresh = keyed.filter(({ key }) => !strikes.has(key));
    const struck = keyed.filter(({ key }) => strikes.has(key));
    for (let at = 0; at < fresh.length; at += notedAtOnce) {
      const some = fresh.slice(at, at + notedAtOnce);
      const workOnAll = async (): Promise<void> => {
        for (const { unit } of some) await work(unit);
      };
      await this.noted(
        some.map(({ key }) => key),
        workOnAll,
      );
    }
    for (const { unit, key } of struck)
      await this.guardKey(
        key,
        () => work(unit),
        () => refuse(unit),
      );
  }

  private async guardKey(key: string, work: () => Promise<void>, refuse: () => Promise<void>): Promise<void> {
    const strikes = (await this.known()).get(key) ?? 0;
    if (strikes >= mostStrikes) {
      await refuse();
      return this.cross([key]);
    }
    return strikes > 0 ? this.oneAtATime(() => this.noted([key], work)) : this.noted([key], work);
  }

  private async noted(keys: readonly string[], work: () => Promise<void>): Promise<void> {
    for (const key of keys) this.atWork.add(key);
    try {
      await this.write();
      await work();
    } finally {
      await this.cross(keys);
    }
  }

  private async cross(keys: readonly string[]): Promise<void> {
    const strikes = await this.known();
    for (const key of keys) {
      this.atWork.delete(key);
      strikes.delete(key);
    }
    await this.write();
  }

  private known(): Promise<Map<string, number>> {
    return (this.strikes ??= this.read());
  }

  /** Units in the note were being imported when the last run ended. A note that cannot be read counts as empty. */
  private async read(): Promise<Map<string, number>> {
    const { at_work: atWork, strikes: noted } = (await this.note?.read()) ?? nothing;
    const strikes = new Map(Object.entries(noted));
    const more = this.stoodStill && atWork.length === 1 ? mostStrikes : 1;
    for (const key of atWork) strikes.set(key, (strikes.get(key) ?? 0) + more);
    return strikes;
  }

  private async write(): Promise<void> {
    const strikes = Object.fromEntries(await this.known());
    await this.note?.set({ at_work: [...this.atWork], strikes });
  }
}

/** A unit that changes gets a new key. */
const keyOf = (units: readonly Unit[]): string =>
  `${units[0]?.key} ${createHash('sha256')
    .update(units.map(({ signature }) => signature).join('\0'))
    .digest('hex')
    .slice(0, 16)}`;
