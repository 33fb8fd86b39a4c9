/**
 * Builds the items of pages. All ink is pure black: a printer renders grey as dots, and the pen would mistake them for
 * a pattern.
 */
import type { Resolution } from '../../oid/pattern.js';
import type { FieldItem, Item, LineItem, Point, Rectangle, ShapeItem, TextLine, TextStyle } from '../types.js';

/** Items positioned from (0, 0), and the space they take, in millimetres. */
export interface Block {
  width: number;
  height: number;
  items: Item[];
}

/** Distance between baselines, and from the upper edge of a text to its first baseline. Both in ems. */
const lineHeight = 1.28;
const firstBaseline = 0.98;

/** A frame shows where to tap, since the dots are hardly visible. It keeps a distance from them. */
const frame = { distance: 0.6, thickness: 0.1 };
/**
 * Share of white over a picture behind dots: no pixel is darker than 70 %. The pen's camera sees in infrared. Carbon
 * black is dark there and coloured inks are not, but many printers mix black into dark colours and into grey. A printer
 * that does so in light colours too hides the dots; the test sheet has a row for that.
 */
export const lightened = 0.7;
/** Distance between two frames. Their patterns are then more than 1 mm apart. */
export const fieldGap = 1.4;

export const line = ([x1, y1]: Point, [x2, y2]: Point, thickness: number): LineItem => ({
  kind: 'line',
  x1,
  y1,
  x2,
  y2,
  thickness,
});

/** Returns the frame of a field. */
export const frameOf = ({ x, y, width, height }: FieldItem): Rectangle => ({
  x: x - frame.distance,
  y: y - frame.distance,
  width: width + 2 * frame.distance,
  height: height + 2 * frame.distance,
});

/** @param place of the frame; the pattern is 0.6 mm smaller on each side */
export function framedField(
  code: number,
  label: string,
  { x, y, width, height }: Rectangle,
  { dpi, dotSize, behind }: Resolution & Pick<FieldItem, 'behind'>,
): Item[] {
  const { distance, thickness } = frame;
  const [left, top, right, bottom] = [x, y, x + width, y + height];
  return [
    {
      kind: 'field',
      code,
      label,
      x: x + distance,
      y: y + distance,
      width: width - 2 * distance,
      height: height - 2 * distance,
      dpi,
      dotSize,
      ...(behind && { behind }),
    },
    line([left, top], [right, top], thickness),
    line([left, bottom], [right, bottom], thickness),
    line([left, top], [left, bottom], thickness),
    line([right, top], [right, bottom], thickness),
  ];
}

/** Stacks lines from (0, 0). A line that reads from right to left is aligned to the opposite edge. */
export function textBlock(lines: readonly TextLine[], style: TextStyle, width: number, align?: 'middle'): Block {
  const items = lines.map((one, n): Item => {
    const side = align === 'middle' ? 0.5 : one.rightToLeft ? 1 : 0;
    return {
      kind: 'text',
      x: (width - one.width) * side,
      y: (n * lineHeight + firstBaseline) * style.size,
      line: one,
      style,
    };
  });
  return { width, height: lines.length * lineHeight * style.size, items };
}

/** Returns the items, moved by (dx, dy). */
export function moved(items: readonly Item[], dx: number, dy: number): Item[] {
  return items.map((item) => {
    if (item.kind === 'line')
      return { ...item, x1: item.x1 + dx, y1: item.y1 + dy, x2: item.x2 + dx, y2: item.y2 + dy };
    if (item.kind === 'shape') return { ...item, points: item.points.map(([x, y]) => [x + dx, y + dy] as const) };
    return { ...item, x: item.x + dx, y: item.y + dy };
  });
}

/** Stacks blocks vertically, `gap` apart. */
export function stacked(blocks: readonly Block[], gap: number): Block {
  const items: Item[] = [];
  let [y, width] = [0, 0];
  for (const [n, block] of blocks.entries()) {
    if (n > 0) y += gap;
    items.push(...moved(block.items, 0, y));
    y += block.height;
    width = Math.max(width, block.width);
  }
  return { width, height: y, items };
}

const triangle = (x: number, direction: 1 | -1): Point[] => [
  [x, 0],
  [x + direction * 0.6, 0.5],
  [x, 1],
];
const bar = (x: number, width: number): Point[] => [
  [x, 0],
  [x + width, 0],
  [x + width, 1],
  [x, 1],
];

/** A circle line that is open at the top. */
function openRing(outer: number, inner: number, gap: number): Point[] {
  const steps = 24;
  const angles = Array.from({ length: steps + 1 }, (_, n) => gap + (n / steps) * (2 * Math.PI - 2 * gap));
  const at = (radius: number, angle: number): Point => [
    0.5 + radius * Math.sin(angle),
    0.53 - radius * Math.cos(angle),
  ];
  return [...angles.map((angle) => at(outer, angle)), ...angles.toReversed().map((angle) => at(inner, angle))];
}

/** Icons in a square of side 1. */
const icons = {
  start: [
    openRing(0.45, 0.32, 0.6),
    [
      [0.435, 0],
      [0.565, 0],
      [0.565, 0.5],
      [0.435, 0.5],
    ],
  ],
  prev: [bar(0.12, 0.14), triangle(0.9, -1)],
  play: [triangle(0.2, 1)],
  stop: [bar(0.1, 0.8)],
  next: [triangle(0.1, 1), bar(0.74, 0.14)],
} as const satisfies Record<string, readonly (readonly Point[])[]>;

export type Icon = keyof typeof icons;

export function icon(name: Icon, x: number, y: number, size: number): ShapeItem[] {
  return icons[name].map((points) => ({
    kind: 'shape',
    points: points.map(([px, py]) => [x + px * size, y + py * size] as const),
  }));
}

/** Draws short lines outside the corners of an area to be cut out. */
export function cropMarks({ x, y, width, height }: Rectangle): LineItem[] {
  const [length, distance, thickness] = [2.2, 0.4, 0.1];
  return [x, x + width].flatMap((cx, right) =>
    [y, y + height].flatMap((cy, bottom) => {
      const [outX, outY] = [right === 1 ? 1 : -1, bottom === 1 ? 1 : -1];
      return [
        line([cx + outX * distance, cy], [cx + outX * (distance + length), cy], thickness),
        line([cx, cy + outY * distance], [cx, cy + outY * (distance + length)], thickness),
      ];
    }),
  );
}
