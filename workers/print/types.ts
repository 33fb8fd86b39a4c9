/**
 * Glossary
 *
 * sheet     the printed pages of some albums
 * design    what all pages of a sheet share: layout, paper, columns, dots, fonts
 * page      one side of paper: items at fixed positions, in millimetres from its upper left corner
 * field     a rectangle of dots that the pen reads as one code
 * run       glyphs of one font, from left to right
 * line      runs on one baseline
 *
 * A page is data: the PDF, the preview and the PNG of the test sheet are all drawn from the same items.
 */
import type { FontName } from './fonts/font-files.js';

export interface TextStyle {
  /** Size of an em, in millimetres. */
  size: number;
  bold: boolean;
}

export interface TextRun {
  /**
   * Text in reading order. A run from right to left holds a single word. The layout engine reverses its glyphs, so code
   * that draws it need not.
   */
  text: string;
  font: FontName;
  /** Millimetres from the start of the line. */
  x: number;
  width: number;
}

export interface TextLine {
  /** In visual order, from left to right. */
  runs: TextRun[];
  /** Millimetres. */
  width: number;
  /** The line reads from right to left, so it is set at the right edge of its column. */
  rightToLeft: boolean;
}

/** Sets text with the fonts that it needs. */
export interface Typesetter {
  /**
   * Breaks a text into lines of at most `width` millimetres. A word wider than that is broken between graphemes.
   * Returns no lines if the text has no visible character.
   * @param most maximum number of lines; the last one ends in … if text is left out
   */
  lines(text: string, style: TextStyle, width: number, most?: number): TextLine[];
  /** Sets the whole text on one line, whatever its length. */
  line(text: string, style: TextStyle): TextLine;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rectangle extends Size {
  x: number;
  y: number;
}

export type Point = readonly [x: number, y: number];

/** A picture in the folder of an album. */
export interface PictureFile {
  oid: number;
  name: string;
}

export interface FieldItem extends Rectangle {
  kind: 'field';
  code: number;
  /** Purpose of the field: `album 920`, `prev`, `track 3`. */
  label: string;
  dpi: number;
  /** Width and height of a dot, in pixels. */
  dotSize: number;
  /** Fills the frame behind the dots, lightened (`lightened` in sheet/ink.ts). */
  behind?: PictureFile | undefined;
}

export interface TextItem {
  kind: 'text';
  /** Left end of the baseline. */
  x: number;
  y: number;
  line: TextLine;
  style: TextStyle;
}

/** The cover of an album or the picture of a track, centred and as large as fits into the rectangle. */
export interface PictureItem extends Rectangle, PictureFile {
  kind: 'picture';
}

/** A black area. */
export interface ShapeItem {
  kind: 'shape';
  points: readonly Point[];
}

/** A black line along an axis. */
export interface LineItem {
  kind: 'line';
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  thickness: number;
}

/** A black circle line. */
export interface CircleItem {
  kind: 'circle';
  /** Centre of the circle. */
  x: number;
  y: number;
  radius: number;
  thickness: number;
}

export type Item = FieldItem | TextItem | PictureItem | ShapeItem | LineItem | CircleItem;

export interface Page {
  /** Millimetres. */
  width: number;
  height: number;
  items: Item[];
}
