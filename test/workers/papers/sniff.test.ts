/** Files that are no lists of papers are named as such, once, whatever they are called. */
import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import { whyWrongFile } from '../../../workers/papers/ingest/read/wrong-file.js';
import { sniffed } from '../../../workers/papers/ingest/read/sniff.js';
import { inPieces } from '../../support/pieces.js';
import { zipOf } from '../../support/zip.js';
import { put } from './put.js';

const bytes = (start: string): Buffer =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from('\0\x01{["a,b\n'.repeat(600), 'latin1')]);
const login = '\n<!DOCTYPE html>\n<html><title>Log in</title><style>@media (x){a{b:c}}</style>\n<p>{"a": 1}\n';
const parts = (...names: string[]): Buffer =>
  zipOf(Object.fromEntries(names.map((name) => [name, Buffer.from(`<${name}>`)])));
/** Its first file is not compressed. */
const openDocument = (type: string): Buffer =>
  Buffer.from(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.${type}PK\x03\x04`, 'latin1');

const wrong: [what: string, file: Buffer][] = [
  ['a PDF', bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')],
  ['a picture', bytes('\x89PNG\r\n\x1a\n')],
  ['a picture', bytes('\xff\xd8\xff\xe0')],
  ['a picture', bytes('GIF89a')],
  ['a web page', Buffer.from(login)],
  ['a web page', Buffer.from('\ufeff<HTML lang="en"><body>Title, authors</body></HTML>')],
  ['an old Office file', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['a text document', Buffer.from('{\\rtf1\\ansi{\\fonttbl}\nTitle, authors}')],
  ['a text document', parts('[Content_Types].xml', '_rels/.rels', 'word/document.xml')],
  ['a text document', openDocument('text')],
  ['an OpenDocument spreadsheet', openDocument('spreadsheet')],
];
const formats: PaperFormat[] = ['csv', 'json', 'jsonl', 'xml', 'tagged', 'bibtex', 'xlsx', 'sqlite', 'zip'];

async function reasonsOf(file: Buffer, format: PaperFormat): Promise<string[]> {
  const { report } = await put(file, format);
  return report.rejected.map(({ line, reason }) => `${line}: ${String(reason)}`);
}

describe.each(wrong)('%s', (what, file) => {
  it('is refused in one sentence under each ending', async () => {
    for (const format of formats) {
      const { reason } = await sniffed(inPieces(file, 1000), format);
      expect(`${format}: ${String(reason)}`).toContain(`${format}: This is ${what}`);
    }
  });
});

it('is refused by an import once, also compressed and in a ZIP', async () => {
  const png = bytes('\x89PNG\r\n\x1a\n');
  const sentence = 'This is a picture, not a list of papers. Export the list as BibTeX, RIS, CSV or JSON.';
  expect(await reasonsOf(png, 'json')).toEqual([`1: ${sentence}`]);
  expect(await reasonsOf(gzipSync(png), 'csv')).toEqual([`1: ${sentence}`]);
  expect(await reasonsOf(zipOf({ 'a.json': png }), 'zip')).toEqual([`1: a.json: ${sentence}`]);
});

it('ends the source of a file that it refuses', async () => {
  let hasEnded = false;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (let n = 0; n < 100; n++) yield await Promise.resolve(bytes('%PDF-1.7\n'));
    } finally {
      hasEnded = true;
    }
  };
  await sniffed(source(), 'csv');
  expect(hasEnded).toBe(true);
});

it.each([
  ['BibTeX within HTML', '<html><body><pre>\n@article{a, title={A}}'],
  ['RIS within HTML', '<!doctype html><pre>\nTY  - JOUR\nTI  - A\n'],
  ['XML', '<?xml version="1.0"?><records/>'],
  ['a table about PDFs', 'title,%PDF-\n'],
  ['a ZIP with a folder word', parts('word/papers.json').toString('latin1')],
  ['a workbook', parts('[Content_Types].xml', 'xl/workbook.xml').toString('latin1')],
])('does not refuse %s', (_, text) => {
  expect(whyWrongFile(Buffer.from(text, 'latin1'), text)).toBeUndefined();
});
