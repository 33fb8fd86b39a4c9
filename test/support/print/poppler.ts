/** Poppler's programs: PDF files as a printer would see them. */
import { describe } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bitmap } from '../../../workers/oid/pattern.js';
import { leaveOut } from '../leave-out.js';
import { readPbm } from './bitmap-files.js';

/** A path, or the file itself. */
export type Pdf = string | Uint8Array;

const programs = ['pdftoppm', 'pdftotext', 'pdfinfo'] as const;

const havePoppler = (): boolean => programs.every((program) => spawnSync(program, ['-v']).error === undefined);

/** Tests that need Poppler. Where there is none, one skipped test says so instead of them. */
export function withPoppler(what: string, tests: () => void): void {
  const why = `Poppler (${programs.join(', ')}) is not installed.`;
  describe(what, () => (havePoppler() ? tests() : leaveOut('of printed pages', why)));
}

async function run(program: (typeof programs)[number], options: readonly string[], pdf: Pdf): Promise<Buffer> {
  if (typeof pdf !== 'string') return onDisk(pdf, (path) => run(program, options, path));
  const output = program === 'pdftotext' ? ['-'] : [];
  const { stdout } = await promisify(execFile)(program, [...options, pdf, ...output], {
    encoding: 'buffer',
    maxBuffer: 2 ** 30,
  });
  return stdout;
}

/** The bytes as a file, while a task needs them. */
async function onDisk<Result>(pdf: Uint8Array, task: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-pdf-'));
  try {
    const path = join(folder, 'pages.pdf');
    await writeFile(path, pdf);
    return await task(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Width and height of each page, in points (1/72 inch). */
export async function pdfPageSizes(pdf: Pdf): Promise<{ width: number; height: number }[]> {
  const text = (await run('pdfinfo', ['-f', '1', '-l', '100000'], pdf)).toString();
  return [...text.matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+) pts/gm)].map(([, width, height]) => ({
    width: Number(width),
    height: Number(height),
  }));
}

/** One page, counted from 1, without grey: each pixel black or white. A page of A4 at 1200 dpi has 17 MB. */
async function renderPage(pdf: Pdf, page: number, dpi: number): Promise<Bitmap> {
  return readPbm(await run('pdftoppm', ['-r', String(dpi), '-mono', '-f', String(page), '-l', String(page)], pdf));
}

/** One page in shades of grey, as a scanner sees it; counted from 1. */
export async function renderGrey(
  pdf: Pdf,
  page: number,
  dpi: number,
): Promise<{ width: number; height: number; pixels: Uint8Array }> {
  const file = await run('pdftoppm', ['-r', String(dpi), '-gray', '-f', String(page), '-l', String(page)], pdf);
  // Netpbm manual, pgm(5).
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 100)) ?? [];
  return { width: Number(width), height: Number(height), pixels: new Uint8Array(file.subarray(head.length)) };
}

/** All pages. */
export async function renderPdf(pdf: Pdf, dpi: number): Promise<Bitmap[]> {
  if (typeof pdf !== 'string') return onDisk(pdf, (path) => renderPdf(path, dpi));
  const pages: Bitmap[] = [];
  for (const [n] of (await pdfPageSizes(pdf)).entries()) pages.push(await renderPage(pdf, n + 1, dpi));
  return pages;
}

/** The text of all pages, as it stands on paper; a form feed behind each page. */
export const pdfText = async (pdf: Pdf): Promise<string> =>
  (await run('pdftotext', ['-layout', '-enc', 'UTF-8'], pdf)).toString();
