import { describe, expect, it } from '@jest/globals';
import { jsonErrorPosition } from '../../config/json-position.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('jsonErrorPosition', () => {
  it.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{"a" 1}', 1, 6],
    ['{"a": 1\n"b": 2}', 2, 1],
    ['{\n  "a": 1,\n}', 3, 1],
    ['[1, 2,]', 1, 7],
    ['{"a": 01}', 1, 7],
    ["{'a': 1}", 1, 2],
    ['{"a": "x\ny"}', 1, 7],
    ['{} x', 1, 4],
    ['{"a": tru}', 1, 7],
    ['{]', 1, 2],
    ['[}', 1, 2],
  ])('finds the place in %j', (text, line, column) => {
    expect(jsonErrorPosition(text)).toEqual({ line, column });
  });

  it('agrees with JSON.parse about every cut and every changed character of a text', () => {
    const text = '{"a": [1, -2.5e3, "x\\u00e4\\n", {}, [], null], "b": {"c": true}}';
    for (let at = 0; at < text.length; at++) {
      for (const mark of ['', ',', '"', '}', ']', ':', '0', ' ']) {
        const broken = text.slice(0, at) + mark + text.slice(at + 1);
        expect([broken, jsonErrorPosition(broken) === null]).toEqual([broken, isJson(broken)]);
      }
      expect(jsonErrorPosition(text.slice(0, at))).not.toBeNull();
    }
  });

  it('survives a hundred thousand brackets', () => {
    expect(jsonErrorPosition('['.repeat(100_000))).toEqual({ line: 1, column: 100_001 });
  });
});
