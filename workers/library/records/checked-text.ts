/**
 * JSON with a checksum of its content: `{"sha256":"<of all that follows>","version":…`. It detects a flipped bit of a
 * disk and an accidental edit. Pure.
 */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

const head = /^\{"sha256":"([0-9a-f]{64})",\s*/;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** @param indent spaces per level, for a file that people read */
export function checkedText(value: object, indent = 0): string {
  const rest = JSON.stringify(value, null, indent).slice(1);
  return `{"sha256":"${digestOf(rest.trimStart())}",${rest}`;
}

/** Cache: lists hold records, which are replaced and never changed, so each is encoded once. */
const known = new WeakMap<object, Buffer>();

function bytesOf(record: object): Buffer {
  const bytes = known.get(record) ?? Buffer.from(JSON.stringify(record));
  known.set(record, bytes);
  return bytes;
}

/** Records per turn of the event loop. */
const aTurn = 200;

/**
 * `checkedText` for a value with long lists of records, few of which are new: new ones are encoded, the rest is
 * copied. Yields to other work meanwhile. Records must not be changed once they were written.
 */
export async function checkedBytes(value: object): Promise<Buffer> {
  const parts: Buffer[] = [];
  const put = (text: string): void => void parts.push(Buffer.from(text));
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    if (field === undefined) continue;
    put(`${parts.length === 0 ? '' : ','}${JSON.stringify(name)}:`);
    if (!Array.isArray(field) || typeof field[0] !== 'object') {
      put(JSON.stringify(field));
      continue;
    }
    put('[');
    for (const [n, record] of (field as object[]).entries()) {
      if (n > 0) parts.push(comma);
      parts.push(bytesOf(record));
      if (n % aTurn === aTurn - 1) await nextTurn();
    }
    put(']');
  }
  put('}');
  const digest = createHash('sha256');
  for (const [n, part] of parts.entries()) {
    digest.update(part);
    // Each record has two parts.
    if (n % (2 * aTurn) === 0) await nextTurn();
  }
  return Buffer.concat([Buffer.from(`{"sha256":"${digest.digest('hex')}",`), ...parts]);
}

const comma = Buffer.from(',');

/**
 * Returns the written value, without the digest.
 * @returns `isChecked`: whether it has a correct digest
 * @throws Error with a predicate: `is broken (…)`, `was changed …`
 */
export function readCheckedText(text: string): { value: unknown; isChecked: boolean } {
  const [found, digest] = head.exec(text) ?? [];
  if (found !== undefined && digestOf(text.slice(found.length)) !== digest)
    throw new Error('was changed after it was written (its checksum does not match)');
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
