/** Previews in the print thread: they take turns, end with who has left, and count a sheet once. */
import { afterAll, expect, it } from '@jest/globals';
import { systemClock } from '../../../workers/base/ports.js';
import type { PictureTask } from '../../../workers/print/print-tasks.js';
import { createPrintRenderer } from '../../../workers/print/renderer.js';
import { albumOf, layoutOf } from './sheets.js';

const renderer = createPrintRenderer(systemClock);
afterAll(() => renderer.stop());

const sheet = (count: number, title: string, counting = Infinity): PictureTask => ({
  ...{ kind: 'preview', page: 0, counting, language: 'en', layout: layoutOf({}) },
  albums: Array.from({ length: count }, (_, n) => ({
    ...albumOf({ oid: 1 + n, title: `${title} ${n}`, tracks: 20 }),
    ...{ folder: { root: '/', path: 'a' }, images: '/images/' },
  })),
});

it('take turns, end with who has left, and are counted once', async () => {
  // Fonts are open then.
  const { pages } = await renderer.preview(sheet(20, 'Warm'));
  expect(pages).toBeGreaterThan(3);
  const whole = await renderer.preview(sheet(300, 'Viele'));
  expect(whole.complete).toBe(true);

  const shown: string[] = [];
  const leaving = new AbortController();
  const left = renderer.preview(sheet(300, 'Andere'), leaving.signal).finally(() => shown.push('left'));
  // What is counted, and what is short, is there before a sheet that was asked for earlier.
  expect(await renderer.preview(sheet(300, 'Viele'))).toEqual(whole);
  await renderer.preview(sheet(1, 'Kurz'));
  expect(shown).toEqual([]);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await renderer.preview(sheet(1, 'Danach'));
  await expect(renderer.preview(sheet(1, 'x'), AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

it('shows the cover behind the start field, as light as it is printed', async () => {
  const order = sheet(1, 'Bunt');
  const images = async (show_start_cover: boolean): Promise<string[]> => {
    const { svg } = await renderer.preview({ ...order, layout: layoutOf({ show_start_cover }) });
    return svg.match(/<image [^>]*>/g) ?? [];
  };
  const plain = await images(false);
  expect(plain).toHaveLength(1);
  const [cover, behind] = await images(true);
  expect(cover).toBe(plain[0]);
  const area = 'x="42" y="10" width="28" height="22.604"';
  const look = 'preserveAspectRatio="xMidYMid slice" opacity="0.3"';
  expect(behind).toBe(`<image href="/images/cover.jpg" ${area} ${look}/>`);
});
