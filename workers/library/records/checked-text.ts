/**
 * JSON that tells by itself whether it is as it was written: `{"sha256":"<of all that follows>","version":…`. A disk
 * that turns a bit over, or a hand that slips, is noticed. Pure.
 */
import { createHash } from 'node:crypto';

const head = /^\{"sha256":"([0-9a-f]{64})",\s*/;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** @param indent spaces a level, where people shall read it */
export function checkedText(value: object, indent = 0): string {
  const rest = JSON.stringify(value, null, indent).slice(1);
  return `{"sha256":"${digestOf(rest.trimStart())}",${rest}`;
}

/**
 * What was written, without the digest.
 * @returns `isChecked`: whether it bears one, which is right
 * @throws Error with a predicate: `is broken (…)`, `is not as it was written …`
 */
export function readCheckedText(text: string): { value: unknown; isChecked: boolean } {
  const [found, digest] = head.exec(text) ?? [];
  if (found !== undefined && digestOf(text.slice(found.length)) !== digest)
    throw new Error('is not as it was written (its checksum is another one)');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`is broken (${(error as Error).message})`, { cause: error });
  }
  if (found === undefined || typeof value !== 'object' || value === null) return { value, isChecked: false };
  const { sha256: _, ...written } = value as Record<string, unknown>;
  return { value: written, isChecked: true };
}
