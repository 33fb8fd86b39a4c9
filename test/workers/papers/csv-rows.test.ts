import { expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { CsvRows } from '../../../workers/papers/ingest/read/csv-rows.js';

/** Numbers from 0 to below `most`, the same on every run. */
function numbers(seed: number): (most: number) => number {
  let state = seed + 1;
  return (most) => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) % most;
}

const inPieces = (text: string, size: number): unknown[] => {
  const rows = new CsvRows(',');
  const found: unknown[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...rows.take(text.slice(at, at + size)));
  return [...found, ...rows.finish()];
};

it('reads what another reader reads, in pieces of any size', () => {
  const signs = ['"', '"', '""', ',', ',', '\n', '\n', 'a', 'bc', ' ', ';', '🖊'];
  let tables = 0;
  for (let seed = 0; seed < 3000; seed++) {
    const next = numbers(seed);
    const text = Array.from({ length: 1 + (seed % 23) }, () => signs[next(signs.length)]).join('');
    let cells: unknown;
    try {
      cells = parse(text, { relax_quotes: true, relax_column_count: true, skip_empty_lines: true });
    } catch {
      expect([text, inPieces(text, 3).at(-1)]).toEqual([text, expect.objectContaining({ reason: expect.anything() })]);
      continue;
    }
    tables++;
    for (const size of [1, 2, 100]) {
      const rows = inPieces(text, size) as { cells: string[] }[];
      expect([text, rows.map((row) => row.cells)]).toEqual([text, cells]);
    }
  }
  expect(tables).toBeGreaterThan(1000);
});

it('says on which line a row begins, whatever it has in quotes', () => {
  const text = '\na,"b\n\nc"\n"d\n"\n\n,\ne';
  for (const size of [1, 5, 100])
    expect(inPieces(text, size)).toEqual([
      { line: 2, cells: ['a', 'b\n\nc'] },
      { line: 5, cells: ['d\n'] },
      { line: 8, cells: ['', ''] },
      { line: 9, cells: ['e'] },
    ]);
});
