import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { GmeAlbum, ScriptedGme } from '../../../workers/gme/header.js';
import { gmeAround, gmeAroundScripts, scriptedAlbum } from '../../../workers/gme/write.js';
import { dateOf } from '../../../workers/library/fingerprint.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { jump, play } from '../../../workers/gme/script.js';
import { assemble, goldenMedia, goldens } from './goldens.js';

const album: GmeAlbum = { productId: 920, language: 'GERMAN', date: '20240229', mode: 'music' };

function failure(call: () => unknown): TonstiftError {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof TonstiftError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

describe('the golden files', () => {
  it.each(goldens)('come out to the byte: product $album.productId', (golden) => {
    const file = assemble(golden.album, goldenMedia(3));
    expect(file.length).toBe(golden.size);
    expect(createHash('sha256').update(file).digest('hex')).toBe(golden.sha256);
  });
});

describe('what is written', () => {
  const text = (head: Uint8Array, from: number, to: number): string => Buffer.from(head).toString('latin1', from, to);

  it('has six letters of the language at most, and stays out of the next field', () => {
    const { head } = gmeAround({ ...album, language: 'ITALIAN' }, [10]);
    expect(text(head, 0x52, 0x61)).toBe('20240229ITALIA\0');
  });

  it('has no language where none is wanted', () => {
    const { head } = gmeAround({ ...album, language: '' }, [10]);
    expect(text(head, 0x52, 0x61)).toBe('20240229\0\0\0\0\0\0\0');
  });

  it('takes no memory for media, and an offset beyond 2 GiB', () => {
    const { head } = gmeAround(album, [3_000_000_000, 1_000_000_000]);
    const view = Buffer.from(head);
    const table = view.readUInt32LE(4);
    expect(view.readUInt32LE(table + 8)).toBe(head.length + 3_000_000_000);
    expect(head.length).toBeLessThan(20_000);
  });
});

describe('limits', () => {
  const cases: [string, Partial<GmeAlbum>, number[], string][] = [
    ['product id 0', { productId: 0 }, [10], 'productId'],
    ['the pen’s own product ids', { productId: 994 }, [10], 'productId'],
    ['a broken product id', { productId: 1.5 }, [10], 'productId'],
    ['a language in small letters', { language: 'german' }, [10], 'language'],
    ['a date with dashes', { date: '2024-02-29' }, [10], 'date'],
    ['a day that is not', { date: '20230229' }, [10], 'date'],
    ['month 13', { date: '20231301' }, [10], 'date'],
    ['no track', {}, [], 'tracks'],
    ['100 tracks', {}, Array<number>(100).fill(10), 'tracks'],
    ['an unknown mode', { mode: 'radio' as never }, [10], 'mode'],
    ['an empty medium', {}, [10, 0], 'media'],
  ];
  it.each(cases)('refuses %s', (_, change, lengths, field) => {
    const error = failure(() => gmeAround({ ...album, ...change }, lengths));
    expect(error.code).toBe('bad_field');
    expect(Object.keys(error.fields)).toEqual([field]);
  });

  it('names all wrong fields at once', () => {
    const error = failure(() => gmeAround({ productId: 0, language: 'x', date: '', mode: 'music' }, []));
    expect(Object.keys(error.fields).sort()).toEqual(['date', 'language', 'productId', 'tracks']);
  });

  it('ends at 4 GiB − 1, to the byte', () => {
    const { head, tail } = gmeAround(album, [1]);
    const room = 2 ** 32 - 1 - head.length - tail.length - 4;
    expect(() => gmeAround(album, [room])).not.toThrow();
    expect(failure(() => gmeAround(album, [room + 1])).code).toBe('too_large');
    expect(failure(() => gmeAround(album, [2 ** 40])).code).toBe('too_large');
  });

  it('takes the test sheet’s product id', () => {
    expect(() => gmeAround({ ...album, productId: 993 }, [10])).not.toThrow();
  });

  const base: ScriptedGme = scriptedAlbum(album, 1);
  const line = { conditions: [], actions: [play(0)], playlist: [0] };
  const scripted: [string, Partial<ScriptedGme>, string][] = [
    ['no script', { scripts: new Map() }, 'scripts'],
    ['a code the pen cannot read', { scripts: new Map([[15_000, [line]]]) }, 'scripts'],
    ['code 0', { scripts: new Map([[0, [line]]]) }, 'scripts'],
    ['101 lines', { scripts: new Map([[1, Array(101).fill(line)]]) }, 'scripts'],
    ['9 actions', { scripts: new Map([[1, [{ ...line, actions: Array(9).fill(play(0)) }]]]) }, 'scripts'],
    ['33 media in a playlist', { scripts: new Map([[1, [{ ...line, playlist: Array(33).fill(0) }]]]) }, 'scripts'],
    ['a medium that is not there', { scripts: new Map([[1, [{ ...line, playlist: [1] }]]]) }, 'scripts'],
    ['an entry that is not in the playlist', { scripts: new Map([[1, [{ ...line, playlist: [] }]]]) }, 'scripts'],
    ['a jump too far', { scripts: new Map([[1, [{ ...line, actions: [jump(15_000)] }]]]) }, 'scripts'],
    ['a constant of 17 bits', { scripts: new Map([[1, [{ ...line, actions: [jump(65_536)] }]]]) }, 'scripts'],
    ['a long comment', { comment: 'x'.repeat(50) }, 'comment'],
    ['a comment with an umlaut', { comment: 'ä' }, 'comment'],
    ['a register of 17 bits', { registers: [65_536] }, 'registers'],
    ['33 media at power-on', { powerOn: [Array<number>(33).fill(0)] }, 'powerOn'],
  ];
  it.each(scripted)('refuses %s', (_, change, field) => {
    const error = failure(() => gmeAroundScripts({ ...base, ...change }, [10]));
    expect(error.code).toBe('bad_field');
    expect(Object.keys(error.fields)).toEqual([field]);
  });
});

it('writes the day in UTC', () => {
  expect(dateOf(Date.parse('2024-02-29T23:59:59Z'))).toBe('20240229');
});
