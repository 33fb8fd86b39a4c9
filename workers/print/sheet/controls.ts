/** Control buttons of an album, and those that work with every album. */
import { controlCodes, generalTrackButtons, trackCode } from '../../gme/codes.js';
import { say, type SentenceKey } from '../../base/language/sentence.js';
import type { Design } from './design.js';
import type { Flow } from './flow.js';
import { fieldGap, framedField, icon, moved, stacked, textBlock, type Block, type Icon } from './ink.js';
import type { Size, TextStyle } from '../types.js';

export type Control = Exclude<Icon, 'start'>;
const order: readonly Control[] = ['prev', 'play', 'stop', 'next'];

const small = { size: 2.5, bold: false };
const heading = { size: 4, bold: true };
/** Between the rows of the general controls. */
const rowGap = 1.8;

/** Draws a field with its icon below it, and its word if there is room. */
function controlButton(name: Control, { width, height }: Size, { dots, set, language }: Design): Block {
  const word = set.line(say(`sheet.${name}`).in(language), small);
  const side = 2;
  const withWord = side + 0.8 + word.width;
  const left = (width - (withWord <= width ? withWord : side)) / 2;
  const y = height + 1.3;
  return {
    width,
    height: y + 2.8,
    items: [
      ...framedField(controlCodes[name], name, { x: 0, y: 0, width, height }, dots),
      ...icon(name, left, y + 0.45, side),
      ...(withWord <= width ? moved(textBlock([word], small, word.width).items, left + side + 0.8, y) : []),
    ],
  };
}

/**
 * Draws prev, play, stop and next in rows that fill `width`. `largest` is the size of a field if there is room.
 * @param inRow 4 or 2
 */
export function albumControls(width: number, largest: Size, design: Design, inRow = order.length): Block {
  const each = Math.min(largest.width, (width - (inRow - 1) * fieldGap) / inRow);
  const rows = Array.from({ length: order.length / inRow }, (_, row): Block => {
    const buttons = order
      .slice(row * inRow, (row + 1) * inRow)
      .map((name) => controlButton(name, { ...largest, width: each }, design));
    return {
      width,
      height: Math.max(...buttons.map((button) => button.height)),
      items: buttons.flatMap((button, n) => moved(button.items, n * (each + fieldGap), 0)),
    };
  });
  return stacked(rows, 1.2);
}

/** Draws one row if each field is wide enough to tap, else two. */
export function tileControls(width: number, design: Design): Block {
  const least = 8;
  const isWide = (width - (order.length - 1) * fieldGap) / order.length >= least;
  return albumControls(width, { width, height: least }, design, isWide ? order.length : 2);
}

function trackButton(index: number, { width, height }: Size, { dots, set }: Design): Block {
  const label = moved(textBlock([set.line(String(index + 1), small)], small, width, 'middle').items, 0, height + 0.9);
  return {
    width,
    height: height + 3.9,
    items: [...framedField(trackCode(index), `track ${index + 1}`, { x: 0, y: 0, width, height }, dots), ...label],
  };
}

/** Draws controls and 24 track buttons under a heading, as rows. They work with the album tapped last. */
function generalRows(width: number, size: Size, design: Design): Block[] {
  const { set, language } = design;
  const lines = (key: SentenceKey, style: TextStyle): Block =>
    textBlock(set.lines(say(key).in(language), style, width), style, width);
  // 24 fills rows of 4, 6, 8 or 12 evenly.
  const columns = [12, 8, 6, 4].find((n) => n * (size.width + fieldGap) - fieldGap <= width) ?? 4;
  const each = Math.min(size.width * 1.3, (width - (columns - 1) * fieldGap) / columns);
  const buttons = Array.from({ length: generalTrackButtons }, (_, index) =>
    trackButton(index, { ...size, width: each }, design),
  );
  const rows = Array.from({ length: generalTrackButtons / columns }, (_, row): Block => {
    const inRow = buttons.slice(row * columns, (row + 1) * columns);
    return {
      width,
      height: inRow[0]?.height ?? 0,
      items: inRow.flatMap((button, n) => moved(button.items, n * (each + fieldGap), 0)),
    };
  });
  return [
    lines('sheet.general', heading),
    lines('sheet.general_hint', small),
    albumControls(width, { ...size, width: 24 }, design),
    ...rows,
  ];
}

export const generalControls = (width: number, size: Size, design: Design): Block =>
  stacked(generalRows(width, size, design), rowGap);

/** Places the general controls on one page if they fit on one. */
export function placeGeneralControls(flow: Flow, size: Size, design: Design): void {
  const rows = generalRows(flow.width, size, design);
  const { height } = stacked(rows, rowGap);
  for (const [n, row] of rows.entries()) flow.place(row, n === 0 ? 8 : rowGap, n === 0 ? height : 0);
}
