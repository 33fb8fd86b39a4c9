import { deepestRecord, longestRecord, mostValues } from './limits.js';
import type { ReadRecord } from './types.js';
import { say } from '../../base/language/sentence.js';
import { messageOf } from '../../base/errors.js';
import { NoJson, parseJson } from '../../base/input/json.js';

/** Reads one JSON value per line. Skips blank lines. Rejects invalid lines and continues with the next one. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  const lines = new Lines();
  for await (const chunk of text) yield* lines.take(chunk);
  yield* lines.end();
}

/** Parses the value of a text, or returns a reject. */
export function jsonRecord(content: string, line: number): ReadRecord {
  try {
    return { line, record: parsed(content) };
  } catch (thrown) {
    const reason =
      thrown instanceof NoJson
        ? say('paper.no_readable_json', { why: thrown.words })
        : say('paper.no_json', { why: messageOf(thrown) });
    return { line, reason };
  }
}

function parsed(content: string): unknown {
  const limits = { deepest: deepestRecord, most: mostValues };
  try {
    return parseJson(content, limits);
  } catch (thrown) {
    const plain = thrown instanceof SyntaxError ? withoutNaN(content) : content;
    if (plain === content) throw thrown;
    return parseJson(plain, limits);
  }
}

/** Python writes NaN and Infinity, which JSON has not. */
function withoutNaN(content: string): string {
  const number = /-?\b(?:NaN|Infinity)\b/g;
  const parts: string[] = [];
  for (let at = 0; at < content.length;) {
    const quote = content.indexOf('"', at);
    const end = quote === -1 ? content.length : quote;
    parts.push(content.slice(at, end).replace(number, 'null'));
    let close = end + 1;
    while (close < content.length && content[close] !== '"') close += content[close] === '\\' ? 2 : 1;
    parts.push(content.slice(end, close + 1));
    at = close + 1;
  }
  return parts.join('');
}

class Lines {
  private line = 1;
  private held: string[] = [];
  private length = 0;

  /** Returns the records whose lines end in this chunk. Blank lines cost little. */
  take(chunk: string): ReadRecord[] {
    const found: ReadRecord[] = [];
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      if (end > start || this.length > 0) {
        this.add(chunk.slice(start, end));
        found.push(...this.end());
      }
      this.line++;
      start = end + 1;
    }
    this.add(chunk.slice(start));
    return found;
  }

  /** Returns the record of the line, unless it is blank. */
  end(): ReadRecord[] {
    const content = this.length > longestRecord ? null : this.held.join('');
    [this.held, this.length] = [[], 0];
    if (content === null)
      return [{ line: this.line, reason: say('paper.line_long', { most: String(longestRecord / 1024 / 1024) }) }];
    return content.trim() === '' ? [] : [jsonRecord(content, this.line)];
  }

  private add(part: string): void {
    this.length += part.length;
    if (this.length <= longestRecord) this.held.push(part);
    else this.held = [];
  }
}
