/** Sorts fields as a person reads the page: row by row, each from left to right. */
import type { Area } from './regions.js';

interface Placed<Field> {
  readonly field: Field;
  readonly x: number;
  readonly y: number;
  readonly half: number;
}

/** @param turned clockwise rotation of the page in the picture, in degrees */
export function inReadingOrder<Field extends Area>(fields: readonly Field[], turned: number): Field[] {
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const placed: Placed<Field>[] = fields.map((field) => {
    const [x, y] = [field.x + field.width / 2, field.y + field.height / 2];
    const isOnSide = Math.abs(sin) > Math.abs(cos);
    return { field, x: x * cos + y * sin, y: y * cos - x * sin, half: (isOnSide ? field.width : field.height) / 2 };
  });
  placed.sort((a, b) => a.y - a.half - (b.y - b.half));
  const rows: Placed<Field>[][] = [];
  for (const one of placed) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    // The field is in the same row if its upper edge is above the centre of the row's first field.
    if (row !== undefined && first !== undefined && one.y - one.half < first.y) row.push(one);
    else rows.push([one]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x).map(({ field }) => field));
}
