/**
 * Writes pages as a PDF while they are laid out, so memory does not grow with the number of pages.
 *
 * pdfmake lays out and renders a whole document at once. Here its three parts process one page at a time on one
 * document. Everything has an absolute position, because tables and columns would move patterns off the printer's grid.
 */
import LayoutBuilder from 'pdfmake/js/LayoutBuilder.js';
import PDFDocument, { type PDFDocument as Document } from 'pdfmake/js/PDFDocument.js';
import Renderer from 'pdfmake/js/Renderer.js';
import { patternRows } from '../../oid/pattern.js';
import { fontFiles, mainFont } from '../fonts/font-files.js';
import { greyPatternPng } from './pattern-png.js';
import { onGrid, pageSide, points } from './printer-grid.js';
import { frameOf, lightened } from '../sheet/ink.js';
import type { FieldItem, Item, Page, PictureFile, PictureItem, Rectangle, Size, TextItem } from '../types.js';

export interface PdfOptions {
  title: string;
  /** Creation date of the document. */
  created: Date;
  /** Returns a JPEG or PNG; null if the picture is missing. One that cannot be read is left out. */
  picture: (file: PictureFile) => Promise<Uint8Array | null>;
  /** Called after each page with the number of finished pages. */
  progress?: (pages: number) => void;
  signal?: AbortSignal;
}

type Node = Record<string, unknown>;

const black = 'black';

/** Draws on one document and embeds each image once. */
class Pen {
  private readonly images: Record<string, string> = {};
  readonly document: Document;
  private readonly renderer: InstanceType<typeof Renderer.default>;

  constructor(private readonly options: PdfOptions) {
    const fonts = Object.fromEntries(
      Object.entries(fontFiles).map(([name, { regular, bold = regular }]) => [name, { normal: regular, bold }]),
    );
    const known = new Set(Object.values(fonts).flatMap(({ normal, bold }) => [normal, bold]));
    const info = { Title: options.title, Creator: 'Tonstift', Producer: 'Tonstift', CreationDate: options.created };
    // Allows only our own fonts to be read from the disk, whatever a title contains.
    this.document = new PDFDocument.default(
      fonts,
      this.images,
      {},
      {},
      { size: [0, 0], autoFirstPage: false, font: null, compress: true, info },
      null,
      (path) => known.has(path),
    );
    // Scaled dots are not read, and many programs fit a page to the printer by default.
    this.document._root.data['ViewerPreferences'] = this.document.ref({ PrintScaling: 'None' });
    this.renderer = new Renderer.default(this.document);
  }

  async draw(page: Page): Promise<void> {
    const size = { width: pageSide(page.width), height: pageSide(page.height), orientation: 'portrait' as const };
    const builder = new LayoutBuilder.default(size, { left: 0, top: 0, right: 0, bottom: 0 }, null);
    const content: Node[] = [];
    for (const item of page.items) content.push(...(await this.nodes(item)));
    this.renderer.renderPages(builder.layoutDocument(content, this.document, {}, { fontSize: 10, font: mainFont }));
  }

  private async nodes(item: Item): Promise<Node[]> {
    switch (item.kind) {
      case 'field':
        return this.field(item);
      case 'text':
        return this.text(item);
      case 'picture':
        return this.picture(item);
      case 'shape':
        return [
          canvas({
            type: 'polyline',
            closePath: true,
            color: black,
            lineWidth: 0,
            points: item.points.map(([x, y]) => ({ x: points(x), y: points(y) })),
          }),
        ];
      case 'circle': {
        const [x, y, radius] = [item.x, item.y, item.radius].map(points);
        const line = { lineWidth: points(item.thickness), lineColor: black };
        return [canvas({ type: 'ellipse', x, y, r1: radius, r2: radius, ...line })];
      }
      case 'line': {
        const [x1, y1, x2, y2] = [item.x1, item.y1, item.x2, item.y2].map(points);
        return [canvas({ type: 'line', x1, y1, x2, y2, lineWidth: points(item.thickness), lineColor: black })];
      }
    }
  }

  private async field(item: FieldItem): Promise<Node[]> {
    const { code, width, height, dpi, dotSize } = item;
    const behind = item.behind === undefined ? [] : await this.lightened(item.behind, frameOf(item));
    const isClear = behind.length > 0;
    const name = `pattern ${code} ${width}x${height} ${dpi} ${dotSize}${isClear ? ' clear' : ''}`;
    this.images[name] ??= dataUrl(greyPatternPng(patternRows(code, { width, height }, { dpi, dotSize }), dpi, isClear));
    const { x, y, ...size } = onGrid(item);
    return [...behind, { image: name, ...size, absolutePosition: { x, y } }];
  }

  /** Fills an area with a picture, and lays white over it. Returns nothing if the picture is missing. */
  private async lightened(file: PictureFile, area: Rectangle): Promise<Node[]> {
    const image = await this.embedded(file);
    if (image === null) return [];
    const [x, y, width, height] = [area.x, area.y, area.width, area.height].map(points);
    // White over the image keeps the dots readable in a program without transparency, and both uses share one image.
    const white = { type: 'rect', x, y, w: width, h: height, color: 'white', fillOpacity: lightened };
    return [{ image: image.name, cover: { width, height }, absolutePosition: { x, y } }, canvas(white)];
  }

  private text({ x, y, line, style }: TextItem): Node[] {
    const fontSize = points(style.size);
    return line.runs.map((run) => {
      // pdfmake positions the upper edge of a line, which is the font's ascender above the baseline.
      const ascender = (this.document.provideFont(run.font, style.bold, false).ascender / 1000) * fontSize;
      return {
        text: run.text,
        font: run.font,
        bold: style.bold,
        fontSize,
        noWrap: true,
        preserveLeadingSpaces: true,
        absolutePosition: { x: points(x + run.x), y: points(y) - ascender },
      };
    });
  }

  /** Embeds a picture at its first use. Returns null if it is missing or cannot be read. */
  private async embedded(file: PictureFile): Promise<({ name: string } & Size) | null> {
    const name = `picture ${file.oid} ${file.name}`;
    if (this.images[name] === undefined) {
      const bytes = await this.options.picture(file);
      if (bytes === null) return null;
      this.images[name] = dataUrl(bytes);
    }
    try {
      const { width, height } = this.document.provideImage(name);
      return { name, width, height };
    } catch {
      return null;
    } finally {
      // Frees the bytes: the document has its own copy now.
      this.images[name] = 'data:,';
    }
  }

  private async picture(item: PictureItem): Promise<Node[]> {
    const { x, y, width, height } = item;
    const picture = await this.embedded(item);
    if (picture === null) return [];
    const scale = Math.min(width / picture.width, height / picture.height);
    const [wide, high] = [picture.width * scale, picture.height * scale];
    return [
      {
        image: picture.name,
        width: points(wide),
        height: points(high),
        absolutePosition: { x: points(x + (width - wide) / 2), y: points(y + (height - high) / 2) },
      },
    ];
  }
}

const canvas = (drawing: Node): Node => ({ canvas: [drawing], absolutePosition: { x: 0, y: 0 } });

const dataUrl = (bytes: Uint8Array): string =>
  `data:image/png;base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;

/**
 * Yields the file piece by piece. Stops between two pages if the reader stops, or on `signal`.
 * A4 becomes 595.2 × 841.92 points: see `pageSide`.
 */
export async function* sheetPdf(pages: Iterable<Page>, options: PdfOptions): AsyncGenerator<Buffer, void, void> {
  const pen = new Pen(options);
  const { document } = pen;
  let done = 0;
  try {
    for (const page of pages) {
      options.signal?.throwIfAborted();
      await pen.draw(page);
      options.progress?.(++done);
      const written = document.read() as Buffer | null;
      if (written !== null) yield written;
    }
    document.end();
    for await (const piece of document) yield piece as Buffer;
  } finally {
    document.destroy();
  }
}
