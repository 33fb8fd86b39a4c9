import { messageOf } from '../../base/errors.js';
import { isRecord } from '../../base/input/record.js';
import { shown } from '../../base/input/shown.js';
import { say, type Words } from '../../base/language/sentence.js';
import { mostFields } from './limits.js';
import { mendPaper } from './mend-paper.js';
import { readShape, type Draft, type Reading } from './shapes/shape.js';
import { shapeOf } from './shapes/table.js';
import { isNothing } from './shapes/values.js';
import { venueOfType } from './shapes/venue-of-type.js';
import type { Paper } from '../types.js';
import type { Told, ToldByName } from './guess-from-name.js';

/** The source of a conference or year, if the record has no key of that name. */
export interface Taken {
  field: 'conference' | 'year';
  /**
   * `given`: by the importer. `name`: the name of the file or a folder. `record`: another key of the record.
   * `type`: the record names no conference, so it gets one by the type of the work.
   */
  by: 'given' | 'name' | 'record' | 'type';
  /** The name or the key. */
  from: string;
  /** Null if the value differs per record. */
  value: string | null;
}

export type ReadPaper =
  | { paper: Paper; hasOwnUid: boolean; shape: string; mended: string[]; unknown: string[]; taken: Taken[] }
  | { reason: Words };

/** Facts about all records of a source that come from outside it. */
export interface Around {
  given: Told;
  byName: ToldByName;
}

/**
 * Converts a record of any known shape to a paper, and adds the given conference and year. Never throws: a fault here
 * rejects this record only.
 */
export function readRecord(record: unknown, around: Around): ReadPaper {
  try {
    return paperOf(record, around);
  } catch (thrown) {
    return { reason: say('paper.fault', { why: messageOf(thrown) }) };
  }
}

function paperOf(record: unknown, around: Around): ReadPaper {
  const known = shapeOf(record);
  if (known === undefined) return { reason: whyNoPaper(record) };
  const number = Object.keys(known.record).length;
  if (number > mostFields) return { reason: say('paper.fields', { number: String(number), most: String(mostFields) }) };
  const reading = readShape(known.shape, known.record);
  if ('reason' in reading) return reading;
  const taken: Taken[] = [];
  const draft = completed(reading, around, taken);
  if (isNothing(draft.conference)) takeVenue(draft, known, reading.type, taken);
  const result = mendPaper(draft);
  if ('reason' in result)
    return isNothing(draft.year)
      ? { reason: say('paper.incomplete', { reason: result.reason, keys: keysOf(known.record) }) }
      : result;
  const { unknown = result.unknown } = reading;
  const { paper, hasOwnUid, mended } = result;
  return { paper, hasOwnUid, shape: known.shape.name, mended, unknown, taken };
}

type Known = NonNullable<ReturnType<typeof shapeOf>>;

function whyNoPaper(record: unknown): Words {
  if (!isRecord(record)) return say('paper.no_record', { value: shown(record) });
  return Object.keys(record).length === 0 ? say('paper.no_keys') : say('paper.no_shape', { keys: keysOf(record) });
}

function keysOf(record: object): string {
  const keys = Object.keys(record);
  return `${keys.slice(0, 12).join(', ').slice(0, 300)}${keys.length > 12 ? ', …' : ''}`;
}

/** A database that knows types has records without one. In other lists the user knows the conference. */
function takeVenue(draft: Draft, { shape, record }: Known, given: string | undefined, taken: Taken[]): void {
  const type = given ?? (shape.type === undefined || shape.isLoose === true ? undefined : 'other');
  const venue = venueOfType(type, record, draft);
  if (venue === undefined) return;
  draft.conference = venue;
  taken.push({ field: 'conference', by: 'type', from: type ?? '', value: venue });
}

/** "in press", "n.d.". A number that is no year stays, so that the record is rejected with it. */
const isWithoutNumber = (year: unknown): boolean => typeof year === 'string' && !/\p{N}/u.test(year);

/** Order of precedence: the record's own field, the importer, file names, hints in the record. */
function completed(reading: Reading, { given, byName }: Around, taken: Taken[]): Draft {
  const { draft, guess = {} } = reading;
  const complete = { ...draft };
  for (const field of ['conference', 'year'] as const) {
    const from = field === 'year' ? reading.yearFrom : reading.conferenceFrom;
    if (!isNothing(draft[field]) && !(field === 'year' && isWithoutNumber(draft.year))) {
      if (from !== undefined && from !== field) taken.push({ field, by: 'record', from, value: null });
      continue;
    }
    const [value, by, source] =
      given[field] !== undefined
        ? ([given[field], 'given', ''] as const)
        : byName[field] !== undefined
          ? ([byName[field], 'name', (field === 'year' ? byName.yearFrom : byName.conferenceFrom) ?? ''] as const)
          : ([guess[field]?.value, 'record', guess[field]?.from ?? ''] as const);
    if (value === undefined) continue;
    complete[field] = value;
    taken.push({ field, by, from: source, value: by === 'record' ? null : String(value) });
  }
  return complete;
}
