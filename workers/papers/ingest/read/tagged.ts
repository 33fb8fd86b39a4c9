import { say } from '../../../base/language/sentence.js';
import { longestRecord, type ReadRecord } from '../types.js';
import { dialectOf, usualDialect, type Dialect } from './dialects.js';

/** Characters by which a dialect is told. */
const enough = 4096;

/**
 * The entries of a .ris file and of its relatives: tags with their texts, a tag that comes more than once as a list.
 * Read here, line by line: packages that read RIS hold the whole file, and lose what follows a second "  - " in a line.
 */
export async function* readTagged(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  const { dialect, all } = await told(text);
  let line = 0;
  let count = 0;
  let beginning = '';
  let entry = emptyEntry();
  for await (const content of linesOf(all)) {
    line++;
    beginning ||= content.trim();
    const [matched, tag = '', value = ''] = dialect.field.exec(content) ?? [];
    if (matched === undefined) goOn(entry, content.trim(), dialect);
    else {
      const isEnd = tag === dialect.last;
      if ((isEnd || tag === dialect.first) && entry.startedAt > 0) {
        yield wholeOf(entry);
        entry = emptyEntry();
      }
      if (!isEnd && begins(tag, entry, dialect)) {
        if (entry.startedAt === 0) [entry.startedAt, count] = [line, count + 1];
        entry.last = tag;
        (entry.fields[tag] ??= []).push(value.trim());
      }
    }
    if (entry.startedAt === 0) continue;
    entry.length += content.length;
    if (entry.length <= longestRecord) continue;
    yield { line: entry.startedAt, reason: say('paper.record_long', { most: String(longestRecord / 1024 / 1024) }) };
    return;
  }
  if (entry.startedAt > 0) yield wholeOf(entry);
  else if (count === 0 && beginning !== '')
    yield { line: 1, reason: say('paper.tagged_strange', { beginning: beginning.slice(0, 60) }) };
}

interface Entry {
  fields: Record<string, string[]>;
  /** The tag of the field that was last. */
  last: string;
  /** A line; 0 where nothing has begun. */
  startedAt: number;
  length: number;
}

const emptyEntry = (): Entry => ({ fields: {}, last: '', startedAt: 0, length: 0 });

/** Whether a field belongs to a record: some RIS files lack the tag that records begin with. */
const begins = (tag: string, { startedAt }: Entry, dialect: Dialect): boolean =>
  startedAt > 0 || tag === dialect.first || dialect === usualDialect;

function goOn({ fields, last }: Entry, more: string, { listed }: Dialect): void {
  const values = fields[last];
  if (values === undefined || more === '') return;
  if (listed.has(last)) values.push(more);
  else values.push(`${values.pop() ?? ''} ${more}`.trim());
}

const wholeOf = ({ fields, startedAt }: Entry): ReadRecord => ({
  line: startedAt,
  record: Object.fromEntries(
    Object.entries(fields).map(([tag, [only, ...more]]) => [tag, more.length > 0 ? [only, ...more] : only]),
  ),
});

async function told(text: AsyncIterable<string>): Promise<{ dialect: Dialect; all: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let held = '';
  let isOver = false;
  while (!isOver && held.trimStart().length < enough && held.length < longestRecord) {
    const next = await iterator.next();
    if (next.done === true) isOver = true;
    else held += next.value;
  }
  const all = async function* (): AsyncGenerator<string> {
    yield held;
    if (!isOver) yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { dialect: dialectOf(held.replace(/^[\ufeff\s]+/, '')) ?? usualDialect, all: all() };
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
