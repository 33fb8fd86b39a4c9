/** The last arrivals in a file beside the settings: a restart forgets none. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { ends, ways, type Arrival } from '../../http/resources/arrivals/service.js';
import { messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { writeDurably } from '../../workers/base/files/durable.js';
import { revived, Sentence } from '../../workers/base/language/sentence.js';
import type { Log } from '../../workers/base/ports.js';

export interface ArrivalData {
  /** Id of the newest that there was. */
  last: number;
  /** Id of the newest that was looked at. */
  seen: number;
  /** Newest first. */
  arrivals: readonly Arrival[];
}

const stored = z.object({
  last: z.int().min(0),
  seen: z.int().min(0),
  arrivals: z.array(
    z.object({
      id: z.int().min(1),
      at: z.iso.datetime(),
      way: z.enum(ways),
      end: z.enum(ends),
      name: z.string(),
      oids: z.array(z.int()),
      papers: z.int().min(0),
      reasons: z.array(z.unknown()).transform((reasons) => reasons.map(revived)),
      aside: z.array(z.string()),
    }),
  ),
});

const nothing: ArrivalData = { last: 0, seen: 0, arrivals: [] };

/** What cannot be read is as good as nothing: it is a list for people to look at, and says so in the log. */
export function readArrivals(path: string, log: Log): ArrivalData {
  try {
    return stored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT')
      log.warn(`The last arrivals cannot be read from ${path}: ${messageOf(error)}`);
    return nothing;
  }
}

export const writeArrivals = (path: string, data: ArrivalData): Promise<void> =>
  writeDurably(
    path,
    `${JSON.stringify({
      ...data,
      arrivals: data.arrivals.map((arrival) => ({
        ...arrival,
        reasons: arrival.reasons.map((reason) => (reason instanceof Sentence ? reason.data() : reason)),
      })),
    })}\n`,
  );
