/** Each reader takes time as the length of its source, and never throws: a bad record costs only itself. */
import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { readSource } from '../../../workers/papers/ingest/read-source.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import { hostile, type Hostile } from '../../support/hostile.js';
import { growthOf } from '../../support/linear.js';
import { isLong } from '../../support/times.js';
import { zipOf } from '../../support/zip.js';
import { inPieces } from '../../support/pieces.js';
import { suiteFolder } from '../../support/folder.js';

const folder = suiteFolder();

/** Reads it in this process, whose time is measured. Returns the titles of its papers. */
async function read(source: string | Buffer, format: PaperFormat): Promise<string[]> {
  const titles: string[] = [];
  const given = { conference: 'C', year: 2020 };
  for await (const found of readSource(inPieces(source, 65_536), { format, given }, folder)) {
    if ('paper' in found) titles.push(found.paper.title);
    else
      expect(found.reason).not.toMatchObject({ key: expect.stringMatching(/^paper\.(fault|not_read_on)$/) as unknown });
  }
  return titles;
}

/** A source with the hostile text in it, after a record that is fine. */
type Source = (text: string) => string | Buffer;

const inXml = (text: string): string => text.replace(/[<&]/g, (sign) => (sign === '<' ? '&lt;' : '&amp;'));
const json = (more: object): string => JSON.stringify([{ title: 'Fine' }, { title: 'Other', ...more }]);
const bib = '@article{a, title={Fine}, journal={J}, year=2020}\n';
const ris = 'TY  - JOUR\nTI  - Fine\nJO  - J\nPY  - 2020\nER  - \n';
const feed = '<?xml version="1.0"?><feed><entry><title>Fine</title><published>2020</published></entry>\n';

const sources: Record<string, readonly [PaperFormat, Source]> = {
  json: ['json', (text) => `[{"title":"Fine"},${text}`],
  'json, an abstract': ['json', (text) => json({ abstract: text, authors: [text] })],
  'json, keys': ['json', (text) => json({ [text]: text, authors: { [text]: text } })],
  'json, records one after the other': ['json', (text) => `{"title":"Fine"}\n${text}`],
  jsonl: ['jsonl', (text) => `{"title":"Fine"}\n${text}`],
  csv: ['csv', (text) => `title,abstract,authors\nFine,,\n${text}`],
  'csv, a cell': ['csv', (text) => `title,abstract,authors\nFine,,\n"B","${text.replaceAll('"', '""')}"`],
  'all, names of columns': ['csv', (text) => `title,${text}\nFine\n`],
  bibtex: ['bibtex', (text) => `${bib}${text}`],
  'bibtex, an entry': ['bibtex', (text) => `${bib}@article{b, title={B}, ${text}`],
  'bibtex, in round brackets': ['bibtex', (text) => `${bib}@article(b, title={B}, ${text}`],
  'bibtex, a key': ['bibtex', (text) => `${bib}@article{${text}`],
  'bibtex, a title': ['bibtex', (text) => `${bib}@article{b, title={${text}}, year=2020, journal={J}}`],
  'bibtex, a definition': ['bibtex', (text) => `${bib}@string{b = ${text}}\n@article{b, title=b, year=2020}`],
  'bibtex, authors': ['bibtex', (text) => `${bib}@article{b, title={B}, author="${text}", year=2020}`],
  tagged: ['tagged', (text) => `${ris}TY  - JOUR\nTI  - B\n${text}`],
  'tagged, authors': ['tagged', (text) => `${ris}TY  - JOUR\nTI  - B\nAU  - ${text}\nU2  - ${text}\nUR  - ${text}\n`],
  'all, lines': ['tagged', (text) => text],
  xml: ['xml', (text) => `${feed}${text}`],
  'xml, a record': ['xml', (text) => `${feed}<entry><title>B</title>${text}`],
  'xml, a deep record': ['xml', (text) => `${feed}<PubmedArticle><MedlineCitation><Article>${text}`],
  'xml, a text': ['xml', (text) => `${feed}<entry><title>B</title><summary>${inXml(text)}</summary></entry></feed>`],
  'xml, an attribute': ['xml', (text) => `${feed}<entry a='${inXml(text)}`],
  'zip, a file': ['zip', (text) => zipOf({ 'a.json': Buffer.from(json({ abstract: text })) })],
  'zip, a name': [
    'zip',
    (text) => zipOf({ 'a.bib': Buffer.from(bib), [`${text.slice(0, 20_000)}.json`]: Buffer.from('[]') }),
  ],
  gzip: ['jsonl', (text) => gzipSync(`{"title":"Fine"}\n${text}`)],
};

const cases = Object.entries(sources).map(([name, [format, source]], n) => [name, format, source, n] as const);
/** In a short run each source gets some of the texts, and each text some of the sources. */
const some = (first: number): readonly Hostile[] =>
  isLong ? hostile : hostile.filter((_, n) => (n + first) % 14 === 0);

describe.each(cases)('%s', (name, format, source, n) => {
  it('takes time as the length', async () => {
    const slow: string[] = [];
    for (const { name: text, of } of some(n)) {
      const growth = await growthOf((length) => read(source(of(length)), format), 32_768, 2.5);
      if (growth !== 'linear') slow.push(`${text}: ${growth}`);
    }
    expect(slow).toEqual([]);
  });

  // The text is all of these.
  if (name.startsWith('all, ')) return;
  it('costs no other record', async () => {
    const lost: string[] = [];
    for (const { name: text, of } of some(n + 1))
      if ((await read(source(of(200)), format))[0] !== 'Fine') lost.push(text);
    expect(lost).toEqual([]);
  });
});
