import { expect, it } from '@jest/globals';
import { qrCode } from '../../http/response/qr-code.js';
import { say } from '../../workers/base/language/sentence.js';

/** The dark modules as `row,column`, and the width of the whole picture. */
function drawn(text: string): { dark: Set<string>; width: number } {
  const svg = qrCode(text, say('phone.code')).in('en');
  const [, width = ''] = /viewBox="-4 -4 (\d+) \1"/.exec(svg) ?? [];
  const modules = [...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, column, row]) => `${row},${column}`);
  return { dark: new Set(modules), width: Number(width) };
}

it('has the three finder patterns, and four white modules around', () => {
  const { dark, width } = drawn('http://192.168.178.20:10020/');
  // Version 3 has 29 modules.
  expect(width).toBe(29 + 8);
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const [top, left] of [
    [0, 0],
    [0, 22],
    [22, 0],
  ] as const) {
    const rows = finder.map((row, y) =>
      [...row].map((_, x) => (dark.has(`${top + y},${left + x}`) ? '1' : '0')).join(''),
    );
    expect(rows).toEqual(finder);
  }
});

it('grows with the text, and differs with it', () => {
  expect(drawn(`http://${'x'.repeat(60)}/`).width).toBeGreaterThan(37);
  expect(drawn('http://192.168.178.21:10020/').dark).not.toEqual(drawn('http://192.168.178.20:10020/').dark);
});
