/** The order that was printed last, in a file beside the settings: it survives a restart. */
import * as z from 'zod';
import { messageOf } from '../../workers/base/errors.js';
import { JsonStore } from '../../workers/base/files/json-store.js';
import type { Log } from '../../workers/base/ports.js';

/** The layout is checked when it is used: a person may have edited the file. */
const orderSchema = z.object({ oids: z.array(z.int()), layout: z.record(z.string(), z.unknown()) });

export interface KeptOrder {
  oids: readonly number[];
  layout: object;
}

export class LastOrder {
  private constructor(
    private readonly store: JsonStore<KeptOrder | null>,
    private readonly log: Log,
  ) {}

  static async open(path: string, log: Log): Promise<LastOrder> {
    const onBroken = (why: string): void => log.warn(`What was printed last cannot be read from ${path}: ${why}`);
    return new LastOrder(
      await JsonStore.open<KeptOrder | null>({ path, schema: orderSchema, fallback: null, onBroken }),
      log,
    );
  }

  get(): KeptOrder | null {
    return this.store.value;
  }

  /** On the disk when the promise is kept, or said in the log. */
  set(order: KeptOrder): Promise<void> {
    return this.store
      .set(order)
      .catch((error: unknown) => this.log.warn(`What was printed last is not kept: ${messageOf(error)}`));
  }
}
