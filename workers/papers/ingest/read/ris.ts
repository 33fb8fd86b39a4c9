import { say } from '../../../base/language/sentence.js';
import { longestRecord, type ReadRecord } from '../types.js';

/** `TY  - CONF`; some publishers leave blanks out. */
const field = /^\s*([A-Z][A-Z\d])\s{0,3}-(?:\s(.*))?$/s;

/**
 * The entries of a .ris file: tags with their texts, a tag that comes more than once as a list. Read here, line by
 * line: packages that read RIS hold the whole file, and lose what follows a second "  - " in a line.
 */
export async function* readRis(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  let line = 0;
  let startedAt = 0;
  let length = 0;
  let entry: Record<string, string[]> = {};
  let last: string[] | undefined;
  const whole = (): ReadRecord => {
    const record = Object.fromEntries(
      Object.entries(entry).map(([tag, [only, ...more]]) => [tag, more.length > 0 ? [only, ...more] : only]),
    );
    const found = { line: startedAt, record };
    [entry, last, startedAt, length] = [{}, undefined, 0, 0];
    return found;
  };
  for await (const content of linesOf(text)) {
    line++;
    const [matched, tag = '', value = ''] = field.exec(content) ?? [];
    if (matched === undefined) {
      // A text goes on in the next line.
      const before = last?.pop();
      if (before !== undefined) last?.push(content.trim() === '' ? before : `${before} ${content.trim()}`);
    } else if (tag === 'ER') {
      if (startedAt > 0) yield whole();
    } else {
      if (tag === 'TY' && startedAt > 0) yield whole();
      startedAt ||= line;
      last = entry[tag] ??= [];
      last.push(value.trim());
    }
    length += content.length;
    if (startedAt === 0) length = 0;
    if (length <= longestRecord) continue;
    yield { line: startedAt, reason: say('paper.record_long', { most: String(longestRecord / 1024 / 1024) }) };
    return;
  }
  if (startedAt > 0) yield whole();
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of text) {
    const parts = (held + chunk).split(/\r\n|\n|\r(?!$)/);
    held = parts.pop() ?? '';
    yield* parts;
    if (held.length > longestRecord) yield held.slice(0, longestRecord + 1);
  }
  if (held !== '') yield held.replace(/\r$/, '');
}
