/** Combines the album tags of several tracks. */
import { nameKey } from '../../base/files/names.js';
import { discName } from './disc-names.js';

/** Removes the disc from `Album (CD 2)`: many programs write it into the album tag. */
function withoutDisc(tag: string): string {
  const name = discName(tag);
  return name?.isSure === true && name.stem !== '' ? name.stem : tag;
}

/** Returns the same key for tags that name the same album. */
export const tagKey = (tag: string): string => nameKey(withoutDisc(tag)).replace(/\s+/g, ' ').trim();

/** Returns the disc that the album tag names. */
export const discInTag = (tag: string | undefined): number | null => {
  const name = tag === undefined ? null : discName(tag);
  return name?.isSure === true && name.stem !== '' ? (name.discs[0] ?? null) : null;
};

/**
 * Returns the tag of more than half of the tracks with a tag, without the disc if the tags differ only in it. Undefined
 * without tags, and for a mix of albums.
 */
export function commonTag(tags: readonly (string | undefined)[]): string | undefined {
  const given = tags.filter((tag) => tag !== undefined);
  const key = majorityTag(given);
  const same = given.filter((tag) => tagKey(tag) === key);
  const [first = ''] = same;
  return new Set(same.map(nameKey)).size > 1 ? withoutDisc(first) : mostFrequent(same);
}

/** Returns the key of the tag that more than half of the tracks have; null if there is none. */
export function majorityTag(tags: readonly (string | undefined)[]): string | null {
  const keys = tags.map((tag) => (tag === undefined ? undefined : tagKey(tag)));
  const most = mostFrequent(keys);
  return most !== undefined && keys.filter((key) => key === most).length * 2 > keys.length ? most : null;
}

/** Returns the most frequent value; the first of several. */
export function mostFrequent<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<[Value, number] | undefined>(
    (best, entry) => (best !== undefined && best[1] >= entry[1] ? best : entry),
    undefined,
  )?.[0];
}

/** Returns the value of more than half of the tracks with one; undefined for a mix of albums. */
export function mostOf<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  const given = values.filter((value) => value !== undefined);
  const most = mostFrequent(given);
  return given.filter((value) => value === most).length * 2 > given.length ? most : undefined;
}
