/** Pens that are copied, without a number, forgotten, ejected and seen last. */
import { describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprintOf } from '../../../workers/library/fingerprint.js';
import { writePenLog } from '../../../workers/pen/find/pen-log.js';
import { simulatePen } from '../../../workers/pen/simulate.js';
import type { Pen } from '../../../workers/pen/types.js';
import { until } from '../../support/patience.js';
import { withMounts } from '../../workers/pen/mounts.js';
import { penStages, minute, target, repeating } from './stage.js';

const { pensAt, folder, end } = penStages();

describe('a copy of a pen, with the same number', () => {
  it('keeps an album that is taken off the other one, and loses one that is taken off it', async () => {
    const other = join(await folder(), 'copy');
    await simulatePen(other, { serial: 'S1' });
    const { pens, library, id, files } = await pensAt([5, 6], { simulated: { serial: 'S1' }, more: [other] });
    await pens.searchOnce();
    await pens.sync();
    const copy = pens.list().find((pen) => pen.path === other)?.id ?? '';
    const here = pens.list().find((pen) => pen.path !== other)?.id ?? '';
    expect([id, here]).toEqual(['S1', 'S1']);
    expect(await pens.remove(5, here)).toMatchObject({ on_pens: [copy] });
    expect(await pens.remove(6, copy)).toMatchObject({ on_pens: [here] });
    await pens.sync();
    expect([await files(), await readdir(other)]).toEqual([['6_Album-6.gme'], ['.tiptoi.log', '5_Album-5.gme']]);
    expect(library.albums.map(({ on_pens: on }) => on)).toEqual([[copy], [here]]);
  });
});

describe('a pen without a number', () => {
  it('loses a deleted album after its log has appeared', async () => {
    const { pens, library, id, path, files, settled, view } = await pensAt([5, 6], { simulated: null });
    await pens.searchOnce();
    await pens.sync(id);
    expect(await files()).toEqual(['5_Album-5.gme', '6_Album-6.gme']);
    await library.change((data) => ({ ...data, albums: data.albums.filter(({ oid }) => oid !== 5) }));
    const log = { serial: 'S1', firmware: 'N1', language: 'GERMAN', generation: 'ZC3202N' as const };
    await writeFile(join(path, '.tiptoi.log'), writePenLog(log));
    pens.start();
    await until('the number', () => Promise.resolve(pens.list().some(({ serial }) => serial === 'S1')), 5);
    await pens.sync('S1');
    await settled();
    expect(await files()).toEqual(['6_Album-6.gme']);
    expect(pens.list()).toHaveLength(1);
    expect(view()).toMatchObject({ id, language: 'GERMAN', albums: [6] });
  });
});

describe('*Forget*', () => {
  it('is refused from the moment at which the pen is noted', async () => {
    const { pens, memory, id } = await pensAt([5]);
    const seen = memory.seen.bind(memory);
    let refusal: unknown;
    memory.seen = async (...pen) => {
      await seen(...pen);
      refusal ??= await pens.forget(id).catch((error: unknown) => error);
    };
    await pens.searchOnce();
    expect(refusal).toMatchObject({ code: 'conflict' });
    expect(memory.all().map((pen) => pen.id)).toEqual([id]);
  });
});

describe('the page of pens', () => {
  it('no longer has an album on a pen from which someone has taken its file', async () => {
    const { pens, path, view } = await pensAt([5, 6], { auto: false });
    await pens.searchOnce();
    await pens.sync();
    await rm(join(path, '5_Album-5.gme'));
    pens.follow();
    await until('the album gone', () => Promise.resolve(view()?.albums.join() === '6'), 5);
  });

  it('says when a pen was seen last, not when it came', async () => {
    let searches = 0;
    let foundAt = 0;
    const found = (all: Pen[]): Promise<Pen[]> => {
      searches++;
      if (all.length > 0) foundAt = clock.now();
      return Promise.resolve(all);
    };
    const { pens, path, view, clock, settled } = await pensAt([], { found });
    pens.start();
    await settled();
    await until('the first search to end', () => clock.waiting() === repeating);
    const came = clock.now();
    for (let n = 0; n < 2; n++) {
      const before = searches;
      clock.advance(minute);
      // A search that is under way would see the pen later, or the clock.
      await until('the search to end', () => searches > before && clock.waiting() === repeating);
    }
    await rm(path, { recursive: true });
    clock.advance(minute);
    await until('the pen away', () => Promise.resolve(view()?.state === 'away'), 5);
    const seen = Date.parse(view()?.last_seen ?? '');
    expect(seen).toBeGreaterThan(came);
    // Mounting elsewhere on this machine may have caused another search, which saw the pen after the last advance.
    expect(seen).toBe(foundAt);
  });
});

withMounts('*Eject*', () => {
  const mounted = (path: string): boolean => spawnSync('mountpoint', ['-q', path]).status === 0;
  /** Where nothing is a pen once it is unmounted. */
  const plugIn = async (): Promise<[path: string, id: string]> => {
    await mkdir('/media', { recursive: true });
    const path = await mkdtemp('/media/tonstift-test-');
    end.push(async () => {
      if (mounted(path)) execFileSync('umount', ['-l', path]);
      await rmdir(path);
    });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]);
    return [path, (await simulatePen(path)).id];
  };

  it('is still said to be safe to unplug when a search was under way', async () => {
    let letGo: (() => void) | undefined;
    let isHeld = false;
    const found = async (all: Pen[]): Promise<Pen[]> => {
      if (isHeld) await new Promise<void>((resolve) => (letGo = resolve));
      return all;
    };
    const [path, id] = await plugIn();
    const { pens, settled, clock } = await pensAt([], { found, more: [path] });
    // Needed after a failed expectation: `stop` waits for the search.
    end.push(async () => letGo?.());
    pens.start();
    await settled();
    isHeld = true;
    clock.advance(15_000);
    await until('a search under way', () => Promise.resolve(letGo !== undefined), 5);
    isHeld = false;
    await pens.eject(id);
    expect(mounted(path)).toBe(false);
    letGo?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(pens.list().find((pen) => pen.id === id)).toMatchObject({ state: 'away', unmounted: true });
  });

  it('takes the real pen though a folder that stands for a pen comes first', async () => {
    const [real] = await plugIn();
    const { pens } = await pensAt([], { more: [real] });
    await pens.searchOnce();
    expect(pens.list().map(({ state }) => state)).toEqual(['ready', 'ready']);
    await expect(pens.eject()).rejects.toMatchObject({ code: 'conflict' });
    expect(mounted(real)).toBe(false);
  });
});

describe('variants', () => {
  it('are not made of an album whose files were removed on purpose', async () => {
    const { pens, library, settled, published } = await pensAt([5], { simulated: { language: 'FRENCH' } });
    await library.change((data) => ({
      ...data,
      albums: data.albums.map((album) => ({ ...album, files: [], gme_paused: fingerprintOf(album, target) })),
    }));
    pens.start();
    expect(await settled()).toMatchObject({ state: 'ready', albums: [] });
    expect(published.filter((type) => type.startsWith('job.'))).toEqual([]);
  });
});
