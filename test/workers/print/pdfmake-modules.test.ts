/** The three private modules of pdfmake that write a page at a time: docs/decisions/packages.md has the reason. */
import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import LayoutBuilder from 'pdfmake/js/LayoutBuilder.js';
import PDFDocument from 'pdfmake/js/PDFDocument.js';
import Renderer from 'pdfmake/js/Renderer.js';
import { fontFiles } from '../../../workers/print/fonts/font-files.js';

const versionIn = (text: string): string => (JSON.parse(text) as { version: string }).version;

it('are of the version that they were read in', () => {
  const path = createRequire(import.meta.url).resolve('pdfmake/package.json');
  expect(versionIn(readFileSync(path, 'utf8'))).toBe('0.3.11');
});

it('lay out and render page after page on one document, which can be read meanwhile', async () => {
  const { regular } = Object.values(fontFiles)[0] ?? { regular: '' };
  const fonts = { Sans: { normal: regular, bold: regular } };
  const options = {
    size: [0, 0] as [number, number],
    autoFirstPage: false,
    font: null,
    compress: false,
    info: {},
  } as const;
  const document = new PDFDocument.default(fonts, {}, {}, {}, options, null, (path) => path === regular);
  expect(document.provideFont('Sans', false, false).ascender).toBeGreaterThan(500);
  const renderer = new Renderer.default(document);
  const pieces: Buffer[] = [];
  const size = { width: 200, height: 100, orientation: 'portrait' } as const;
  for (const text of ['first', 'second']) {
    const builder = new LayoutBuilder.default(size, { left: 0, top: 0, right: 0, bottom: 0 }, null);
    const content = [{ text, absolutePosition: { x: 10, y: 20 } }];
    const pages = builder.layoutDocument(content, document, {}, { fontSize: 10, font: 'Sans' });
    expect(pages).toHaveLength(1);
    renderer.renderPages(pages);
    pieces.push(document.read() as Buffer);
    expect(pieces.at(-1)?.length).toBeGreaterThan(0);
  }
  document.end();
  for await (const piece of document) pieces.push(piece as Buffer);
  const pdf = Buffer.concat(pieces).toString('latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  expect(pdf.match(/\/MediaBox \[0 0 200 100\]/g)).toHaveLength(2);
});
