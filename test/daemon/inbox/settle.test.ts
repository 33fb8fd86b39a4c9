import { describe, expect, it } from '@jest/globals';
import type { Unit } from '../../../daemon/inbox/scan.js';
import { Settling } from '../../../daemon/inbox/settle.js';

const unit = (name: string, signature: string, kind: Unit['kind'] = 'folder'): Unit => ({
  key: `${kind}/${name}`,
  kind,
  name,
  files: [],
  identity: null,
  seen: signature,
  signature,
});
const names = (units: readonly Unit[]): string[] => units.map(({ name }) => name);

describe('Settling', () => {
  it('takes a unit when nothing in it has changed for so long', () => {
    const settling = new Settling();
    expect(settling.observe([unit('a', '1')], 0, 5000)).toMatchObject({ settled: [], nextIn: 5000 });
    expect(settling.observe([unit('a', '1')], 4999, 5000)).toMatchObject({ settled: [], nextIn: 1 });
    expect(names(settling.observe([unit('a', '1')], 5000, 5000).settled)).toEqual(['a']);
  });

  it('starts anew with every change', () => {
    const settling = new Settling();
    settling.observe([unit('a', '1')], 0, 5000);
    settling.observe([unit('a', '2')], 4000, 5000);
    expect(settling.observe([unit('a', '2')], 8000, 5000).settled).toEqual([]);
    expect(settling.observe([unit('a', '2')], 9000, 5000).settled).toHaveLength(1);
  });

  it('waits for each unit by itself', () => {
    const settling = new Settling();
    settling.observe([unit('a', '1'), unit('b', '1')], 0, 1000);
    expect(names(settling.observe([unit('a', '1'), unit('b', '2')], 1000, 1000).settled)).toEqual(['a']);
  });

  it('takes at once with a wait of 0', () => {
    expect(new Settling().observe([unit('a', '1')], 0, 0).settled).toHaveLength(1);
  });

  it('lets loose files wait for each other, but not for ever', () => {
    const settling = new Settling();
    const loose = (name: string, signature: string): Unit => unit(name, signature, 'loose');
    settling.observe([loose('a', '1'), loose('b', '1')], 0, 1000);
    expect(settling.observe([loose('a', '1'), loose('b', '2')], 1000, 1000).settled).toEqual([]);
    expect(names(settling.observe([loose('a', '1'), loose('b', '2')], 2000, 1000).settled)).toEqual(['a', 'b']);
    settling.observe([loose('c', '0'), loose('d', '0')], 2000, 1000);
    for (let second = 1; second < 60; second++)
      expect(
        settling.observe([loose('c', '0'), loose('d', `${second}`)], 2000 + second * 1000 - 1, 1000).settled,
      ).toEqual([]);
    expect(names(settling.observe([loose('c', '0'), loose('d', 'x')], 62_000, 1000).settled)).toEqual(['c']);
  });

  it('forgets what has gone', () => {
    const settling = new Settling();
    settling.observe([unit('a', '1')], 0, 1000);
    settling.observe([], 500, 1000);
    expect(settling.observe([unit('a', '1')], 1000, 1000).settled).toEqual([]);
  });
});
