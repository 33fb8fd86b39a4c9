/**
 * Finds entries of the inbox that crash the program. An entry is noted before its import and removed from the note at
 * the end. For an entry that is in the note at a start, one crash is counted. A single crash may have another cause: a
 * power failure, a person, or another entry that was imported in parallel. So the entry is retried, one at a time. An
 * entry with two crashes in a row is rejected. If the program hung while only one entry was being imported, that entry
 * caused it, and two are counted.
 */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import * as z from 'zod/v4';
import { JsonStore } from '../../workers/base/files/json-store.js';
import type { Entry } from './scan.js';

// On the disk, crashes are called strikes: notes of older versions stay valid.
const noteSchema = z.object({ at_work: z.array(z.string()), strikes: z.record(z.string(), z.number()) });
const nothing: z.output<typeof noteSchema> = { at_work: [], strikes: {} };

type Work = (entry: Entry) => Promise<void>;

const mostCrashes = 2;
/** If the program crashes, up to this many entries are suspects, and are then imported one at a time. */
const notedAtOnce = 100;

export class CrashSuspects {
  /** Crashes by entry key. */
  private crashes: Promise<Map<string, number>> | undefined;
  private readonly atWork = new Set<string>();
  private readonly oneAtATime = pLimit(1);
  private readonly note: JsonStore<typeof nothing> | undefined;

  /**
   * @param path of the note; without it, no crashes are counted
   * @param stoodStill true if the last run was ended because its event loop was blocked
   */
  constructor(
    path: string | undefined,
    private readonly stoodStill = false,
  ) {
    this.note = path === undefined ? undefined : new JsonStore({ path, schema: noteSchema, fallback: nothing });
  }

  /**
   * Runs the work while it is noted; runs `reject` instead if the work crashed the program twice. Throws what either
   * of them throws, and the system's error if the note cannot be written.
   */
  guard(entries: readonly Entry[], work: () => Promise<void>, reject: () => Promise<void>): Promise<void> {
    return this.guardKey(keyOf(entries), work, reject);
  }

  /**
   * As `guard`, for many independent entries, one after the other. Entries without a crash are noted in batches, since
   * each note is synced to the disk.
   * @param kind distinguishes this work on an entry from other work on it, which has its own count
   */
  async guardEach(
    entries: readonly Entry[],
    { kind, work, reject }: { kind: string; work: Work; reject: Work },
  ): Promise<void> {
    const crashes = await this.known();
    const keyed = entries.map((entry) => ({ entry, key: `${kind} ${keyOf([entry])}` }));
    const fresh = keyed.filter(({ key }) => !crashes.has(key));
    const suspects = keyed.filter(({ key }) => crashes.has(key));
    for (let at = 0; at < fresh.length; at += notedAtOnce) {
      const some = fresh.slice(at, at + notedAtOnce);
      const workOnAll = async (): Promise<void> => {
        for (const { entry } of some) await work(entry);
      };
      await this.noted(
        some.map(({ key }) => key),
        workOnAll,
      );
    }
    for (const { entry, key } of suspects)
      await this.guardKey(
        key,
        () => work(entry),
        () => reject(entry),
      );
  }

  private async guardKey(key: string, work: () => Promise<void>, reject: () => Promise<void>): Promise<void> {
    const crashes = (await this.known()).get(key) ?? 0;
    if (crashes >= mostCrashes) {
      await reject();
      return this.remove([key]);
    }
    return crashes > 0 ? this.oneAtATime(() => this.noted([key], work)) : this.noted([key], work);
  }

  private async noted(keys: readonly string[], work: () => Promise<void>): Promise<void> {
    for (const key of keys) this.atWork.add(key);
    try {
      await this.write();
      await work();
    } finally {
      await this.remove(keys);
    }
  }

  private async remove(keys: readonly string[]): Promise<void> {
    const crashes = await this.known();
    for (const key of keys) {
      this.atWork.delete(key);
      crashes.delete(key);
    }
    await this.write();
  }

  private known(): Promise<Map<string, number>> {
    return (this.crashes ??= this.read());
  }

  /** Entries in the note were being imported when the last run ended. A note that cannot be read counts as empty. */
  private async read(): Promise<Map<string, number>> {
    const { at_work: atWork, strikes } = (await this.note?.read()) ?? nothing;
    const crashes = new Map(Object.entries(strikes));
    const more = this.stoodStill && atWork.length === 1 ? mostCrashes : 1;
    for (const key of atWork) crashes.set(key, (crashes.get(key) ?? 0) + more);
    return crashes;
  }

  private async write(): Promise<void> {
    const strikes = Object.fromEntries(await this.known());
    await this.note?.set({ at_work: [...this.atWork], strikes });
  }
}

/** An entry that changes gets a new key. */
const keyOf = (entries: readonly Entry[]): string =>
  `${entries[0]?.key} ${createHash('sha256')
    .update(entries.map(({ signature }) => signature).join('\0'))
    .digest('hex')
    .slice(0, 16)}`;
