/** Types for the parts of pdfmake that write one page at a time; its own types cover only whole documents. */

declare module 'pdfmake/js/PDFDocument.js' {
  import type { Readable } from 'node:stream';

  interface Options {
    size: [number, number];
    autoFirstPage: false;
    font: null;
    compress: boolean;
    info: Record<string, string | Date>;
    lang?: string;
  }
  interface Font {
    ascender: number;
  }
  interface Picture {
    width: number;
    height: number;
  }
  /** A pdfkit document with the fonts and images of pdfmake. */
  class PDFDocument extends Readable {
    // oxlint-disable-next-line max-params -- as the package has it
    constructor(
      fonts: Record<string, { normal: string; bold: string }>,
      images: Record<string, string>,
      patterns: object,
      attachments: object,
      options: Options,
      virtualfs: null,
      localAccessPolicy: (path: string) => boolean,
    );
    /** The catalogue of the document, of which pdfkit has no setter. It ends the reference of its preferences. */
    readonly _root: { data: Record<string, object> };
    /** Makes an object of the PDF; a string is a name. */
    ref(data: Record<string, string>): object;
    /** Ascender in thousandths of an em. */
    provideFont(name: string, bold: boolean, italics: boolean): Font;
    provideImage(name: string): Picture;
    end(): void;
  }
  const module: { default: typeof PDFDocument };
  export default module;
  export type { PDFDocument };
}

declare module 'pdfmake/js/LayoutBuilder.js' {
  import type { PDFDocument } from 'pdfmake/js/PDFDocument.js';

  interface Size {
    width: number;
    height: number;
    orientation: 'portrait';
  }
  interface LayoutBuilder {
    layoutDocument(content: object[], document: PDFDocument, styles: object, defaultStyle: object): object[];
  }
  const module: {
    default: new (
      pageSize: Size,
      margins: { left: number; top: number; right: number; bottom: number },
      svgMeasure: null,
    ) => LayoutBuilder;
  };
  export default module;
}

declare module 'pdfmake/js/Renderer.js' {
  import type { PDFDocument } from 'pdfmake/js/PDFDocument.js';

  interface Renderer {
    renderPages(pages: object[]): void;
  }
  const module: { default: new (document: PDFDocument) => Renderer };
  export default module;
}
