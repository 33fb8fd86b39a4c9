/** Stores the last printed order in a file next to the settings, so that it survives a restart. */
import * as z from 'zod/v4';
import { messageOf } from '../../workers/base/errors.js';
import { JsonStore } from '../../workers/base/files/json-store.js';
import type { Log } from '../../workers/base/ports.js';

/** The layout is checked when it is used, because users may edit the file. */
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
    const onBroken = (why: string): void => log.warn(`Cannot read the last printed order from ${path}: ${why}`);
    return new LastOrder(
      await JsonStore.open<KeptOrder | null>({ path, schema: orderSchema, fallback: null, onBroken }),
      log,
    );
  }

  get(): KeptOrder | null {
    return this.store.value;
  }

  /** Resolves when it is on the disk; a failure is only logged. */
  set(order: KeptOrder): Promise<void> {
    return this.store
      .set(order)
      .catch((error: unknown) => this.log.warn(`Cannot save the last printed order: ${messageOf(error)}`));
  }
}
