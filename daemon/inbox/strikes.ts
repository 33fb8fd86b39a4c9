/**
 * What was at work when the program died. A unit of the inbox is noted before it is taken and crossed out at the end;
 * what stands there at a start has a strike. One may be the power's or a person's fault, or another unit's beside it:
 * with a strike a unit is taken again, one at a time. With two in a row it is not taken any more.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { parseJson } from '../../workers/base/input/json.js';
import { isRecord } from '../../workers/base/input/record.js';
import { writeDurably } from '../../workers/base/files/durable.js';
import type { Unit } from './scan.js';

const mostStrikes = 2;

export class Strikes {
  /** By what the units are. */
  private strikes: Promise<Map<string, number>> | undefined;
  private readonly atWork = new Set<string>();
  private readonly oneAtATime = pLimit(1);
  private readonly writing = pLimit(1);

  /** @param path of the note; without one nothing is noted */
  constructor(private readonly path: string | undefined) {}

  /**
   * Does the work, noted; `refuse` where the program died of it twice.
   * Throws what either of them throws, and the system's error where the note cannot be written.
   */
  async guard(units: readonly Unit[], work: () => Promise<void>, refuse: () => Promise<void>): Promise<void> {
    if (this.path === undefined) return work();
    const key = keyOf(units);
    const strikes = (await this.known()).get(key) ?? 0;
    if (strikes >= mostStrikes) {
      await refuse();
      return this.cross(key);
    }
    return strikes > 0 ? this.oneAtATime(() => this.noted(key, work)) : this.noted(key, work);
  }

  private async noted(key: string, work: () => Promise<void>): Promise<void> {
    this.atWork.add(key);
    await this.write();
    try {
      await work();
    } finally {
      await this.cross(key);
    }
  }

  private async cross(key: string): Promise<void> {
    this.atWork.delete(key);
    (await this.known()).delete(key);
    await this.write();
  }

  private known(): Promise<Map<string, number>> {
    return (this.strikes ??= this.read());
  }

  /** Who is at work in the note was so when the last run ended. */
  private async read(): Promise<Map<string, number>> {
    const text = await readFile(this.path ?? '', 'utf8').catch(() => '{}');
    const note = parsed(text);
    const strikes = new Map<string, number>();
    for (const [key, count] of Object.entries(isRecord(note['strikes']) ? note['strikes'] : {}))
      if (typeof count === 'number') strikes.set(key, count);
    for (const key of Array.isArray(note['at_work']) ? note['at_work'] : [])
      if (typeof key === 'string') strikes.set(key, (strikes.get(key) ?? 0) + 1);
    return strikes;
  }

  /** One after the other, each with what is so by then. */
  private write(): Promise<void> {
    return this.writing(async () => {
      const note = { at_work: [...this.atWork], strikes: Object.fromEntries(await this.known()) };
      await writeDurably(this.path ?? '', `${JSON.stringify(note)}\n`);
    });
  }
}

/** A note that cannot be read is none. */
function parsed(text: string): Record<string, unknown> {
  try {
    const note = parseJson(text);
    return isRecord(note) ? note : {};
  } catch {
    return {};
  }
}

/** What changes is another one. */
const keyOf = (units: readonly Unit[]): string =>
  `${units[0]?.key} ${createHash('sha256')
    .update(units.map(({ signature }) => signature).join('\0'))
    .digest('hex')
    .slice(0, 16)}`;
