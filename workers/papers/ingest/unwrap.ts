import { isRecord } from '../../base/input/record.js';
import { shapeOf } from './shapes/table.js';
import type { Raw } from './shapes/values.js';
import { listsOfPapers } from './split-json.js';

/** Keys around each paper of a list. */
const wraps = ['citingPaper', 'citedPaper', '_source', 'metadata', 'paper', 'entry', 'work', 'row', 'doc'];
/** Keys around a single paper. */
const alone = ['message', 'data', 'note', 'paper', 'result', 'record'];

/**
 * Returns the papers in a record: the record itself, the list in it (`splitJson` has already split long lists), the one
 * paper that it wraps, its papers by id, or the rows of a table.
 */
export function unwrapped(record: unknown): readonly unknown[] {
  if (!isRecord(record)) return [record];
  const rows = rowsIn(record);
  if (rows !== undefined) return rows;
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

/** Returns the rows of a table that is written by columns, as pandas does by default, and in two other ways. */
function rowsIn(record: Raw): readonly unknown[] | undefined {
  const { columns, data } = record;
  if (isList(columns) && isList(data) && data.every(isList))
    return data.map((cells) => Object.fromEntries(columns.map((column, at) => [String(column), cells[at]])));
  const titles = Object.entries(record).find(([key]) => /^(paper_?)?title$/i.test(key))?.[1];
  const all = Object.entries(record);
  if (isRecord(titles) && all.length > 1 && all.every(([, column]) => isRecord(column)))
    return Object.keys(titles).map((row) =>
      Object.fromEntries(all.map(([key, column]) => [key, (column as Raw)[row]])),
    );
  const isTable = isList(titles) && titles.length > 1 && all.length > 1;
  if (!isTable || !all.every(([, column]) => isList(column) && column.length === titles.length)) return undefined;
  return titles.map((_, row) => Object.fromEntries(all.map(([key, column]) => [key, (column as unknown[])[row]])));
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
