/** The sheet on the screen: the fields of the printed one, each as large as a fingertip, each a button with a name. */
import { describe, expect, it } from '@jest/globals';
import { boardPage } from '../../../workers/print/sheet/board.js';
import { boardSvg } from '../../../workers/print/output/board-svg.js';
import { sheetPages } from '../../../workers/print/sheet/sheet.js';
import { createTypesetter } from '../../../workers/print/text/typeset.js';
import type { Page } from '../../../workers/print/types.js';
import { albumOf, fieldsOf, layoutOf } from './sheets.js';

const set = createTypesetter();
/** Pixels that a phone of 360 has for it. */
const phone = 326;
const finger = 44;

const board = (tracks: number, layout = layoutOf({}), titles?: string[]): Page =>
  boardPage(albumOf({ oid: 920, tracks, ...(titles && { titles }) }), layout, { set, language: 'de' });

interface Button {
  x: number;
  y: number;
  width: number;
  height: number;
  code: number;
  name: string;
}

/** As a browser has them, in millimetres. */
const buttonsIn = (svg: string): Button[] =>
  [...svg.matchAll(/<foreignObject x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"><button ([^>]+)>/g)].map(
    ([, x, y, width, height, rest = '']) => ({
      ...{ x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
      code: Number(/value="(\d+)"/.exec(rest)?.[1]),
      name: /aria-label="([^"]*)"/.exec(rest)?.[1] ?? '',
    }),
  );

describe.each([1, 2, 23, 24, 25, 99])('the board of %s tracks', (tracks) => {
  const long = ['Ein Titel', 'Wort '.repeat(80).trim(), 'Donaudampfschifffahrtsgesellschaft'.repeat(3)];
  const page = board(tracks, layoutOf({ show_general_controls: true }), long);
  const album = albumOf({ oid: 920, tracks, titles: long });
  const svg = boardSvg(page, { form: 'tap', tracks: album.tracks.map((one) => one.track_title), language: 'de' });
  const buttons = buttonsIn(svg);

  it('has the fields of the printed list, in its order', () => {
    const printed = fieldsOf(sheetPages([album], layoutOf({ show_general_controls: true }), set));
    expect(fieldsOf([page]).map(({ code }) => code)).toEqual(printed.map(({ code }) => code));
    expect(buttons.map(({ code }) => code)).toEqual(printed.map(({ code }) => code));
  });

  it('has each as large as a finger, none on another, all on the strip', () => {
    const scale = phone / page.width;
    for (const { width, height } of buttons) {
      expect(width * scale).toBeGreaterThanOrEqual(finger);
      expect(height * scale).toBeGreaterThanOrEqual(finger);
    }
    for (const [n, a] of buttons.entries()) {
      expect([a.x >= 0, a.y >= 0, a.x + a.width <= page.width, a.y + a.height <= page.height]).not.toContain(false);
      for (const b of buttons.slice(n + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect([a.name, b.name, apart]).toEqual([a.name, b.name, true]);
      }
    }
  });

  it('names each', () => {
    expect(buttons.slice(0, 6).map(({ name }) => name)).toEqual(
      ['Start', 'Zurück', 'Abspielen', 'Stopp', 'Weiter', 'Stück 1, Ein Titel'].slice(0, 6),
    );
    expect(buttons.every(({ name }) => name !== '')).toBe(true);
  });
});

describe('the board', () => {
  it('has the buttons for every album where the layout has them', () => {
    const codes = (shown: boolean): number => fieldsOf([board(3, layoutOf({ show_general_controls: shown }))]).length;
    expect([codes(false), codes(true)]).toEqual([8, 8 + 28]);
  });

  it('is a list, whatever the kept layout is', () => {
    const kept = layoutOf({ preset: 'tiles', show_controls: false, show_tracks: false, margin: 60, columns: 3 });
    expect(fieldsOf([board(3, kept)]).map(({ label }) => label)).toEqual(
      fieldsOf([board(3)]).map(({ label }) => label),
    );
  });

  it('escapes titles', () => {
    const page = board(1, layoutOf({}), ['<b>"&']);
    const svg = boardSvg(page, { form: 'tap', tracks: ['<b>"&'], language: 'en' });
    expect(svg).not.toContain('<b>');
    expect(buttonsIn(svg).at(-1)?.name).toBe('Track 1, &#60;b&#62;&#34;&#38;');
  });
});
