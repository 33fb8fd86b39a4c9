import { say } from '../../../base/language/sentence.js';
import { longestRecord } from '../limits.js';
import type { ReadRecord } from '../types.js';
import { dialectOf, usualDialect, type Dialect } from './dialects.js';

/** Characters that are checked to detect the format. */
const enough = 4096;
/** The same, including leading blanks. */
const mostLooked = 65_536;

/**
 * Reads the entries of .ris files and related formats as tags with texts. A repeated tag becomes a list. Parses line by
 * line without a package: packages for RIS hold the whole file, and lose the text after a second " - " in a line.
 */
export async function* readTagged(text: AsyncIterable<string>): AsyncGenerator<ReadRecord> {
  const { dialect, all } = await told(text);
  let line = 0;
  let count = 0;
  let beginning = '';
  let entry = emptyEntry();
  for await (const lines of linesOf(all))
    for (const content of lines) {
      line++;
      if (content === '') continue;
      beginning ||= content.trim();
      const [matched, tag = '', value = ''] = dialect.field.exec(content) ?? [];
      if (matched === undefined) goOn(entry, content, dialect);
      else {
        const isEnd = tag === dialect.last;
        // The first tag may come late: CiteSource and R write the tags by their names.
        if (entry.startedAt > 0 && (isEnd || (tag === dialect.first && entry.fields[tag] !== undefined))) {
          yield wholeOf(entry);
          entry = emptyEntry();
        }
        if (!isEnd && begins(tag, entry, dialect)) {
          if (entry.startedAt === 0) [entry.startedAt, count] = [line, count + 1];
          entry.last = tag;
          (entry.fields[tag] ??= []).push([value.trim()]);
        }
      }
      if (entry.startedAt > 0) entry.length += content.length;
      if (Math.max(entry.length, content.length) <= longestRecord) continue;
      yield {
        line: entry.startedAt || line,
        reason: say('paper.record_long', { most: String(longestRecord / 1024 / 1024) }),
      };
      return;
    }
  if (entry.startedAt > 0) yield wholeOf(entry);
  else if (count === 0 && beginning !== '')
    yield { line: 1, reason: say('paper.tagged_strange', { beginning: beginning.slice(0, 60) }) };
}

interface Entry {
  /** The lines of each value. */
  fields: Record<string, string[][]>;
  /** The tag of the last field. */
  last: string;
  /** A line number; 0 before the entry begins. */
  startedAt: number;
  length: number;
}

const emptyEntry = (): Entry => ({ fields: {}, last: '', startedAt: 0, length: 0 });

/** Returns true if a field belongs to a record. Some RIS files lack the first tag. */
const begins = (tag: string, { startedAt }: Entry, dialect: Dialect): boolean =>
  startedAt > 0 || tag === dialect.first || (dialect === usualDialect && dialect.after?.has(tag) !== true);

function goOn({ fields, last }: Entry, content: string, { listed, wrapped }: Dialect): void {
  const [values, more] = [fields[last], content.trim()];
  if (values === undefined || more === '') return;
  // EndNote writes each keyword to a separate line. Other programs indent the rest of a long one.
  const isRest = last === wrapped && /^\s/.test(content) && values.at(-1)?.[0]?.trim() !== '';
  if (listed.has(last) && !isRest) values.push([more]);
  else values.at(-1)?.push(more);
}

const wholeOf = ({ fields, startedAt }: Entry): ReadRecord => ({
  line: startedAt,
  record: Object.fromEntries(
    Object.entries(fields).map(([tag, values]) => {
      const texts = values.map((lines) => lines.join(' ').trim());
      return [tag, texts.length > 1 ? texts : texts[0]];
    }),
  ),
});

async function told(text: AsyncIterable<string>): Promise<{ dialect: Dialect; all: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let held = '';
  let isOver = false;
  while (!isOver && held.length < mostLooked && held.trimStart().length < enough) {
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

/**
 * Yields the lines that end in each chunk, because one by one blank lines would cost as much as records. A line longer
 * than the limit of a record is returned incomplete and ends the text.
 */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let held: string[] = [];
  let length = 0;
  let carriage = '';
  for await (const chunk of text) {
    const piece = carriage + chunk;
    carriage = piece.endsWith('\r') ? '\r' : '';
    const whole = piece.slice(0, piece.length - carriage.length);
    const lines = (whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole).split('\n');
    const last = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = held.join('') + (lines[0] ?? '');
      yield lines;
      [held, length] = [[], 0];
    }
    held.push(last);
    length += last.length;
    if (length <= longestRecord) continue;
    yield [held.join('')];
    return;
  }
  const rest = held.join('');
  if (rest !== '') yield [rest];
}
