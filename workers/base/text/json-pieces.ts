import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds after which other work may run. */
const longestTurn = 10;

/** Formats an object as JSON, one list entry at a time: a string has at most 2^29 characters. */
export async function* jsonPieces(data: object): AsyncGenerator<string> {
  let before = '{';
  let since = performance.now();
  for (const [name, value] of Object.entries(data) as [string, unknown][]) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!Array.isArray(value)) {
      yield JSON.stringify(value);
      continue;
    }
    for (const [n, one] of value.entries()) {
      yield `${n > 0 ? ',' : '['}${JSON.stringify(one)}`;
      if (performance.now() - since < longestTurn) continue;
      await nextTurn();
      since = performance.now();
    }
    yield value.length > 0 ? ']' : '[]';
  }
  yield '}';
}
