import { longestRecord, type ReadRecord } from './types.js';
import { say } from '../../base/language/sentence.js';
import { messageOf } from '../../base/errors.js';
import { NoJson, parseJson } from '../../base/input/json.js';

/** Reads one JSON value per line. Skips blank lines. Rejects invalid lines and continues with the next one. */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  let line = 1;
  for await (const content of linesOf(text)) {
    if (content === null) yield { line, reason: say('paper.line_long', { most: String(longestRecord / 1024 / 1024) }) };
    else if (content.trim() !== '') yield jsonRecord(content, line);
    line++;
  }
}

/** Parses the value of a text, or returns a reject. */
export function jsonRecord(content: string, line: number): ReadRecord {
  try {
    return { line, record: parseJson(content) };
  } catch (thrown) {
    const reason =
      thrown instanceof NoJson
        ? say('paper.no_readable_json', { why: thrown.words })
        : say('paper.no_json', { why: messageOf(thrown) });
    return { line, reason };
  }
}

/** Yields lines without their ends; null for a line that is too long. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string | null> {
  let parts: string[] = [];
  let length = 0;
  const take = (): string | null => {
    const whole = length > longestRecord ? null : parts.join('');
    parts = [];
    length = 0;
    return whole;
  };
  for await (const chunk of text) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      length += end - start;
      parts.push(chunk.slice(start, end));
      yield take();
      start = end + 1;
    }
    length += chunk.length - start;
    if (length <= longestRecord) parts.push(chunk.slice(start));
    else parts = [];
  }
  if (length > 0) yield take();
}
