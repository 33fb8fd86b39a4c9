/** Lists of papers in workbooks, in Parquet, on tapes, and compressed. */
import { describe, expect, it } from '@jest/globals';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { formatOf } from '../../../workers/papers/ingest/types.js';
import { paperList } from '../../support/paper-list.js';
import { zipOf } from '../../support/zip.js';
import { inPieces } from '../../support/pieces.js';

/** What becomes of a source: a line for each paper, and the reasons of the others. */
async function imported(bytes: Uint8Array, name: string): Promise<string[]> {
  const list = paperList();
  const format = formatOf(name);
  if (format === undefined) throw new Error(`${name} has no format`);
  const report = await importPapers(list, { bytes: inPieces(bytes, 1000), format, name });
  return [
    ...list.papers.map(
      ({ title, authors, conference, year }) => `${title}, ${authors.join('; ')}, ${conference} ${year}`,
    ),
    ...report.rejected.map(({ line, reason }) => `${line}: ${String(reason)}`),
  ];
}

const line = (title: string): string =>
  `${JSON.stringify({ title, authors: ['Ada One'], year: 2020, conference: 'ICML' })}\n`;
const base64 = (text: string): Buffer => Buffer.from(text, 'base64');
const tarOf = async (files: Record<string, string | Buffer>): Promise<Uint8Array> =>
  packTar(
    Object.entries(files).map(([name, text]) => ({
      header: { name, size: Buffer.byteLength(text), type: 'file' },
      body: Buffer.from(text),
    })),
  );

describe('a compressed list', () => {
  const packed = {
    bz2: base64(
      'QlpoOTFBWSZTWYmqLeQAACLfgAAQUARQECgmwAovZZ4qIABIiZT1AMhmp6gPUPUKNIeo9TJoGmE9I9HmygxJEDwBxnGS5gVxwCgolKqx' +
        '3kTCvDG69dn9Aj/AvjbgJJBBBGXF3JFOFCQiaot5AA==',
    ),
    xz: base64(
      '/Td6WFoAAAFpIt42AgAhARYAAAB0L+WjAQBGeyJ0aXRsZSI6IlBlbnMiLCJhdXRob3JzIjpbIkFkYSBPbmUiXSwieWVhciI6MjAyMCwi' +
        'Y29uZmVyZW5jZSI6IklDTUwifQoAAFgtqWsAAVtHh+VxkZBCmQ0BAAAAAAFZWg==',
    ),
    zst: base64(
      'KLUv/QRYOQIAeyJ0aXRsZSI6IlBlbnMiLCJhdXRob3JzIjpbIkFkYSBPbmUiXSwieWVhciI6MjAyMCwiY29uZmVyZW5jZSI6IklDTUwi' +
        'fQo+ynUJ',
    ),
    gz: gzipSync(line('Pens')),
  };

  it.each(Object.entries(packed))('in %s is read, also by another name', async (ending, bytes) => {
    expect(await imported(bytes, `list.jsonl.${ending}`)).toEqual(['Pens, Ada One, ICML 2020']);
    expect(await imported(bytes, 'list.csv')).toEqual(['Pens, Ada One, ICML 2020']);
    expect(await imported(Buffer.concat([bytes, bytes]), `list.jsonl.${ending}`)).toHaveLength(2);
    expect(await imported(zipOf({ [`list.jsonl.${ending}`]: bytes }), 'lists.zip')).toEqual([
      'Pens, Ada One, ICML 2020',
    ]);
  });

  it.each(Object.entries(packed))('in %s that is cut off or damaged says so', async (ending, bytes) => {
    const damaged = Buffer.from(bytes).fill(0x55, 12, bytes.length - 12);
    // Whether the package for zst notices depends on the place.
    for (const broken of ending === 'zst' ? [bytes.subarray(0, -12)] : [bytes.subarray(0, -12), damaged])
      expect(await imported(broken, `list.jsonl.${ending}`)).toEqual([
        expect.stringMatching(/^1: The file cannot be unpacked: /),
      ]);
  });
});

/** 70 MB of zeros, compressed, and then by gzip twice. */
const bombs = {
  bz2:
    'H4sIAAAAAAACA5Pv5mAAASbm4q5TG0xKekK4+548rimZb7jvfONDBmbmdqZmx+b1sy8zXZ0aw3tZ8ZP718lqRm9mPDzANCWcYbXF4VU7' +
    'e7wNLTyPZFZ+91tqKSVn+blpuTkDg/61l4+CgCYDACLv4yRgAAAA',
  xz:
    'H4sIAAAAAAACA5Pv5mAAASbm39lxooJHDxz49OaWmLkam6ubIRtbm9Df5d3//4unnOlMTTjx//f//4/e/r/71salW0eYudznUsW2Hb1/' +
    'n+9WL/Kd/rU/6qZBVf4a65tXn67eP+N72t9Nx21PNR3kV1Ltm1Zmq/V/Y66Xrf+1xmrVeZr9ccdY8pN2frzbml5qk7/u9unl7aettvlz' +
    'x28++z1xWc6//Pd8jTLLL8t+M+T5K/7n2upMH80p29+GV0YY5O8s+iPde3mt+PJzL1ZdnvXDc++X3U8Yt0nuM/53L6K+lOm/4NUH8vHq' +
    'syQ36d39oPc/oXG99fmjnU2rr6mdeGe1PTBWSW3T29SogCP7pqdmK8236U17+qPyz7Vb9vubt3ifO+WqbfF3j3TOb2fj1su7Hm4JO/d3' +
    '7TX5vjdXu+OP5j+f+8zEccb7/QeeyLeKTrTfcf7f/FUPj+3/5H927/3NPF8O8X3ZXpeXZzPBK3X194oV9t0z/sc3BM5+6Fv44dP+39eu' +
    'SnidvX8ve4Z50aEGk9XMP9+a97LdyGigCcE7keH1xo+pGourG2rjv3/fL8J8+NYd9vvVU+edS02IEbqwobr50UKHy+ul+5f8T0tiYJp2' +
    'QoNBK/GouYcGAwMAzVkonQ8CAAA=',
  zst:
    'H4sIAAAAAAACA5Pv5mAAASbmyzdW/Z+uqtTS6NjQ2Djx4ff608w+Pg7fPI7q8SxI+PH7v872AxkGPWyHkQmeAAOD/YkJO6z3T2JkOG4z' +
    '/+RyoGkAcOzDyFMAAAA=',
};

it.each(Object.entries(bombs))('does not unpack a %s without an end', async (ending, text) => {
  expect(await imported(gunzipSync(gunzipSync(base64(text))), `list.jsonl.${ending}`)).toEqual([
    '1: The file cannot be unpacked: it unpacks to more than 200 times its size.',
  ]);
});

describe('a tape', () => {
  it('is each of its files, with the conference and year that its name tells', async () => {
    const two = '[{"title":"Two","authors":["Bo Two"]}]';
    const tar = await tarOf({
      'lists/a.jsonl': line('One'),
      'lists/ICLR 2018/b.json.gz': gzipSync(two),
      'README.md': 'x',
      'notes.txt': 'title\nx',
      '.hidden/a.jsonl': line('Not this'),
      [`${'long/'.repeat(60)}c.jsonl`]: line('Three'),
    });
    const papers = ['One, Ada One, ICML 2020', 'Two, Bo Two, ICLR 2018', 'Three, Ada One, ICML 2020'];
    for (const name of ['lists.tar.gz', 'lists.tgz']) expect(await imported(gzipSync(tar), name)).toEqual(papers);
    expect(await imported(tar, 'lists.tar')).toEqual(papers);
  });

  it('without papers, cut off, or in another archive says so', async () => {
    expect(await imported(await tarOf({ 'README.md': 'x' }), 'a.tar')).toEqual([
      '1: The tar contains no file with papers; it has README.md.',
    ]);
    const tar = Buffer.from(await tarOf({ 'a.jsonl': line('One'.repeat(1000)) }));
    expect(await imported(tar.subarray(0, 3000), 'a.tar')).toEqual([
      '1: The file cannot be unpacked: Tar archive is truncated.',
    ]);
    expect(await imported(zipOf({ 'a.json': tar }), 'a.zip')).toEqual([
      '1: a.json: An archive inside an archive cannot be read.',
    ]);
  });
});

describe('the name of an archive', () => {
  it('tells conference and year as the name of a list does', async () => {
    const tar = await tarOf({ 'a.jsonl': '{"title":"One"}', 'iclr/b.jsonl': '{"title":"Two"}' });
    const papers = ['One, , FOO 2021', 'Two, , ICLR 2021'];
    for (const name of ['foo2021.tgz', 'foo 2021.tar.gz', 'ICML 2018/foo2021.tar.gz'])
      expect([name, await imported(gzipSync(tar), name)]).toEqual([name, papers]);
  });
});

describe('a workbook', () => {
  const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  const texts = (...cells: string[]): string =>
    cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const names = texts('Title', 'Authors', 'Year', 'Venue', 'Date');
  const workbook = (sheets: Record<string, string>, more: Record<string, string> = {}): Buffer => {
    const all = Object.keys(sheets);
    const files = {
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<workbook><sheets>${all
        .map((name, n) => `<sheet name="${name}" r:id="r${n}"/>`)
        .join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${all
        .map((_, n) => `<Relationship Id="r${n}" Target="/xl/worksheets/s${n}.xml"/>`)
        .join('')}</Relationships>`,
      ...Object.fromEntries(Object.values(sheets).map((rows, n) => [`xl/worksheets/s${n}.xml`, sheet(rows)])),
      ...more,
    };
    return zipOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));
  };

  it('has texts of its own and shared ones, numbers, dates, formulas, errors and gaps', async () => {
    const rows =
      `<row r="1">${texts('All pens &amp; ink')}</row><row r="3">${names}</row>` +
      '<row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4" t="s"><v>1</v></c><c r="C4"><v>2020</v></c>' +
      '<c r="D4" t="str"><f>A1</f><v>ICML</v></c></row>' +
      `<x:row r="5"><x:c r="A5" t="s"><x:v>2</x:v></x:c><x:c r="D5" t="inlineStr"><x:is><x:t>ACL</x:t></x:is></x:c>` +
      '<x:c r="E5" s="2"><x:v>44197</x:v></x:c><x:c r="C5" t="e"><x:v>#N/A</x:v></x:c></x:row>' +
      `<row>${texts('Bare', 'Bo Two')}<c><v>2019</v></c>${texts('X')}</row><row r="9"><c r="A9"/></row>` +
      `<row r="12">${texts('No year', 'Bo Two', '', 'X')}</row>`;
    const shared =
      '<sst><si><t>Pens</t></si><si><r><t>Ada </t></r><r><t xml:space="preserve">One; Bo_x000D_ Two</t></r>' +
      '<rPh><t>not this</t></rPh></si><si><t>Ink</t></si></sst>';
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm"/>' +
      '<numFmt numFmtId="171" formatCode="&quot;day&quot; 0"/>' +
      '</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="171"/>' +
      '<xf numFmtId="170"/></cellXfs></styleSheet>';
    const file = workbook({ All: rows }, { 'xl/sharedStrings.xml': shared, 'xl/styles.xml': styles });
    const found = [
      'Pens, Ada One; Bo Two, ICML 2020',
      'Ink, , ACL 2021',
      'Bare, Bo Two, X 2019',
      expect.stringMatching(/^12: year is missing/),
    ];
    for (const name of ['a.xlsx', 'a.zip', 'a.csv']) expect(await imported(file, name)).toEqual(found);
    expect(await imported(zipOf({ 'x/a.xlsx': file }), 'lists.zip')).toEqual([
      ...found.slice(0, 3),
      expect.stringMatching(/^12: x\/a.xlsx: year is missing/),
    ]);
  });

  it('has dates in the built-in formats of Chinese, Japanese and Korean Excel, too', async () => {
    const formats = [14, 17, 22, 27, 31, 34, 36, 50, 54, 55, 57, 58];
    const rows = [...formats, 37].map(
      (id, n) => `<row>${texts(`P${id}`, 'Bo Two', '', 'X')}<c s="${n}"><v>44197</v></c></row>`,
    );
    const cells = [...formats, 37].map((id) => `<xf numFmtId="${id}"/>`);
    const styles = `<styleSheet><cellXfs>${cells.join('')}</cellXfs></styleSheet>`;
    const file = workbook({ All: `<row>${names}</row>${rows.join('')}` }, { 'xl/styles.xml': styles });
    expect(await imported(file, 'a.xlsx')).toEqual([
      ...formats.map((id) => `P${id}, Bo Two, X 2021`),
      expect.stringMatching(/year is missing/),
    ]);
  });

  it('is each of its sheets with papers, by the name of the sheet', async () => {
    const row = (title: string): string => `<row>${texts(title, 'Ada One')}</row>`;
    const names2 = `<row>${texts('Titel', 'Autoren')}</row>`;
    const file = workbook({
      'ICML 2018': names2 + row('A'),
      Notes: `<row>${texts('Hello')}</row>`,
      'KI &amp; 2019': names2 + row('B'),
    });
    expect(await imported(file, 'a.xlsx')).toEqual([
      'A, Ada One, ICML 2018',
      expect.stringMatching(/^2: KI & 2019: conference is missing/),
    ]);
    expect(await imported(file, 'foo2021.xlsx')).toEqual(['A, Ada One, ICML 2018', 'B, Ada One, FOO 2019']);
  });

  it('without names, or that is none, says so', async () => {
    expect(await imported(workbook({ A: `<row>${texts('x')}</row>` }), 'a.xlsx')).toEqual([
      expect.stringMatching(/^1: The first line names no known column/),
    ]);
    expect(await imported(zipOf({ 'word/document.xml': Buffer.from('x') }), 'a.xlsx')).toEqual([
      '1: The workbook cannot be read: it has no workbook. Save the table as CSV and try again.',
    ]);
    const endless = `<row><c t="inlineStr"><is><t>${'x'.repeat(8_400_000)}</t></is></c></row>`;
    expect((await imported(workbook({ A: endless }), 'a.xlsx'))[0]).toContain('row 1 is longer than');
  });
});

/** Two row groups: texts, a list as JSON, a number of 64 bits, holes. */
const parquet =
  'UEFSMRUGFRQVGFwVAhUAFQIVABUEFQAAAAMBCBwEAAAAUGVucxUGFTQVOFwVAhUAFQIVABUEFQAAAAMBGFwUAAAAWyJBZGEgT25lIiwi' +
  'Qm8gVHdvIl0VBhUUFRhcFQIVABUCFQAVBBUAAAADAQgc5AcAAAAAAAAVBhUUFRhcFQIVABUCFQAVBBUAAAADAQgcBAAAAElDTUwVBhUE' +
  'FQZcFQIVAhUCFQAVBBUAAAADAAAVBhUSFRZcFQIVABUCFQAVBBUAAAADAQcYAwAAAEluaxUGFRAVFFwVAhUAFQIVABUEFQAAAAMBBhQC' +
  'AAAAW10VBhUUFRhcFQIVABUCFQAVBBUAAAADAQgc5QcAAAAAAAAVBhUEFQZcFQIVAhUCFQAVBBUAAAADAAAVBhUYFRxcFQIVABUCFQAV' +
  'BBUAAAADAQokBgAAAHRoZXNpcxUEGWxIBHJvb3QVCgAVDCUCGAV0aXRsZSUAABUMJQIYB2F1dGhvcnMlJgAVBCUCGAR5ZWFyABUMJQIY' +
  'BXZlbnVlJQAAFQwlAhgEdHlwZSUAABYEGSwZXCYIHBUMGRUAGRgFdGl0bGUVAhYCFj4WQiYIPDYAKARQZW5zGARQZW5zABkcFQYVABUC' +
  'AAAAJkocFQwZFQAZGAdhdXRob3JzFQIWAhZeFmImSjw2ACgUWyJBZGEgT25lIiwiQm8gVHdvIl0YFFsiQWRhIE9uZSIsIkJvIFR3byJd' +
  'ABkcFQYVABUCAAAAJqwBHBUEGRUAGRgEeWVhchUCFgIWPhZCJqwBPDYAKAjkBwAAAAAAABgI5AcAAAAAAAAAGRwVBhUAFQIAAAAm7gEc' +
  'FQwZFQAZGAV2ZW51ZRUCFgIWPhZCJu4BPDYAKARJQ01MGARJQ01MABkcFQYVABUCAAAAJrACHBUMGRUAGRgEdHlwZRUCFgIWLhYwJrAC' +
  'PDYCABkcFQYVABUCAAAAFsYCFgI22AIAGVwm4AIcFQwZFQAZGAV0aXRsZRUCFgIWPBZAJuACPDYAKANJbmsYA0luawAZHBUGFQAVAgAA' +
  'ACagAxwVDBkVABkYB2F1dGhvcnMVAhYCFjoWPiagAzw2ACgCW10YAltdABkcFQYVABUCAAAAJt4DHBUEGRUAGRgEeWVhchUCFgIWPhZC' +
  'Jt4DPDYAKAjlBwAAAAAAABgI5QcAAAAAAAAAGRwVBhUAFQIAAAAmoAQcFQwZFQAZGAV2ZW51ZRUCFgIWLhYwJqAEPDYCABkcFQYVABUC' +
  'AAAAJtAEHBUMGRUAGRgEdHlwZRUCFgIWQhZGJtAEPDYAKAZ0aGVzaXMYBnRoZXNpcwAZHBUGFQAVAgAAABakAhYCNrYCACgJaHlwYXJx' +
  'dWV0GVwcAAAcAAAcAAAcAAAcAAAAwAIAAFBBUjE=';

describe('a Parquet file', () => {
  it('is its rows, with what it says of holes and lists', async () => {
    for (const name of ['a.parquet', 'a.json'])
      expect(await imported(base64(parquet), name)).toEqual(['Pens, Ada One; Bo Two, ICML 2020', 'Ink, , Thesis 2021']);
  });

  it('that is damaged says so', async () => {
    const damaged = base64(parquet);
    damaged.fill(0x55, 40, 400);
    for (const bytes of [base64(parquet).subarray(0, 900), damaged])
      expect(await imported(bytes, 'a.parquet')).toEqual([
        expect.stringMatching(/^1: The Parquet file cannot be read: /),
      ]);
  });
});
