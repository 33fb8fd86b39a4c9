/** What was printed last, in a file beside the settings: a restart does not forget it. */
import { readFileSync } from 'node:fs';
import { messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { writeDurably } from '../../workers/base/files/durable.js';
import { isRecord } from '../../workers/base/input/record.js';
import type { Log } from '../../workers/base/ports.js';

/** As it was kept: a hand may have been at the file. */
export interface KeptOrder {
  oids: readonly number[];
  layout: object;
}

export class LastOrder {
  private order: KeptOrder | null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly log: Log,
  ) {
    this.order = this.read();
  }

  get(): KeptOrder | null {
    return this.order;
  }

  /** On the disk when the promise is kept, or said in the log; one write at a time. */
  set(order: KeptOrder): Promise<void> {
    this.order = order;
    this.writing = this.writing
      .then(() => writeDurably(this.path, `${JSON.stringify(order)}\n`))
      .catch((error: unknown) => this.log.warn(`What was printed last is not kept: ${messageOf(error)}`));
    return this.writing;
  }

  private read(): KeptOrder | null {
    try {
      const kept: unknown = JSON.parse(readFileSync(this.path, 'utf8'));
      if (!isRecord(kept) || !isRecord(kept['layout']) || !isNumbers(kept['oids'])) throw new Error('it is none');
      return { oids: kept['oids'], layout: kept['layout'] };
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT')
        this.log.warn(`What was printed last cannot be read from ${this.path}: ${messageOf(error)}`);
      return null;
    }
  }
}

const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isInteger);
