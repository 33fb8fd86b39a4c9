/** Types for the parts used here of two packages that have none. */
declare module 'fontkit' {
  interface PathCommand {
    command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
    /** Pairs of x and y in font units, y upwards. */
    args: number[];
  }
  interface GlyphRun {
    direction: 'ltr' | 'rtl';
    /** From left to right. */
    glyphs: { path: { commands: PathCommand[] } }[];
    /** Font units. */
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
    advanceWidth: number;
  }
  interface Font {
    unitsPerEm: number;
    ascent: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): GlyphRun;
  }
  export function create(bytes: Uint8Array): Font;
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** Position in UTF-16 units; null at the end. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
