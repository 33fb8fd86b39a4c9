/** Files of papers in a ZIP, read as if each had come by itself. */
import { describe, expect, it } from '@jest/globals';
import { open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { namesInZip } from '../../../workers/papers/ingest/read/zip.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { zipOf } from '../../support/zip.js';
import { put } from './put.js';

const folder = temporaryFolders();

const title = (name: string): string => JSON.stringify([{ title: name, abstract: `About ${name}.` }]);
const files = (texts: Record<string, string | Buffer>): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));

/** What becomes of a source, with the papers that are stored. */
async function imported(bytes: Uint8Array, name: string, format: PaperFormat = 'zip') {
  const { papers, report } = await put(bytes, format, { name });
  return {
    papers: papers.map(({ title, conference, year }) => `${title} · ${conference} ${year}`).sort(),
    reasons: report.rejected.map(({ line, reason }) => `${line}: ${String(reason)}`),
    read: report.read,
  };
}

describe('a ZIP of papers', () => {
  it('is each of its files, with the conference and year that its name tells', async () => {
    const zip = zipOf(
      files({
        'iclr2018.json': title('One'),
        'NeurIPS 2020/papers.json.gz': gzipSync(title('Two')),
        'refs.bib': '@inproceedings{a, title={Three}, author={Ada}, year=2019, booktitle={ACL}}',
        'README.md': '# What this is',
        'licence.txt': 'title\nNo paper',
        '__MACOSX/._iclr2018.json': '\0\0',
        '.git/index.json': title('Hidden'),
      }),
    );
    expect(await imported(zip, 'lists.zip')).toEqual({
      papers: ['One · ICLR 2018', 'Three · ACL 2019', 'Two · NeurIPS 2020'],
      reasons: [],
      read: 3,
    });
  });

  it('tells by its own name what its files do not', async () => {
    const zip = zipOf(files({ 'papers.json': title('One') }));
    expect((await imported(zip, 'iclr 2018.zip')).papers).toEqual(['One · ICLR 2018']);
  });

  it('is known by its beginning, whatever it is called', async () => {
    const zip = zipOf(files({ 'iclr2018.json': title('One') }));
    expect((await imported(zip, 'iclr2018.json', 'json')).papers).toEqual(['One · ICLR 2018']);
    expect((await imported(gzipSync(zip), 'lists.zip.gz')).papers).toEqual(['One · ICLR 2018']);
  });

  it('named so, but a table, is a table', async () => {
    const table = Buffer.from('title,year,conference\nOne,2018,ICLR\n');
    expect((await imported(table, 'table.zip')).papers).toEqual(['One · ICLR 2018']);
  });

  it('names the file beside a line that cannot be taken', async () => {
    const zip = zipOf(files({ 'a/iclr2018.json': '[\n{"title": ""},\n{"title": "One"}]', 'b.json': '[{"title":' }));
    const { papers, reasons } = await imported(zip, 'x.zip');
    expect(papers).toEqual(['One · ICLR 2018']);
    expect(reasons).toEqual([
      '2: a/iclr2018.json: title is missing.',
      expect.stringMatching(/^1: b\.json: The file is truncated/),
    ]);
  });

  it('loses only the file that is damaged', async () => {
    const zip = zipOf(files({ 'iclr2018.json': title('One'), 'iclr2019.json': title('Two') }));
    const listed = zip.indexOf('PK\x01\x02', 0, 'latin1');
    zip.writeUInt32LE(1, listed + 16);
    const { papers, reasons } = await imported(zip, 'x.zip');
    expect(papers).toContain('Two · ICLR 2019');
    expect(reasons).toEqual([
      expect.stringMatching(/^\d+: iclr2018\.json: The file cannot be unpacked: its checksum is wrong\.$/),
    ]);
    // Its bytes are others.
    zip.fill(0xff, 30 + 'iclr2018.json'.length, 60);
    const broken = await imported(zip, 'x.zip');
    expect(broken.papers).toEqual(['Two · ICLR 2019']);
    expect(broken.reasons).toEqual([expect.stringMatching(/^1: iclr2018\.json: The file cannot be unpacked: .+\.$/)]);
  });

  it('says that it is encrypted', async () => {
    const zip = zipOf(files({ 'iclr2018.json': title('One') }));
    // The flag of encryption, in the header of the file and in the list at the end.
    for (const [signature, offset] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const)
      zip.writeUInt16LE(
        zip.readUInt16LE(zip.indexOf(signature, 0, 'latin1') + offset) | 1,
        zip.indexOf(signature, 0, 'latin1') + offset,
      );
    expect((await imported(zip, 'x.zip')).reasons).toEqual([
      '1: iclr2018.json: The file cannot be unpacked: it is encrypted.',
    ]);
  });

  it('says what is in it where that is no paper', async () => {
    const zip = zipOf(files({ 'a.pdf': '%PDF', 'b/readme.txt': 'hello' }));
    expect((await imported(zip, 'x.zip')).reasons).toEqual([
      '1: The ZIP contains no file with papers; it has a.pdf, b/readme.txt.',
    ]);
  });

  it('does not unpack a ZIP in it', async () => {
    const inner = zipOf(files({ 'iclr2018.json': title('One') }));
    const { reasons } = await imported(zipOf({ 'a.json': inner, 'b.zip': inner }), 'x.zip');
    expect(reasons).toEqual(['1: a.json: An archive inside an archive cannot be read.']);
  });

  it('that is cut off is said to be so, and nothing of it is left behind', async () => {
    const zip = zipOf(files({ 'iclr2018.json': title('One'), 'iclr2019.json': title('Two') }));
    // Other suites use the folder of the system at the same time.
    const own = await folder();
    process.env['TMPDIR'] = own;
    try {
      const { papers, reasons } = await imported(zip.subarray(0, zip.length - 60), 'x.zip');
      expect(papers).toEqual([]);
      expect(reasons).toEqual([expect.stringMatching(/^1: The ZIP cannot be read: .+\.$/)]);
      expect((await readdir(own)).filter((name) => name.startsWith('tonstift-papers-'))).toEqual([]);
    } finally {
      delete process.env['TMPDIR'];
    }
  });

  it('with more files than anybody has is not read', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}.json`, '[]']));
    expect((await imported(zipOf(files(many)), 'x.zip')).reasons).toEqual([
      expect.stringMatching(/it has 10001 files; the limit is 10000/),
    ]);
  });
});

it('tells what is in a ZIP without unpacking it', async () => {
  const path = join(await folder(), 'x.zip');
  await writeFile(path, zipOf(files({ 'a.json': '[]', 'b/c.bib': '', '1.mp3': 'x', 'readme.txt': 'x' })));
  const file = await open(path);
  expect(await namesInZip(file.fd)).toEqual({ papers: ['a.json', 'b/c.bib'], others: ['1.mp3', 'readme.txt'] });
  await file.close();
});
