/** Reads the tables in a workbook of Excel (.xlsx): a ZIP of XML (ECMA-376, part 1, "SpreadsheetML"). */
import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import yauzl from 'yauzl';
import { isOfSystem, messageOf } from '../../../base/errors.js';
import { say } from '../../../base/language/sentence.js';
import { longestRecord, mostFields, mostFiles } from '../limits.js';
import { mostPreface, rowReader } from '../read-csv.js';
import type { ReadRecord } from '../types.js';
import { columnNames, namesColumns } from './column-names.js';
import type { CsvRow } from './csv-rows.js';
import { copyOf, NotUnpacked, type Packed, type Unpacking } from './unpacking.js';

/**
 * Yields the rows of each sheet that names a title. If the workbook has several sheets, a record has the name of its
 * sheet.
 */
export async function* readXlsx(packed: Packed): AsyncGenerator<ReadRecord> {
  const path = await copyOf(packed, 'copy.xlsx');
  let zip: yauzl.ZipFile | undefined;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    const workbook = new Workbook(zip, await entriesOf(zip), packed.unpacking.inside());
    yield* recordsOf(workbook);
  } catch (thrown) {
    if (isOfSystem(thrown) || thrown instanceof NotUnpacked) throw thrown;
    yield { line: 1, reason: say('paper.no_workbook', { why: messageOf(thrown) }) };
  } finally {
    zip?.close();
  }
}

async function* recordsOf(workbook: Workbook): AsyncGenerator<ReadRecord> {
  const sheets = await workbook.sheets();
  let hasTable = false;
  for (const { name, path } of sheets)
    for await (const found of tableIn(workbook.rowsOf(path))) {
      hasTable = true;
      if (found !== undefined) yield sheets.length > 1 ? { ...found, file: name } : found;
    }
  if (!hasTable && sheets.length > 0) yield { line: 1, reason: say('paper.head_strange') };
}

/** Yields undefined for the row that names the columns, and nothing for a sheet without one. */
async function* tableIn(rows: AsyncIterable<CsvRow>): AsyncGenerator<ReadRecord | undefined> {
  let read: ReturnType<typeof rowReader> | undefined;
  let before = 0;
  for await (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    if (read !== undefined) yield read(row);
    else if (namesColumns(row.cells, false)) {
      read = rowReader(columnNames(row.cells));
      yield undefined;
    } else if (++before >= mostPreface) return;
  }
}

async function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > mostFiles) throw new Error(`it has ${zip.entryCount} files; the limit is ${mostFiles}`);
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  return entries;
}

interface Handlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(data: string): void;
  close?(name: string): void;
}

const main = 'xl/workbook.xml';

class Workbook {
  private texts: string[] | undefined;
  private dates: Set<number> | undefined;
  /** Dates count from 1904 in old files of the Mac. */
  private is1904 = false;

  constructor(
    private readonly zip: yauzl.ZipFile,
    private readonly entries: ReadonlyMap<string, yauzl.Entry>,
    private readonly unpacking: Unpacking,
  ) {}

  /** Returns the sheets in order. @throws Error if the ZIP is no workbook */
  async sheets(): Promise<{ name: string; path: string }[]> {
    if (!this.entries.has(main)) throw new Error('it has no workbook');
    const named: { name: string; id: string }[] = [];
    await this.parse(main, {
      open: (name, attributes) => {
        if (name === 'sheet') named.push({ name: attributes['name'] ?? '', id: attributes['r:id'] ?? '' });
        if (name === 'workbookPr') this.is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      },
    });
    const targets = new Map<string, string>();
    await this.parse('xl/_rels/workbook.xml.rels', {
      open: (_, { Id: id = '', Target: target = '' }) => void targets.set(id, target),
    });
    return named.map(({ name, id }, n) => {
      const target = targets.get(id) ?? `worksheets/sheet${n + 1}.xml`;
      return { name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
    });
  }

  /** Yields the rows of a sheet, with their numbers. */
  async *rowsOf(path: string): AsyncGenerator<CsvRow> {
    this.texts ??= await this.sharedTexts();
    this.dates ??= await this.dateStyles();
    const sheet = new SheetReader(this.texts, this.dates, this.is1904);
    const parser = parserOf(sheet);
    for await (const chunk of this.textOf(path)) {
      parser.write(chunk);
      yield* sheet.rows.splice(0);
    }
    parser.end();
    yield* sheet.rows.splice(0);
  }

  /** Cells name most texts by their number in this list. */
  private async sharedTexts(): Promise<string[]> {
    const texts: string[] = [];
    let [parts, isText, isPhonetic]: [string[], boolean, boolean] = [[], false, false];
    await this.parse('xl/sharedStrings.xml', {
      open: (name) => {
        if (name === 'si') parts = [];
        if (name === 't') isText = true;
        if (name === 'rPh') isPhonetic = true;
      },
      text: (data) => void (isText && !isPhonetic && parts.push(data)),
      close: (name) => {
        if (name === 't') isText = false;
        if (name === 'rPh') isPhonetic = false;
        if (name === 'si') texts.push(plain(parts.join('')));
      },
    });
    return texts;
  }

  /** Returns the numbers of the styles that show a number as a date. */
  private async dateStyles(): Promise<Set<number>> {
    const own = new Set<string>();
    const dates = new Set<number>();
    let [isOfCells, count] = [false, 0];
    await this.parse('xl/styles.xml', {
      open: (name, { numFmtId: id = '', formatCode: code = '' }) => {
        // "General", colours and quoted words have letters of dates too.
        if (name === 'numFmt' && /[ymd]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|General|\\./gi, ''))) own.add(id);
        if (name === 'cellXfs') isOfCells = true;
        if (name !== 'xf' || !isOfCells) return;
        if (own.has(id) || isBuiltInDate(Number(id))) dates.add(count);
        count++;
      },
      close: (name) => void (name === 'cellXfs' && (isOfCells = false)),
    });
    return dates;
  }

  /** A file that is missing has nothing. */
  private async parse(path: string, handlers: Handlers): Promise<void> {
    const parser = parserOf(handlers);
    for await (const chunk of this.textOf(path)) parser.write(chunk);
    parser.end();
  }

  private async *textOf(path: string): AsyncGenerator<string> {
    const entry = this.entries.get(path.toLowerCase());
    if (entry === undefined) return;
    if (entry.isEncrypted()) throw new Error('it is encrypted');
    const decoder = new TextDecoder();
    const bytes: AsyncIterable<Uint8Array> = await this.zip.openReadStreamPromise(entry);
    for await (const piece of this.unpacking.counted(bytes)) yield decoder.decode(piece, { stream: true });
  }
}

/** Prefixes of names depend on the program that wrote them. */
function parserOf(handlers: Handlers): Parser {
  const local = (name: string): string => name.replace(/^\w+:/, '');
  return new Parser(
    {
      onopentag: (name, attributes) => handlers.open?.(local(name), attributes),
      ontext: (data) => handlers.text?.(data),
      onclosetag: (name) => handlers.close?.(local(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
}

class SheetReader implements Handlers {
  readonly rows: CsvRow[] = [];
  private line = 0;
  private cells: string[] = [];
  private length = 0;
  private column = 0;
  private type = '';
  private style = 0;
  private value: string[] | undefined;

  constructor(
    private readonly texts: readonly string[],
    private readonly dates: ReadonlySet<number>,
    private readonly is1904: boolean,
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.line = Number(attributes['r'] ?? this.line + 1);
      [this.cells, this.length, this.column] = [[], 0, 0];
    } else if (name === 'c') {
      const letters = /^[A-Z]+/.exec(attributes['r'] ?? '')?.[0];
      this.column = letters === undefined ? this.column + 1 : numberOf(letters);
      [this.type, this.style] = [attributes['t'] ?? 'n', Number(attributes['s'] ?? 0)];
    } else if (name === 'v' || name === 't') this.value ??= [];
  }

  text(data: string): void {
    this.value?.push(data);
    this.length += this.value === undefined ? 0 : data.length;
    if (this.length > longestRecord) throw new Error(`row ${this.line} is longer than ${longestRecord} characters`);
  }

  close(name: string): void {
    if (name === 'c') {
      const cell = this.value === undefined ? '' : this.cell(this.value.join(''));
      this.value = undefined;
      if (cell === '' || this.column > mostFields) return;
      while (this.cells.length < this.column) this.cells.push('');
      this.cells[this.column - 1] = cell;
    } else if (name === 'row' && this.cells.length > 0) this.rows.push({ line: this.line, cells: this.cells });
  }

  private cell(value: string): string {
    if (this.type === 's') return this.texts[Number(value)] ?? '';
    if (this.type === 'e') return '';
    if (this.type === 'n' && this.dates.has(this.style)) return dateOf(Number(value), this.is1904);
    return this.type === 'n' ? value : plain(value);
  }
}

/** "A" is 1, "AA" is 27. */
const numberOf = (letters: string): number => [...letters].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 64, 0);

/**
 * Formats that a workbook need not define (ECMA-376, part 1, 18.8.30). From 27 on they are those of Chinese, Japanese
 * and Korean; 34, 35, 55 and 56 are times in Chinese, and dates in the others.
 */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || (id >= 34 && id <= 36) || (id >= 50 && id <= 58);

/** Days since the end of 1899. */
function dateOf(days: number, is1904: boolean): string {
  const date = new Date(Math.round((days + (is1904 ? 1462 : 0) - 25_569) * 86_400_000));
  return Number.isNaN(date.getTime()) ? String(days) : date.toISOString().slice(0, 10);
}

/** Excel writes characters that XML has not as _x000D_. */
const plain = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
