/** An arrival: files that arrived, and their result. */
import * as z from 'zod/v4';
import { time, words } from '../../operations/answers.js';

/** How an arrival was received. */
const ways = ['inbox', 'upload', 'command'] as const;

/**
 * The result: new albums, tracks added to an album, or papers; or the failure: unreadable (`failed`), or known already
 * (`duplicate`). If only a part of a folder was imported, there are two arrivals.
 */
const ends = ['album', 'joined', 'papers', 'failed', 'duplicate'] as const;

/** `id` increases and is never reused. */
export const arrival = z
  .object({
    id: z.int(),
    at: time,
    way: z.enum(ways),
    end: z.enum(ends),
    /** For an upload without a name, the title of its first album. */
    name: z.string().describe('Name of the folder or the file.'),
    oids: z.array(z.int()).describe('The albums that it became, was added to, or duplicates.'),
    can_add: z.boolean().describe('The files that were set aside are known already; see `anyway`.'),
    can_replace: z.boolean().describe('They can take the place of the album’s tracks; see `replace`.'),
    tracks: z.array(z.int()).describe('Ids of the tracks that were added to the album; see `take_apart`.'),
    papers: z.int().describe('Number of imported papers.'),
    reasons: z.array(words()).describe('The first reasons.'),
    aside: z.array(z.string()).describe('Files that were set aside, as paths below the inbox.'),
  })
  .meta({ id: 'Arrival' });

/** Lists are not changed in place. */
type Kept<Facts> = { [Name in keyof Facts]: Facts[Name] extends (infer One)[] ? readonly One[] : Facts[Name] };

export type Arrival = Kept<z.output<typeof arrival>>;

/** `can_add`: none of the files is in the library since this import, so a new album of them repeats no other. */
export type NewArrival = Pick<Arrival, 'way' | 'end' | 'name'> &
  Partial<Omit<Arrival, 'id' | 'at' | 'way' | 'end' | 'name'>>;
