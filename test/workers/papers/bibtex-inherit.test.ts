/** What entries of a .bib file inherit if the file is large or hostile. */
import { expect, it } from '@jest/globals';
import { Inheritance } from '../../../workers/papers/ingest/read/bibtex-inherit.js';

function inherited(records: readonly Record<string, string>[]): unknown[] {
  const inheritance = new Inheritance();
  const at = records.flatMap((record, line) => inheritance.take({ line, record }));
  return [...at, ...inheritance.finish()].map((found) => 'record' in found && found.record);
}

it('lets thousands of long entries inherit from a parent behind them', () => {
  const abstract = 'An abstract of some length. '.repeat(300);
  const child = { '@type': 'inproceedings', abstract, crossref: 'p' };
  const parent = { '@type': 'proceedings', '@key': 'p', title: 'Proc. of Pens', year: '2018' };
  const found = inherited([...Array.from({ length: 2000 }, () => child), parent]);
  expect(found).toHaveLength(2000);
  expect(found).toContainEqual({ '@type': 'inproceedings', abstract, booktitle: 'Proc. of Pens', year: '2018' });
  expect(found.filter((one) => (one as { year?: string }).year === undefined)).toEqual([]);
});

it('follows no endless chain', () => {
  const chain = Array.from({ length: 20_000 }, (_, n) => ({
    ...{ '@type': 'xdata', '@key': `x${n}`, xdata: `x${n + 1}` },
    [`field${n}`]: 'x',
  }));
  const [found] = inherited([{ '@type': 'article', title: 'A', xdata: 'x0' }, ...chain]);
  expect(found).toMatchObject({ title: 'A', field0: 'x', field10: 'x' });
  expect(Object.keys(found as object).length).toBeLessThan(50);
});
