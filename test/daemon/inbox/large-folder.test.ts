/** A folder of more files than a function may have arguments, half of them unfinished. */
import { expect, it } from '@jest/globals';
import type { Entry } from '../../../daemon/inbox/scan.js';
import { Waiting } from '../../../daemon/inbox/waiting.js';
import { growthOf } from '../../support/linear.js';

function folderOf(count: number): Entry {
  const files = Array.from({ length: count }, (_, n) => {
    const relativePath = n % 2 === 0 ? `${n >> 1}.mp3` : `${n >> 1}.k9Zt.mp3.part`;
    return { root: '/inbox', path: `/inbox/CD/${relativePath}`, relativePath, size: 0, mtime_ms: n, special: false };
  });
  const facts = { identity: null, anyway: false, signature: '', seen: '' };
  return { key: 'folder/CD', kind: 'folder', name: 'CD', files, ...facts };
}

it('names what the folder waits for, and since when', () => {
  const waiting = new Waiting();
  const entry = folderOf(160_000);
  waiting.look([entry]);
  const waits = waiting.of(entry, 160_000);
  expect([waits?.waits_for.length, waits?.is_overdue]).toEqual([160_000, false]);
});

it('takes time that grows as the number of files', async () => {
  const looked = (count: number): void => {
    const waiting = new Waiting();
    const entry = folderOf(count);
    waiting.look([entry]);
    waiting.of(entry, count);
  };
  expect(await growthOf(looked, 16_000)).toBe('linear');
});
