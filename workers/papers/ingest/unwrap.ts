import { isRecord } from '../../base/input/record.js';
import { shapeOf } from './shapes/table.js';
import type { Raw } from './shapes/values.js';
import { listsOfPapers } from './split-json.js';

/** Keys around each paper of a list. */
const wraps = ['citingPaper', 'citedPaper', '_source', 'metadata', 'paper', 'entry', 'work'];
/** Keys around a single paper. */
const alone = ['message', 'data', 'note', 'paper', 'result', 'record'];

/**
 * Returns the papers in a record: the record itself, the list in it (`splitJson` has already split long lists), the one
 * paper that it wraps, or its papers by id.
 */
export function unwrapped(record: unknown): readonly unknown[] {
  if (!isRecord(record)) return [record];
  const inner = innerOf(record);
  if (inner !== undefined) return [inner];
  if ('authors' in record || 'author' in record || 'abstract' in record) return [record];
  const list = listIn(record);
  if (list !== undefined) return list;
  if (shapeOf(record) !== undefined) return [record];
  const only = alone.map((key) => record[key]).find((value) => isRecord(value) && shapeOf(value) !== undefined);
  if (only !== undefined) return [only];
  const byId = Object.values(record);
  return byId.length > 0 && byId.every((value) => isRecord(value) && shapeOf(value) !== undefined) ? byId : [record];
}

function innerOf(record: Raw): unknown {
  if ('title' in record) return undefined;
  return wraps.map((key) => record[key]).find((value) => isRecord(value) && 'title' in value);
}

/** Also accepts a single paper in place of a list. */
function listIn(record: Raw): readonly unknown[] | undefined {
  for (const path of listsOfPapers) {
    const found = path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), record);
    const list = Array.isArray(found) ? (found as unknown[]) : path.includes('.') && isRecord(found) ? [found] : [];
    if (
      list.length > 0 &&
      list.some((one) => isRecord(one) && (shapeOf(one) !== undefined || innerOf(one) !== undefined))
    )
      return list.map((one) => (isRecord(one) ? (innerOf(one) ?? one) : one));
  }
  return undefined;
}
