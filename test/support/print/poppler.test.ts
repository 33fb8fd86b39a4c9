import { expect, it } from '@jest/globals';
import { drawPattern } from '../../../workers/oid/pattern.js';
import { seededRandom } from '../../workers/gme/random.js';
import { type Bitmap, blackPixels } from './bitmap.js';
import { comparePattern, findFields, nearestDistance } from './find-dots.js';
import { pdfPageSizes, pdfText, renderPdf, withPoppler } from './poppler.js';

/** Points of a page of A4. */
const a4 = { width: 595.276, height: 841.89 };

/** A PDF file of its objects. Facts: ISO 32000-1, 7.3 and 7.5. */
function pdfOf(objects: readonly (string | Buffer)[][]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const at = (): number => parts.reduce((sum, { length }) => sum + length, 0);
  const starts = objects.map((pieces, n) => {
    const start = at();
    parts.push(
      Buffer.from(`${n + 1} 0 obj\n`),
      ...pieces.map((piece) => Buffer.from(piece as string)),
      Buffer.from('\nendobj\n'),
    );
    return start;
  });
  const table = at();
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

interface Drawn {
  code: number;
  /** Pixels from the upper left corner of the page. */
  x: number;
  y: number;
  pattern: Bitmap;
}

/**
 * Two pages: patterns as one-bit images with `inset` points of air on each side beside a line of text,
 * and an empty one.
 */
function patternsPdf(drawn: readonly Drawn[], dpi: number, inset: number): Buffer {
  const point = (pixels: number): number => (pixels * 72) / dpi;
  const stream = (head: string, content: Buffer): (string | Buffer)[] => [
    `<< ${head} /Length ${content.length} >>\nstream\n`,
    content,
    '\nendstream',
  ];
  const placed = drawn.map(({ x, y, pattern }, n) => {
    const [width, height] = [point(pattern.width) - 2 * inset, point(pattern.height) - 2 * inset];
    const [left, bottom] = [point(x) + inset, a4.height - point(y) - inset - height];
    const size = `${width.toFixed(4)} 0 0 ${height.toFixed(4)}`;
    return `q ${size} ${left.toFixed(4)} ${bottom.toFixed(4)} cm /I${n} Do Q`;
  });
  const text = 'BT /F 12 Tf 40 30 Td (Prev and Next) Tj ET 40 20 300 0.5 re f';
  const page = (resources: string): string =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${a4.width} ${a4.height}] ${resources} >>`;
  const images = drawn.map((_, n) => `/I${n} ${n + 7} 0 R`);
  return pdfOf([
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>'],
    [page(`/Contents 5 0 R /Resources << /Font << /F 6 0 R >> /XObject << ${images.join(' ')} >> >>`)],
    [page('/Resources << >>')],
    stream('', Buffer.from([...placed, text].join('\n'))),
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    ...drawn.map(({ pattern }) =>
      stream(
        `/Type /XObject /Subtype /Image /Width ${pattern.width} /Height ${pattern.height} ` +
          '/ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0]',
        Buffer.from(pattern.rows),
      ),
    ),
  ]);
}

function drawnAt(dpi: number): Drawn[] {
  const random = seededRandom(dpi);
  const pixels = (mm: number): number => Math.round((mm * dpi) / 25.4);
  return Array.from({ length: 20 }, (_, n) => {
    const code = random(15_000);
    const pattern = drawPattern(
      code,
      { width: 4 + random(1200) / 100, height: 4 + random(1200) / 100 },
      { dpi, dotSize: 2 },
    );
    return {
      code,
      pattern,
      x: pixels(12 + 40 * (n % 4)) + random(9),
      y: pixels(12 + 40 * Math.floor(n / 4)) + random(9),
    };
  });
}

withPoppler('Poppler', () => {
  it.each([600, 1200])('shows patterns that lie on the grid of %d dpi, pixel for pixel', async (dpi) => {
    const drawn = drawnAt(dpi);
    const [page, empty] = await renderPdf(patternsPdf(drawn, dpi, 0.0045), dpi);
    if (page === undefined || empty === undefined) throw new Error('a page is missing');
    expect([page.width, page.height]).toEqual([Math.ceil((a4.width * dpi) / 72), Math.ceil((a4.height * dpi) / 72)]);
    const found = findFields(page, { dpi });
    expect(found.map(({ code }) => code).sort()).toEqual(drawn.map(({ code }) => code).sort());
    for (const { code, pattern, x, y } of drawn) {
      const field = found.find((one) => one.code === code);
      if (field === undefined) throw new Error(`no code ${code}`);
      expect(field).toMatchObject({ intact: true, dotSize: 2 });
      expect(comparePattern(page, field, pattern)).toEqual({ x: field.x, y: field.y, differing: 0 });
      // The page is a fraction of a pixel higher than a whole number of them.
      expect(Math.abs(field.x - x)).toBe(0);
      expect(Math.abs(field.y - y)).toBeLessThanOrEqual(1);
    }
    expect(nearestDistance(found, dpi)).toBeGreaterThan(20);
    expect(blackPixels(empty)).toBe(0);
  });

  it('does not show them pixel for pixel where they are stretched, and the decoder says so', async () => {
    const drawn = drawnAt(600);
    const [page] = await renderPdf(patternsPdf(drawn, 600, -0.4), 600);
    if (page === undefined) throw new Error('a page is missing');
    const exact = findFields(page, { dpi: 600 }).filter(
      (field) =>
        field.intact &&
        drawn.some(({ code, pattern }) => code === field.code && comparePattern(page, field, pattern).differing === 0),
    );
    expect(exact).toEqual([]);
  });

  it('tells the text and the size of pages', async () => {
    const pdf = patternsPdf([], 600, 0);
    expect(await pdfPageSizes(pdf)).toEqual([
      { width: 595.276, height: 841.89 },
      { width: 595.276, height: 841.89 },
    ]);
    const [first, second] = (await pdfText(pdf)).split('\f');
    expect(first?.trim()).toBe('Prev and Next');
    expect(second?.trim()).toBe('');
  });

  it('fails on what is no PDF', async () => {
    await expect(renderPdf(Buffer.from('no pdf'), 600)).rejects.toThrow();
  });
});
