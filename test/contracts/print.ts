/** What http relies on of printing. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import type { AlbumService } from '../../http/resources/albums/service.js';
import type { PrintOrder, PrintService } from '../../http/resources/print/service.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { refuses, sound, type Told } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedPrints {
  /** With the settings of a new home. */
  service: PrintService;
  /** Without albums. */
  albums: AlbumService;
  /** For the files of uploads. */
  folder: string;
  published: readonly Told[];
  close(): Promise<void>;
}

const fields = [
  'preset',
  'page_size',
  'margin',
  'columns',
  'tile_size',
  'show_cover',
  'show_album_info',
  'show_controls',
  'show_tile_controls',
  'show_tracks',
  'show_track_pictures',
  'show_general_controls',
  'show_start_hint',
  'show_start_cover',
  'dpi',
  'pixel_size',
];

export function describePrints(name: string, open: () => Promise<OpenedPrints>): void {
  describe(`${name} as printing`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: PrintService;
    beforeEach(() => void (service = opened.service));

    const put = async (...names: string[]): Promise<void> => {
      for (const one of names) await opened.albums.upload([await sound(opened.folder, one)], undefined);
    };
    const order = (oids: number[], given: Record<string, unknown> = {}): PrintOrder => ({
      oids,
      layout: service.layout(new Map(Object.entries(given))),
    });
    const layout = (given: Record<string, unknown>) => service.layout(new Map(Object.entries(given)));
    const jobs = (): unknown[] =>
      opened.published.filter(({ data }) => (data as { kind?: string }).kind === 'print').map(({ type }) => type);

    it('has a layout at first, of all its fields', () => {
      expect(Object.keys(service.kept()).sort()).toEqual([...fields].sort());
      expect(service.layout(new Map())).toEqual(service.kept());
    });

    it('takes a layout as forms and as JSON send it, and keeps it only when told', async () => {
      const before = service.kept();
      const wanted = { ...before, margin: 9, show_cover: false, preset: 'cd' };
      expect(layout({ margin: '9', show_cover: 'false', preset: 'cd' })).toEqual(wanted);
      expect(layout({ margin: 9, show_cover: false, preset: 'cd', oids: '1', colour: 'red' })).toEqual(wanted);
      expect(service.kept()).toEqual(before);
      await service.keep(layout({ margin: 9, show_cover: false, preset: 'cd' }));
      expect([service.kept(), layout({})]).toEqual([wanted, wanted]);
    });

    it('shows a page of the sheet, the last one where there are fewer', async () => {
      await put('a.mp3', 'b.mp3');
      const preview = (): ReturnType<PrintService['preview']> =>
        service.preview(order([920, 921], { preset: 'cd' }), 0);
      // A busy machine draws what it can in the time that a preview has, and goes on meanwhile.
      let first = await preview();
      while (!first.complete) first = await preview();
      expect(first).toEqual({
        pages: 2,
        complete: true,
        page: 0,
        svg: expect.stringMatching(/^<svg[\s\S]*<\/svg>\s*$/),
      });
      const second = await service.preview(order([920, 921], { preset: 'cd' }), 1);
      expect([second.page, second.svg === first.svg]).toEqual([1, false]);
      expect(await service.preview(order([920, 921], { preset: 'cd' }), 99)).toEqual(second);
      expect((await service.preview(order([921, 920], { preset: 'cd' }), 0)).svg).not.toBe(first.svg);
      expect(jobs()).toEqual([]);
    });

    it('refuses albums that are not there', async () => {
      await put('a.mp3');
      await refuses(() => service.pdf(order([920, 5])), 'album_not_found');
      await refuses(() => service.preview(order([5]), 0), 'album_not_found');
      expect(jobs()).toEqual([]);
    });

    it('makes nothing for who has left', async () => {
      await put('a.mp3');
      const left = AbortSignal.abort(new TonstiftError('aborted', 'The client has disconnected.'));
      await refuses(() => service.pdf(order([920]), { signal: left }), 'aborted');
      await refuses(() => service.testSheet('zip', { signal: left }), 'aborted');
    });

    it('goes on after a reader that has left in the middle', async () => {
      await put('a.mp3');
      (await service.pdf(order([920]))).destroy();
      expect((await buffer(await service.pdf(order([920])))).length).toBeGreaterThan(1000);
    });
  });
}
