/** Stores the last arrivals in a file next to the settings, so that a restart does not lose them. */
import * as z from 'zod/v4';
import { arrival, type Arrival } from '../../../http/resources/upload/arrival.js';
import { JsonStore } from '../../../workers/base/files/json-store.js';
import { revived, Sentence, type Words } from '../../../workers/base/language/sentence.js';
import type { Log } from '../../../workers/base/ports.js';

export interface ArrivalData {
  /** Id of the newest arrival ever. */
  last: number;
  /** Id of the newest arrival that was seen. */
  seen: number;
  /** Newest first. */
  arrivals: readonly Arrival[];
}

const stored = z.object({
  last: z.int().min(0),
  seen: z.int().min(0),
  arrivals: z.array(
    arrival.extend({
      reasons: z.array(z.unknown().transform(revived)),
      // Lists of older versions have no tracks.
      tracks: z.array(z.int()).default([]),
      // Older lists do not have it. The inbox decides again about their files.
      can_add: z.boolean().default(false),
      can_replace: z.boolean().default(false),
    }),
  ),
});

const plain = (words: Words): unknown => (words instanceof Sentence ? words.data() : words);

const encode = ({ arrivals, ...ids }: ArrivalData): unknown => ({
  ...ids,
  arrivals: arrivals.map(({ reasons, ...arrival }) => ({ ...arrival, reasons: reasons.map(plain) })),
});

const nothing: ArrivalData = { last: 0, seen: 0, arrivals: [] };

/** An unreadable file is replaced at the next arrival, because the list is only for display. */
export const openKept = (path: string, log: Log): Promise<JsonStore<ArrivalData>> =>
  JsonStore.open<ArrivalData>({
    ...{ path, schema: stored, encode, fallback: nothing },
    onBroken: (why) => log.warn(`Cannot read the last arrivals from ${path}: ${why}`),
  });
