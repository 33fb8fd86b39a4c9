/**
 * Glossary
 *
 * sheet     the pages that are printed for some albums
 * design    what all pages of a sheet have in common: layout, paper, columns, dots, fonts
 * page      one side of paper: items at fixed places, all lengths in millimetres from its upper left corner
 * field     a rectangle of dots, which the pen reads as one code
 * run       glyphs of one font, one after another from left to right
 * line      runs on one baseline
 *
 * A page is data: the PDF, the picture of it on screen and the PNG of the test sheet are drawn from the same items.
 */
import type { FontName } from './fonts/font-files.js';

export interface TextStyle {
  /** Millimetres of an em. */
  size: number;
  bold: boolean;
}

export interface TextRun {
  /**
   * In reading order; a run from right to left holds a single word, whose glyphs the layout engine turns around:
   * whoever draws it need not know.
   */
  text: string;
  font: FontName;
  /** Millimetres from the start of the line, and wide. */
  x: number;
  width: number;
}

export interface TextLine {
  /** From left to right. */
  runs: TextRun[];
  /** Millimetres. */
  width: number;
  /** Reads from right to left: it belongs at the right edge of its column. */
  rightToLeft: boolean;
}

/** Knows fonts. */
export interface Typesetter {
  /**
   * Breaks a text into lines of at most `width` millimetres; a word that is wider than that is broken too, between
   * graphemes. No lines where there is nothing to see.
   * @param most lines at most; the last one ends in … where something is left out
   */
  lines(text: string, style: TextStyle, width: number, most?: number): TextLine[];
  /** All on one line, however long. */
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

export interface FieldItem extends Rectangle {
  kind: 'field';
  code: number;
  /** What it is for: `album 920`, `prev`, `track 3`. */
  label: string;
  dpi: number;
  /** Pixels. */
  dotSize: number;
}

export interface TextItem {
  kind: 'text';
  /** Left end of the baseline. */
  x: number;
  y: number;
  line: TextLine;
  style: TextStyle;
}

/** The cover of an album or the picture of a track, as large as fits into the rectangle, in its middle. */
export interface PictureItem extends Rectangle {
  kind: 'picture';
  oid: number;
  /** Of a file in the album's folder. */
  name: string;
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

/** A black line around a place. */
export interface CircleItem {
  kind: 'circle';
  /** Its middle. */
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
