import { longestRecord, type Reject } from './types.js';

/** The text of one record and the line on which it begins. */
export interface JsonPiece {
  line: number;
  text: string;
}

/**
 * Cuts JSON into its records without holding the whole: the elements of a list, those of the list `papers` in a record,
 * or values that stand by themselves. It counts brackets and quotes and leaves the rest to `JSON.parse`. Where a
 * bracket or quote is missing nothing after it can be told apart: one reject, the last.
 */
export async function* splitJson(text: AsyncIterable<string>): AsyncGenerator<JsonPiece | Reject> {
  let depth = 0; // brackets that are open
  let base = 0; // … where a record begins: 0 by itself, 1 in a list, 2 in the list `papers`
  let skipping = false; // that list is over, what follows belongs to the record around it
  let inString = false;
  let escaped = false;
  let key = ''; // the last string of a record by itself
  let before = ''; // the last sign that is not blank
  let line = 1;
  let startedAt = 0; // the line of the piece's first sign that is not blank, else 0
  let piece = '';

  for await (const chunk of text) {
    let from = 0;
    const cut = (end: number, next = end): JsonPiece[] => {
      const found = { line: startedAt, text: piece + chunk.slice(from, end) };
      const is = startedAt > 0 && !skipping;
      [piece, from, startedAt] = ['', next, 0];
      return is ? [found] : [];
    };
    for (let at = 0; at < chunk.length; at++) {
      const sign = chunk.charAt(at);
      if (inString) {
        if (escaped) escaped = false;
        else if (sign === '\\') escaped = true;
        else if (sign === '"') inString = false;
        if (inString && key.length < 10) key += sign;
        if (sign === '\n') line++;
        continue;
      }
      if (sign === '\n') {
        if (depth === 0) yield* cut(at, at + 1);
        line++;
      }
      if (sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r') continue;
      const opensList =
        sign === '[' &&
        base === 0 &&
        !skipping &&
        (depth === 0 ? startedAt === 0 : depth === 1 && before === ':' && key === 'papers');
      if (opensList) {
        [piece, from, startedAt] = ['', at + 1, 0];
        base = ++depth;
      } else if (sign === ',' && depth === base) yield* cut(at, at + 1);
      else if ((sign === ']' || sign === '}') && depth === base && base > 0) {
        yield* cut(at, at + 1);
        skipping = base === 2;
        depth--;
        base = 0;
      } else {
        if (startedAt === 0) startedAt = line;
        if (sign === '"') [inString, key] = [true, ''];
        else if (sign === '{' || sign === '[') depth++;
        else if ((sign === '}' || sign === ']') && depth > 0 && --depth === 0) {
          yield* cut(at + 1);
          skipping = false;
        }
      }
      before = sign;
    }
    piece = skipping ? '' : piece + chunk.slice(from);
    if (piece.length > longestRecord) {
      yield {
        line: startedAt,
        reason:
          `The record is longer than ${longestRecord / 1024 / 1024} million characters: ` +
          'a quote or bracket may be missing. Nothing after it was read.',
      };
      return;
    }
  }
  if (depth > 0 || inString)
    yield { line: startedAt || line, reason: 'The file ends too early: a quote or bracket is missing.' };
  else if (startedAt > 0) yield { line: startedAt, text: piece };
}
