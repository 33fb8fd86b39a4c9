/** The values of single keys, row by row, so that a filter looks at each distinct value once instead of at each row. */
import { isLeaf, leafMatcher, type Condition } from '../where.js';
import { columnCodes } from './index/index-file.js';
import type { Rows } from './rows/rows.js';

interface Column {
  /** Of each row: where its value is among the values. */
  codes: Uint32Array;
  /** Each once; the first stands for rows without the key. */
  values: readonly (string | undefined)[];
}

/** Undefined for a key of which some values are on the disk only. Its shards' columns must have been read. */
export type Columns = (key: string) => Column | undefined;

/** Of the records in these slots. A key's column is made when it is first asked for. */
export function createColumns(rows: Rows, slots: Uint32Array): Columns {
  const made = new Map<string, Column | undefined>();
  return (key) => {
    if (!made.has(key)) made.set(key, columnOf(rows, slots, key));
    return made.get(key);
  };
}

function columnOf(rows: Rows, slots: Uint32Array, key: string): Column | undefined {
  const codes = new Uint32Array(slots.length);
  const values: (string | undefined)[] = [undefined];
  const known = new Map<string, number>();
  const codeOf = (value: string): number => {
    const code = known.get(value) ?? values.push(value) - 1;
    known.set(value, code);
    return code;
  };
  // Rows of a shard often stand behind each other.
  let number = -1;
  let own: Uint16Array | undefined;
  let translated: readonly number[] = [];
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number;
    if (rows.numberAt(slot) !== number) {
      number = rows.numberAt(slot);
      const shard = rows.shardAt(slot);
      const column = shard.columns.get(key);
      if (column === null || (column === undefined && shard.directory.has(key))) return undefined;
      own = column?.codes;
      translated = column?.values.map(codeOf) ?? [];
    }
    const code = own?.[rows.positionAt(slot)] ?? columnCodes.missing;
    if (code === columnCodes.missing) continue;
    if (code === columnCodes.onDisk) return undefined;
    const { sameAsId, firstValue } = columnCodes;
    codes[i] = code === sameAsId ? codeOf(rows.idAt(slot)) : (translated[code - firstValue] as number);
  }
  return { codes, values };
}

/** 1 for each row that matches, 0 for the others; undefined where a value is on the disk. */
export function maskOf(condition: Condition, columns: Columns, rows: number): Uint8Array | undefined {
  const mask = new Uint8Array(rows);
  if (isLeaf(condition)) {
    const column = columns(condition.key);
    if (column === undefined) return undefined;
    const { codes, values } = column;
    const holds = leafMatcher(condition);
    const truth = Uint8Array.from(values, (value) => Number(holds(value)));
    for (let i = 0; i < rows; i++) mask[i] = truth[codes[i] as number] as number;
    return mask;
  }
  const every = condition.kind === 'all';
  if (every) mask.fill(1);
  for (const part of condition.of) {
    const other = maskOf(part, columns, rows);
    if (other === undefined) return undefined;
    if (every) for (let i = 0; i < rows; i++) mask[i] = (mask[i] as number) & (other[i] as number);
    else for (let i = 0; i < rows; i++) mask[i] = (mask[i] as number) | (other[i] as number);
  }
  return mask;
}
