import { describe, expect, it } from '@jest/globals';
import type { Entry } from '../../../daemon/inbox/scan.js';
import { Settling } from '../../../daemon/inbox/settle.js';

const entry = (name: string, signature: string, kind: Entry['kind'] = 'folder'): Entry => ({
  key: `${kind}/${name}`,
  kind,
  name,
  files: [],
  identity: null,
  anyway: false,
  seen: signature,
  signature,
});
const names = (entries: readonly Entry[]): string[] => entries.map(({ name }) => name);

describe('Settling', () => {
  it('settles an entry when nothing in it has changed for the given time', () => {
    const settling = new Settling();
    expect(settling.observe([entry('a', '1')], 0, 5000)).toMatchObject({ settled: [], nextIn: 5000 });
    expect(settling.observe([entry('a', '1')], 4999, 5000)).toMatchObject({ settled: [], nextIn: 1 });
    expect(names(settling.observe([entry('a', '1')], 5000, 5000).settled)).toEqual(['a']);
  });

  it('restarts the wait with every change', () => {
    const settling = new Settling();
    settling.observe([entry('a', '1')], 0, 5000);
    settling.observe([entry('a', '2')], 4000, 5000);
    expect(settling.observe([entry('a', '2')], 8000, 5000).settled).toEqual([]);
    expect(settling.observe([entry('a', '2')], 9000, 5000).settled).toHaveLength(1);
  });

  it('waits for each entry separately', () => {
    const settling = new Settling();
    settling.observe([entry('a', '1'), entry('b', '1')], 0, 1000);
    expect(names(settling.observe([entry('a', '1'), entry('b', '2')], 1000, 1000).settled)).toEqual(['a']);
  });

  it('settles at once with a wait of 0', () => {
    expect(new Settling().observe([entry('a', '1')], 0, 0).settled).toHaveLength(1);
  });

  it('lets loose files wait for each other, up to a limit', () => {
    const settling = new Settling();
    const loose = (name: string, signature: string): Entry => entry(name, signature, 'loose');
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

  it('lets discs of one album wait for each other, up to a quarter of an hour, and nothing else', () => {
    const settling = new Settling();
    const [first, other] = [entry('Sea CD1', '1'), entry('Sea CD1 - notes', '1')];
    settling.observe([first, other, entry('Sea CD2', '1')], 0, 1000);
    expect(names(settling.observe([first, other, entry('Sea CD2', '2')], 1000, 1000).settled)).toEqual([other.name]);
    expect(names(settling.observe([first, entry('Sea CD2', '2')], 2000, 1000).settled)).toEqual(['Sea CD1', 'Sea CD2']);
    const at = (minute: number): Entry[] =>
      settling.observe([first, entry('Sea CD2', `grows ${minute}`)], 3000 + minute * 60_000, 1000).settled;
    for (let minute = 0; minute < 14; minute++) expect([minute, names(at(minute))]).toEqual([minute, []]);
    expect(names(at(15))).toEqual(['Sea CD1']);
  });

  it('forgets entries that are gone', () => {
    const settling = new Settling();
    settling.observe([entry('a', '1')], 0, 1000);
    settling.observe([], 500, 1000);
    expect(settling.observe([entry('a', '1')], 1000, 1000).settled).toEqual([]);
  });
});
