/** Sheets as data: whatever is printed, nothing lies on a field, and nothing leaves the paper. */
import { describe, expect, it } from '@jest/globals';
import { controlCodes, trackCode } from '../../../workers/gme/codes.js';
import { sheetPages } from '../../../workers/print/sheet/sheet.js';
import { fitOf, type PrintLayout } from '../../../workers/print/sheet/print-layout.js';
import { createTypesetter } from '../../../workers/print/text/typeset.js';
import type { Page } from '../../../workers/print/types.js';
import { languages } from '../../../workers/base/language/languages.js';
import { say } from '../../../workers/base/language/sentence.js';
import { albumOf, boxOf, fieldsOf, layoutOf, type Box } from './sheets.js';
import { times } from '../../support/times.js';

const set = createTypesetter();

/** Millimetres between two boxes; negative where they lie on each other. */
const distance = (a: Box, b: Box): number => {
  const [x, y] = [Math.max(a.left - b.right, b.left - a.right), Math.max(a.top - b.bottom, b.top - a.bottom)];
  return x > 0 && y > 0 ? Math.hypot(x, y) : Math.max(x, y);
};

function check(pages: readonly Page[]): void {
  for (const page of pages) {
    const boxes = page.items.map((item) => ({ item, box: boxOf(item) }));
    for (const { item, box } of boxes) {
      const inside =
        box.left >= -1e-6 && box.top >= -1e-6 && box.right <= page.width + 1e-6 && box.bottom <= page.height + 1e-6;
      // Marks for the scissors may be cut off by a paper that is hardly larger than what is cut out.
      if (!inside && item.kind !== 'line')
        throw new Error(`${JSON.stringify(item)} leaves the paper of ${page.width} × ${page.height} mm`);
    }
    for (const { item: field, box } of boxes.filter((one) => one.item.kind === 'field')) {
      for (const other of boxes) {
        if (other.item === field) continue;
        // A cut line goes around fields, not through them.
        if (other.item.kind === 'circle') {
          const { x, y, radius } = other.item;
          const corners = [box.left, box.right].flatMap((cx) =>
            [box.top, box.bottom].map((cy) => Math.hypot(cx - x, cy - y)),
          );
          if (Math.max(...corners) > radius - 3 && Math.min(...corners) < radius + 3)
            throw new Error(`${JSON.stringify(field)} is cut`);
          continue;
        }
        const least = other.item.kind === 'field' ? 1.2 : other.item.kind === 'picture' ? 1.5 : 0.5;
        if (distance(box, other.box) < least)
          throw new Error(
            `${JSON.stringify(other.item)} is ${distance(box, other.box)} mm from the field ${JSON.stringify(field)}`,
          );
      }
    }
  }
}

const wordsOf = (page: Page | undefined): string[] =>
  (page?.items ?? []).flatMap((item) =>
    item.kind === 'text' ? [item.line.runs.map(({ text }) => text).join('')] : [],
  );
const codesOf = (pages: readonly Page[]): number[] => fieldsOf(pages).map((field) => field.code);
const tracks = (count: number): number[] => Array.from({ length: count }, (_, n) => trackCode(n));

describe('sheetPages', () => {
  it('carries in a list, a booklet and on discs the power-on field, the buttons and every track, in order', () => {
    const { prev, play, stop, next } = controlCodes;
    for (const preset of ['list', 'cd', 'round'] as const) {
      const pages = [...sheetPages([albumOf({ oid: 37, tracks: 30 })], layoutOf({ preset }), set)];
      expect(codesOf(pages)).toEqual([37, prev, play, stop, next, ...tracks(30)]);
    }
  });

  it('carries on tiles the power-on fields', () => {
    const albums = [5, 6, 7, 8].map((oid) => albumOf({ oid, cover: oid % 2 === 0 }));
    expect(codesOf([...sheetPages(albums, layoutOf({ preset: 'tiles' }), set)])).toEqual([5, 6, 7, 8]);
  });

  it('carries on tiles their buttons too, where they are wanted', () => {
    const { prev, play, stop, next } = controlCodes;
    for (const tile_size of [0, 24, 41, 42.2, 60, 150])
      for (const cover of [true, false]) {
        const layout = layoutOf({ preset: 'tiles', tile_size, show_tile_controls: true, show_controls: false });
        const pages = [
          ...sheetPages(
            [5, 6, 7].map((oid) => albumOf({ oid, cover })),
            layout,
            set,
          ),
        ];
        check(pages);
        expect(codesOf(pages)).toEqual([5, 6, 7].flatMap((oid) => [oid, prev, play, stop, next]));
        for (const { width, height } of fieldsOf(pages)) expect(Math.min(width, height)).toBeGreaterThan(6.5);
      }
  });

  it('carries in a list the pictures of tracks that have one, beside fields as high', () => {
    const album = albumOf({ oid: 37, tracks: 30, cover: false, pictures: (n) => n % 4 !== 3 });
    const pages = [...sheetPages([album], layoutOf({ show_track_pictures: true }), set)];
    check(pages);
    expect(codesOf(pages).slice(5)).toEqual(tracks(30));
    const items = pages.flatMap((page) => page.items);
    for (const [at, item] of items.entries()) {
      if (item.kind !== 'field' || !item.label.startsWith('track')) continue;
      const n = Number(item.label.slice(6)) - 1;
      const before = items[at - 1];
      if (n % 4 === 3) expect([item.height < 10, before?.kind]).toEqual([true, 'text']);
      else {
        expect(before).toMatchObject({ kind: 'picture', oid: 37, name: `picture-${n % 3}.jpg`, width: 20, height: 20 });
        expect(item.height).toBeCloseTo(20 - 1.2);
      }
    }
    const fieldsAt = new Set(
      fieldsOf(pages).flatMap(({ x, label }) => (label.startsWith('track') ? [x.toFixed(3)] : [])),
    );
    expect(fieldsAt.size).toBe(2);
  });

  it('keeps no place for pictures where there are none, or none are wanted', () => {
    const plain = albumOf({ oid: 37, cover: false });
    const pictured = albumOf({ oid: 37, cover: false, pictures: () => true });
    const wanted = layoutOf({ show_track_pictures: true });
    const expected = [...sheetPages([plain], layoutOf({}), set)];
    expect([...sheetPages([plain], wanted, set)]).toEqual(expected);
    expect([...sheetPages([pictured], layoutOf({}), set)]).toEqual(expected);
    for (const preset of ['tiles', 'cd', 'round'] as const)
      expect([...sheetPages([pictured], { ...wanted, preset }, set)]).toEqual([
        ...sheetPages([plain], layoutOf({ preset }), set),
      ]);
  });

  describe('as discs', () => {
    /** Corners of all that is within a disc, from its middle. */
    const farthest = (page: Page): number[] => {
      const circles = page.items.flatMap((item) => (item.kind === 'circle' ? [item] : []));
      return circles.map(({ x, y, radius }) =>
        Math.max(
          ...page.items
            .filter((item) => item.kind !== 'circle')
            .map(boxOf)
            .filter(({ top, bottom }) => (top + bottom) / 2 > y - radius && (top + bottom) / 2 < y + radius)
            .flatMap(({ left, right, top, bottom }) =>
              [left, right].flatMap((cx) => [top, bottom].map((cy) => Math.hypot(cx - x, cy - y))),
            ),
        ),
      );
    };

    it('stays within the cut line, whatever an album is like', () => {
      const long = 'Donaudampfschifffahrt '.repeat(14);
      for (const count of [1, 2, 5, 6, 9, 14, 15, 40, 99])
        for (const [title, cover, show_controls] of [
          ['Kurz', true, true],
          [long, true, true],
          ['W'.repeat(300), false, true],
          [long, false, false],
          ['夜'.repeat(200), true, false],
        ] as const) {
          const album = albumOf({ oid: 7, title, artist: title, cover, tracks: count, titles: [title, 'Lied'] });
          const layout = layoutOf({ preset: 'round', show_controls, show_general_controls: true });
          const pages = [...sheetPages([album], layout, set)];
          check(pages);
          expect(codesOf(pages).filter((code) => code === 7)).toHaveLength(1);
          for (const page of pages) for (const far of farthest(page)) expect(far).toBeLessThanOrEqual(56 + 1e-6);
        }
    });

    it('stand two on A4 and Letter and one on A5, and none on another', () => {
      const albums = [1, 2, 3].map((oid) => albumOf({ oid, tracks: 4 }));
      const discs = (page_size: PrintLayout['page_size']): number[][] =>
        [...sheetPages(albums, layoutOf({ preset: 'round', page_size }), set)].map((page) =>
          page.items.flatMap((item) => (item.kind === 'circle' ? [item.y] : [])),
        );
      for (const [page_size, wanted] of [
        ['A4', [2, 1]],
        ['Letter', [2, 1]],
        ['A5', [1, 1, 1]],
      ] as const) {
        expect(discs(page_size).map(({ length }) => length)).toEqual(wanted);
        for (const [first = 0, second = first + 122] of discs(page_size)) expect(second - first).toBeGreaterThan(121);
      }
    });

    it('gives few tracks larger fields than many, and says whose tracks those on further discs are', () => {
      const heights = (count: number): number[] => {
        const pages = sheetPages([albumOf({ oid: 7, tracks: count })], layoutOf({ preset: 'round' }), set);
        const fields = fieldsOf([...pages]).filter(({ label }) => label.startsWith('track'));
        return [...new Set(fields.map(({ height }) => Math.round(height * 10) / 10))];
      };
      expect([heights(5), heights(9), heights(14)]).toEqual([[9.8], [6.8], [4.7]]);
      const pages = [
        ...sheetPages([albumOf({ oid: 7, title: 'Lang', tracks: 60 })], layoutOf({ preset: 'round' }), set),
      ];
      expect(pages.flatMap(wordsOf).filter((text) => text === 'Lang (continued)')).toHaveLength(2);
    });
  });

  it('leaves out of narrow rows what all titles begin with, unless no title of the album stands above', () => {
    const series = 'Die drei Fragezeichen - Folge 012 - Und der seltsame Wecker - ';
    const titles = Array.from({ length: 14 }, (_, n) => `${series}Kapitel ${n + 1}`);
    const shown = (changes: Parameters<typeof layoutOf>[0], given = titles): string[] =>
      [...sheetPages([albumOf({ oid: 7, tracks: given.length, titles: given })], layoutOf(changes), set)].flatMap(
        wordsOf,
      );
    for (const preset of ['cd', 'round'] as const) {
      expect(shown({ preset })).toEqual(expect.arrayContaining(titles.map((title) => title.slice(series.length))));
      expect(shown({ preset, show_album_info: false }).join(' ')).toContain('Die drei Fragezeichen');
      expect(shown({ preset }, ['Lied: A', 'Lied: B'])).toContain('Lied: A');
    }
    expect(shown({ preset: 'list' }).join(' ')).toContain(series.trim());
    const long = albumOf({ oid: 7, title: 'Die drei Fragezeichen - Folge 012' });
    const [disc] = sheetPages([long], layoutOf({ preset: 'round' }), set);
    expect(wordsOf(disc).join(' ')).toContain('Folge 012');
  });

  it('lays the inner side of a booklet left of its front, so that it is upright in the case', () => {
    const album = albumOf({ oid: 7, cover: true, tracks: 3 });
    const [page] = [...sheetPages([album], layoutOf({ preset: 'cd' }), set)];
    const fold = 297 / 2;
    expect([page?.width, page?.height]).toEqual([297, 210]);
    expect(fieldsOf(page === undefined ? [] : [page]).every(({ x, width }) => x + width < fold)).toBe(true);
    expect(page?.items.flatMap((item) => (item.kind === 'picture' ? [item.x] : []))).toEqual([fold]);
    const long = [...sheetPages([albumOf({ oid: 7, tracks: 90 })], layoutOf({ preset: 'cd', show_cover: false }), set)];
    const xs = fieldsOf(long.slice(0, 1)).map(({ x }) => x);
    expect(Math.max(...xs.slice(0, 5))).toBeLessThan(fold);
    expect(xs.at(-1)).toBeGreaterThan(fold);
    const [small] = [...sheetPages([album], layoutOf({ preset: 'cd', page_size: 'A5' }), set)];
    expect([small?.width, small?.height]).toEqual([148, 210]);
  });

  it('leaves out what is not to be shown, but for the start field with its sign and word', () => {
    const nothing = layoutOf({
      ...{ show_cover: false, show_album_info: false, show_controls: false, show_tracks: false },
      show_start_hint: false,
    });
    for (const preset of ['list', 'tiles', 'cd', 'round'] as const) {
      const [page] = [...sheetPages([albumOf({ oid: 12 })], { ...nothing, preset }, set)];
      expect(page?.items.filter(({ kind }) => kind === 'picture')).toEqual([]);
      expect(page?.items.filter(({ kind }) => kind === 'shape')).toHaveLength(2);
      expect(wordsOf(page)).toEqual(['Start']);
      expect(codesOf(page === undefined ? [] : [page])).toEqual([12]);
    }
  });

  it.each(languages)('says in %s at every start field that it is tapped first', (language) => {
    const [start, hint] = [say('sheet.start').in(language), say('sheet.start_hint').in(language)];
    for (const preset of ['list', 'tiles', 'cd', 'round'] as const)
      for (const cover of [true, false])
        for (const show_start_hint of [true, false]) {
          const layout = layoutOf({ preset, show_start_hint });
          const pages = [...sheetPages([albumOf({ oid: 12, cover })], layout, set, language)];
          check(pages);
          const words = pages.flatMap(wordsOf);
          expect(words.filter((word) => word === start)).toHaveLength(1);
          expect(words.filter((word) => word === hint)).toHaveLength(show_start_hint ? 1 : 0);
        }
  });

  it('has the cover behind the start field where that is wanted, and is otherwise the same', () => {
    for (const preset of ['list', 'tiles', 'cd', 'round'] as const)
      for (const show_cover of [true, false]) {
        const layout = layoutOf({ preset, show_cover, show_general_controls: true });
        const albums = [3, 920, 992].map((oid) => albumOf({ oid, cover: oid !== 920 }));
        const plain = [...sheetPages(albums, layout, set)];
        const over = [...sheetPages(albums, { ...layout, show_start_cover: true }, set)];
        const behind = fieldsOf(over).flatMap((field) => (field.behind ? [[field.label, field.behind]] : []));
        expect(behind).toEqual([
          ['album 3', { oid: 3, name: 'cover.jpg' }],
          ['album 992', { oid: 992, name: 'cover.jpg' }],
        ]);
        const without = over.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.kind === 'field' ? { ...item, behind: undefined } : item)),
        }));
        expect(without).toEqual(plain);
        expect(JSON.stringify(plain)).not.toContain('behind');
      }
  });

  it('puts the name of each disc above its first track, and says it in names that are only numbers', () => {
    const two = { discs: (n: number) => (n < 15 ? 1 : 2), titles: ['01', 'Lied'], tracks: 30 };
    for (const preset of ['list', 'cd', 'round'] as const) {
      const pages = [...sheetPages([albumOf({ oid: 12, ...two })], layoutOf({ preset }), set)];
      check(pages);
      expect(codesOf(pages).slice(5)).toEqual(tracks(30));
      const words = pages.flatMap(wordsOf);
      const headings = words.filter((word) => /^CD \d$/.test(word));
      expect(headings).toEqual(preset === 'round' ? [] : ['CD 1', 'CD 2']);
      expect(words.filter((word) => word === 'CD 2 – 01')).toHaveLength(7);
      if (preset !== 'round') expect(words[words.indexOf('CD 2') + 1]).toBe('16');
    }
    const mixed = albumOf({ oid: 12, discs: (n) => 1 + (n % 2), tracks: 8 });
    const plain = [...sheetPages([mixed], layoutOf({}), set)].flatMap(wordsOf);
    expect(plain.filter((word) => word.startsWith('CD'))).toEqual([]);
  });

  it('keeps the start field high enough to tap, whatever its size', () => {
    for (const preset of ['list', 'tiles'] as const)
      for (const tile_size of [15, 16, 20, 24, 40])
        for (const show_cover of [true, false]) {
          const layout = layoutOf({ preset, tile_size, show_cover });
          const pages = [...sheetPages([albumOf({ oid: 12 })], layout, set, 'de')];
          check(pages);
          expect(fieldsOf(pages)[0]?.height).toBeGreaterThan(6.5);
        }
  });

  it('adds the buttons for every album once, at the end', () => {
    const { prev, play, stop, next } = controlCodes;
    for (const preset of ['list', 'tiles', 'cd', 'round'] as const) {
      const codes = codesOf([
        ...sheetPages(
          [albumOf({ oid: 1, tracks: 2 }), albumOf({ oid: 2, tracks: 2 })],
          layoutOf({ preset, show_general_controls: true }),
          set,
        ),
      ]);
      expect(codes.slice(-28)).toEqual([prev, play, stop, next, ...tracks(24)]);
      expect(codes.filter((code) => code === trackCode(23))).toHaveLength(1);
    }
  });

  it('keeps the buttons for every album within the margins, on two pages if need be', () => {
    const layout = layoutOf({
      preset: 'tiles',
      page_size: 'A5',
      margin: 50,
      tile_size: 40,
      show_general_controls: true,
    });
    const pages = [...sheetPages([albumOf({ oid: 1 })], layout, set)];
    check(pages);
    for (const { height, items } of pages)
      for (const item of items) expect(boxOf(item).bottom).toBeLessThan(height - 50 + 0.6);
    expect(codesOf(pages).slice(-24)).toEqual(tracks(24));
  });

  it('does not tear an album apart that fits on a page', () => {
    const albums = [1, 2, 3, 4, 5].map((oid) => albumOf({ oid, tracks: 12 }));
    const pages = [...sheetPages(albums, layoutOf({}), set)];
    const albumsOfPages = pages.map((page) => codesOf([page]).filter((code) => code < 100));
    expect(albumsOfPages.flat()).toEqual([1, 2, 3, 4, 5]);
    for (const page of pages)
      expect(codesOf([page]).filter((code) => code === trackCode(11)).length).toBe(
        codesOf([page]).filter((code) => code < 100).length,
      );
  });

  it('flows a long album over pages, and says there whose tracks they are', () => {
    const pages = [...sheetPages([albumOf({ oid: 1, title: 'Lang', tracks: 99 })], layoutOf({ page_size: 'A5' }), set)];
    expect(pages.length).toBeGreaterThan(3);
    expect(codesOf(pages).slice(5)).toEqual(tracks(99));
    const words = pages.map((page) => wordsOf(page).join(' '));
    expect(words.slice(1).every((text) => text.includes('Lang (continued)'))).toBe(true);
  });

  it('keeps clear of every field, whatever the titles, the paper and the settings', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
    const titles = [
      'Eins',
      'W'.repeat(300),
      'ein Wort nach dem anderen '.repeat(11),
      '夜'.repeat(200),
      'שלום עולם '.repeat(20),
      '',
      '\u0000\u202e\n',
      '🎵🎶'.repeat(40),
      'نص طويل '.repeat(30),
    ];
    let checked = 0;
    for (let n = 0; n < times(20, 60); n++) {
      const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
      const flag = (): boolean => random(3) > 0;
      const layout: PrintLayout = layoutOf({
        preset: pick(['list', 'tiles', 'cd', 'round']),
        page_size: pick(['A4', 'A5', 'Letter']),
        margin: pick([0, 4, 10, 14]),
        columns: pick([0, 0, 1, 2, 3]),
        tile_size: pick([0, 0, 15, 20, 40, 60]),
        show_cover: flag(),
        show_album_info: flag(),
        show_controls: flag(),
        show_tile_controls: flag(),
        show_tracks: flag(),
        show_track_pictures: flag(),
        show_general_controls: flag(),
        dpi: pick([600, 1200]),
        pixel_size: 2,
      });
      const albums = Array.from({ length: 1 + random(4) }, (_, a) =>
        albumOf({
          oid: 1 + a,
          title: pick(titles),
          artist: pick(titles),
          cover: flag(),
          tracks: 1 + random(99),
          titles: [pick(titles), pick(titles), 'Lied'],
          pictures: pick([() => false, () => true, (track: number) => track % 2 === 0]),
        }),
      );
      let pages: Page[];
      try {
        pages = [...sheetPages(albums, layout, set)];
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad_field' });
        continue;
      }
      check(pages);
      const wanted =
        layout.preset !== 'tiles' && layout.show_tracks
          ? albums.reduce((sum, album) => sum + album.tracks.length, 0)
          : 0;
      const shared = layout.show_general_controls ? 24 : 0;
      expect(fieldsOf(pages).filter((field) => field.label.startsWith('track'))).toHaveLength(wanted + shared);
      checked++;
    }
    expect(checked).toBeGreaterThan(times(10, 30));
  });

  it('keeps a very long title on small paper with wide margins', () => {
    for (const [margin, tile_size] of [
      [10, 0],
      [14, 28],
      [20, 15],
      [27, 15],
    ] as const) {
      const long = 'W'.repeat(300);
      const pages = [
        ...sheetPages(
          [albumOf({ oid: 1, title: long, artist: long, tracks: 3 })],
          layoutOf({ page_size: 'A5', margin, tile_size }),
          set,
        ),
      ];
      check(pages);
      for (const { height, items } of pages)
        for (const item of items) expect(boxOf(item).bottom).toBeLessThan(height - margin + 0.6);
    }
  });

  it('refuses what does not fit on the paper, naming the field', () => {
    const refused = (changes: Partial<PrintLayout>): unknown => {
      try {
        sheetPages([albumOf({ oid: 1 })], layoutOf(changes), set);
        return undefined;
      } catch (error) {
        return (error as { fields?: unknown }).fields;
      }
    };
    expect(refused({ preset: 'cd', page_size: 'A5', margin: 20 })).toEqual({
      margin: 'must be at most 14 mm on A5, not 20: a booklet of 120 mm does not fit.',
    });
    expect(refused({ preset: 'cd', page_size: 'Letter', margin: 48 })).toEqual({
      margin: expect.stringContaining('at most 47.9 mm on Letter, not 48'),
    });
    expect(refused({ preset: 'round', page_size: 'A5', margin: 14.5, columns: 3 })).toEqual({
      margin: 'must be at most 14 mm on A5, not 14.5: a disc of 120 mm does not fit.',
      columns: 'must be at most 2 on a disc, not 3.',
    });
    expect(refused({ columns: 9 })).toEqual({ columns: 'must be at most 3 on A4 with margins of 10 mm, not 9.' });
    expect(refused({ columns: 3, show_track_pictures: true })).toEqual({
      columns: 'must be at most 2 on A4 with margins of 10 mm, not 3.',
    });
    expect(refused({ preset: 'tiles', columns: 4 })).toEqual({
      columns: expect.stringContaining('tiles are 56 mm wide'),
    });
    expect(refused({ preset: 'tiles', tile_size: 200 })).toEqual({
      tile_size: 'must be at most 190 mm on A4 with margins of 10 mm, not 200.',
    });
    expect(refused({ preset: 'tiles', tile_size: 20, show_tile_controls: true })).toEqual({
      tile_size: 'must be at least 24 mm if each tile has buttons, not 20.',
    });
    expect(refused({ tile_size: 100 })).toEqual({ tile_size: expect.stringContaining('at most 63 mm') });
    expect(refused({ page_size: 'A5', margin: 20 })).toEqual({
      tile_size: 'must be at most 22 mm on A5 with margins of 20 mm, not the usual 28.',
    });
  });

  it('blames the margin where no size would fit', () => {
    const problems = (changes: Partial<PrintLayout>): unknown =>
      JSON.parse(JSON.stringify(fitOf(layoutOf({ page_size: 'A5', ...changes })).problems));
    for (const tile_size of [0, 15, 28]) {
      expect(problems({ margin: 50, tile_size, columns: 3 })).toEqual({
        margin: 'must be at most 27 mm on A5, not 50: there is no room for an album.',
      });
    }
    expect(problems({ margin: 27.1, tile_size: 15 })).toEqual({ margin: expect.stringContaining('at most 27 mm') });
    expect(problems({ margin: 27, tile_size: 15 })).toEqual({});
    expect(problems({ preset: 'tiles', margin: 50, tile_size: 15 })).toEqual({});
  });

  it('says what does fit, whatever the layout', () => {
    for (const preset of ['list', 'tiles', 'cd', 'round'] as const)
      for (const page_size of ['A4', 'A5', 'Letter'] as const)
        for (let margin = 0; margin <= 50; margin += 0.5)
          for (const tile_size of [0, 15, 70, 200])
            for (const columns of [0, 1, 10]) {
              const show_tile_controls = columns === 1;
              let layout = layoutOf({ preset, page_size, margin, tile_size, columns, show_tile_controls });
              // Doing as one is told, again and again, leads to a layout that fits.
              for (let tries = 0; Object.keys(fitOf(layout).problems).length > 0; tries++) {
                expect(tries).toBeLessThan(4);
                const changes = Object.entries(fitOf(layout).problems).map(
                  ([field, why]) =>
                    [field, Number(/must be (?:at (?:most|least) )?(\d+(?:\.\d+)?)/.exec(String(why))?.[1])] as const,
                );
                for (const [field, value] of changes)
                  expect([field, value >= (field === 'margin' ? 0 : field === 'columns' ? 1 : 15)]).toEqual([
                    field,
                    true,
                  ]);
                layout = { ...layout, ...Object.fromEntries(changes) };
              }
            }
  });
});
