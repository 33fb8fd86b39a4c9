import { turns } from '../async/turns.js';

/** Formats an object as JSON, one list entry at a time: a string has at most 2^29 characters. */
export async function* jsonPieces(data: object): AsyncGenerator<string> {
  let before = '{';
  const nextTurn = turns();
  for (const [name, value] of Object.entries(data) as [string, unknown][]) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!Array.isArray(value)) {
      yield JSON.stringify(value);
      continue;
    }
    for (const [n, one] of value.entries()) {
      yield `${n > 0 ? ',' : '['}${JSON.stringify(one)}`;
      await nextTurn();
    }
    yield value.length > 0 ? ']' : '[]';
  }
  yield '}';
}
