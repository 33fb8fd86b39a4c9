/**
 * Whatever reads what strangers send takes time as the length of it, not as its square: each parser gets each pattern,
 * repeated to 32 kB and, where that takes any time, to a quarter of it.
 */
import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formFields, jsonFields } from '../../http/request/fields.js';
import { partReader } from '../../http/request/multipart.js';
import { readNames } from '../../workers/audio/album/names.js';
import { readCue } from '../../workers/audio/chapters/cue.js';
import { embeddedCover, probe } from '../../workers/audio/probe.js';
import { parseJson } from '../../workers/base/input/json.js';
import { inFolder } from '../../workers/base/files/held-folder.js';
import { pathParts, safeName } from '../../workers/base/files/names.js';
import { unzip } from '../../workers/import/inspect/unzip.js';
import { pictureHeader } from '../../workers/base/pictures/picture-header.js';
import { readPapers } from '../../workers/papers/ingest/read-papers.js';
import type { PaperFormat } from '../../workers/papers/ingest/types.js';
import { koaBody } from 'koa-body';
import { Readable } from 'node:stream';
import { isLong } from '../support/times.js';
import { growthOf } from '../support/linear.js';
import { suiteFolder } from '../support/folder.js';

const folder = suiteFolder();

type Parse = (bytes: Buffer) => unknown;

const papers =
  (format: PaperFormat, head = ''): Parse =>
  async (bytes) => {
    const source = Readable.from(
      (function* () {
        yield Buffer.from(head);
        for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      })(),
    );
    for await (const one of readPapers(source, format, '')) void one;
  };
const inFile =
  (parse: (path: string) => Promise<unknown>, head = '', tail = ''): Parse =>
  async (bytes) => {
    const path = join(folder, 'file');
    await writeFile(path, Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from(tail, 'latin1')]));
    await parse(path);
  };
const sound = (head = '', tail = ''): Parse =>
  inFile((path) => Promise.allSettled([probe(path), embeddedCover(path)]), head, tail);
let zips = 0;
const zip = (head = '', tail = ''): Parse =>
  inFile((path) => inFolder(folder, `zip${++zips}`, (into) => unzip(path, into, 1e8), { make: true }), head, tail);
const multipart =
  (head: string, tail = ''): Parse =>
  async (bytes) => {
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]);
    const req = Object.assign(Readable.from([body]), {
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(body.length) },
    });
    const reader = partReader(folder, { fileBytes: 1e8, files: 2000, fields: 500, fieldBytes: 1024 ** 2 });
    const ctx = { req, method: 'POST', is: () => 'multipart/form-data', request: {} };
    const options = { multipart: true, text: false, json: false, urlencoded: false, formidable: reader.options };
    await koaBody(options)(ctx as never, () => Promise.resolve());
    await reader.close();
    return ctx.request;
  };

const id3 = 'ID3\x03\0\0\x00\x7f\x7f\x7f';
const part = '--b\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\n';

/** What a parser begins with, so that the pattern comes where it hurts. */
const parsers: Record<string, Parse> = {
  csv: papers('csv'),
  'csv, a cell': papers('csv', 'title,year,conference\n'),
  'csv, in quotes': papers('csv', 'title,year,conference\n"'),
  json: papers('json'),
  'json, a list': papers('json', '['),
  'json, in quotes': papers('json', '["'),
  jsonl: papers('jsonl'),
  'json text': (bytes) => parseJson(bytes.toString('latin1')),
  'json body': (bytes) => jsonFields(`{"a":${bytes.toString('latin1')}`, 500),
  'form body': (bytes) => formFields(bytes.toString('latin1'), 500),
  'form, one field': (bytes) => formFields(`a=${bytes.toString('latin1').replaceAll('&', '')}`, 500),
  multipart: multipart(''),
  'multipart, a file': multipart(part),
  'multipart, a header': multipart('--b\r\nContent-Disposition: form-data; name="'),
  sound: sound(),
  'sound, id3': sound(id3),
  'sound, ogg': sound('OggS\0\x02'.padEnd(26, '\0') + '\x01\x1e\x01vorbis'.padEnd(31, '\0')),
  'sound, mp4': sound('\0\0\0\x18ftypM4A \0\0\0\0M4A isom\0\x0f\xff\xffmoov'),
  'sound, wav': sound('RIFF\xff\xff\xff\x7fWAVE'),
  'sound, wav list': sound('RIFF\xff\xff\xff\x7fWAVELIST\xff\xff\xff\x7fINFO'),
  'sound, aiff': sound('FORM\x7f\xff\xff\xffAIFF'),
  'sound, flac': sound('fLaC\0\0\0\x22'.padEnd(42, '\0')),
  'sound, wma': sound('0&\xb2u\x8ef\xcf\x11\xa6\xd9\0\xaa\0b\xcel\xff\xff\x0f\0\0\0\0\0\xff\xff\0\0\x01\x02'),
  'sound, ape': sound('\xff\xfb\x90\0', 'APETAGEX\xd0\x07\0\0\xff\xff\x0f\0\xff\xff\xff\x7f\0\0\0\0'.padEnd(40, '\0')),
  cue: readCue,
  'cue, a file': (bytes) => readCue(Buffer.concat([Buffer.from('FILE x'), bytes, Buffer.from('y\tz')])),
  'cue, an index': (bytes) =>
    readCue(Buffer.concat([Buffer.from('TRACK 01 AUDIO\nINDEX 01 '), bytes, Buffer.from('y\u2028z')])),
  'name of a file': (bytes) => {
    const [name = ''] = pathParts(`cd1${bytes.toString('latin1')}x.mp3`).slice(-1);
    return [readNames([name]), safeName(name)];
  },
  zip: zip(),
  'zip, a directory': zip('PK\x03\x04', 'PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\x0f\0\x04\0\0\0\0\0'),
  'picture, jpeg': (bytes) => pictureHeader(Buffer.concat([Buffer.from('\xff\xd8', 'latin1'), bytes])),
  'picture, exif': (bytes) =>
    pictureHeader(
      Buffer.concat([Buffer.from('\xff\xd8\xff\xe1\xff\xffExif\0\0II*\0\x08\0\0\0\xff\xff', 'latin1'), bytes]),
    ),
};

const patterns: Record<string, string> = {
  letters: 'a',
  blanks: ' ',
  zeros: '\0',
  ones: '\xff',
  quotes: '"',
  'quoted quotes': '"a""',
  commas: ',',
  'commas and quotes': '",',
  'cells of a letter': 'a,',
  semicolons: ';a',
  lines: '\n',
  'lines of a letter': 'a\n',
  'lines of Windows': '\r\n',
  'returns alone': '\r',
  brackets: '[',
  'brackets and names': '{"a":',
  'lists of nothing': '[],',
  'brackets that close': ']',
  backslashes: '\\',
  'numbers of a digit': '1,',
  'papers within papers': '{"papers":[',
  ampersands: '&a=1',
  'percent signs': '%41',
  plus: '+',
  boundaries: '\r\n--b\r\n',
  'almost boundaries': '\r\n--',
  headers: 'a: b\r\n',
  'parts of nothing': part,
  'frames of id3': 'TXXX\0\0\0\x02\0\0\0a',
  'pictures of id3': 'APIC\0\0\0\x0a\0\0\0image/\0\x03\0a',
  'tags of id3': 'ID3\x03\0\0\0\0\0\0',
  'pages of ogg': 'OggS\0\0'.padEnd(26, '\0') + '\x01\0',
  'boxes of mp4': '\0\0\0\x08free',
  'boxes in boxes': '\0\x0f\xff\xffmoov',
  'chunks of nothing': 'LIST\0\0\0\0',
  'texts of a letter': 'INAM\x02\0\0\0a\0',
  'blocks of flac': '\x04\0\0\x02aa',
  'frame headers': '\xff\xfb\x90\0',
  'adts headers': '\xff\xf1\x50\x80\x01\x1f\xfc',
  'ends of zips': 'PK\x05\x06',
  'entries of zips': 'PK\x01\x02\x14\0\x14\0'.padEnd(47, '\0') + 'a',
  'segments of jpeg': '\xff\xe0\0\x02',
};

const names = Object.keys(patterns);
/** For bytes; those before are for texts. */
const firstOfBytes = names.indexOf('frames of id3');
const common = new Set(['letters', 'blanks', 'zeros', 'ones']);
/** Those that a parser may stumble over, whose kind its name says; in a short run every other one. */
const patternsOf = (parser: string): string[] =>
  names
    .filter((name, n) => common.has(name) || n >= firstOfBytes === /^(sound|zip|picture)/.test(parser))
    .filter((name, n) => isLong || common.has(name) || (n + parser.length) % 2 === 0);

const length = 32 * 1024;

it('the multipart parser is really asked', async () => {
  const request = await multipart(part, '\r\n--b--\r\n')(Buffer.from('hello'));
  expect(request).toMatchObject({ files: { a: expect.objectContaining({ size: 5 }) as unknown } });
});

describe.each(Object.entries(parsers))('%s', (parser, parse) => {
  it('takes time as the length', async () => {
    const slow: string[] = [];
    for (const name of patternsOf(parser)) {
      const work = (bytes: number) =>
        Promise.resolve(Buffer.alloc(bytes, Buffer.from(patterns[name] ?? '', 'latin1')))
          .then(parse)
          .catch(() => undefined);
      const growth = await growthOf(work, length);
      if (growth !== 'linear') slow.push(`${name}: ${growth}`);
    }
    expect(slow).toEqual([]);
  });
});
