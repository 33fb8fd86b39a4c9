import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { formatOf } from '../../../workers/papers/ingest/types.js';

it('of files that are dropped on a page are those that are papers, but for texts', () => {
  const script = readFileSync(new URL('../../../http/public/uploads/upload-sort.js', import.meta.url), 'utf8');
  const [, pattern = ''] = /isPapers = \({ name }\) =>\s*\/(.+)\/i\.test/.exec(script) ?? [];
  const isPapers = new RegExp(pattern, 'i');
  const endings = 'json jsonl ndjson csv tsv bib bibtex ris nbib ciw enw xml atom db sqlite sqlite3 xlsx parquet'.split(
    ' ',
  );
  for (const ending of endings) {
    expect([ending, formatOf(`a.${ending}`)]).not.toEqual([ending, undefined]);
    for (const packed of ['', '.gz', '.bz2', '.xz', '.zst'])
      expect([ending, packed, isPapers.test(`a.${ending}${packed}`)]).toEqual([ending, packed, true]);
  }
  expect(isPapers.test('lyrics.txt')).toBe(false);
});
