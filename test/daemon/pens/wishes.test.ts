/** Tests the orders that a person gives: *Update now*, *Take it off*, and orders that are carried out later. */
import { describe, expect, it } from '@jest/globals';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PenSync, type PenSyncParts } from '../../../daemon/pens/pen-sync.js';
import type { Library } from '../../../workers/library/library.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import type { SyncReport } from '../../../workers/pen/transfer/apply.js';
import type { Pen } from '../../../workers/pen/types.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { silentLog } from '../../../workers/base/ports.js';
import { simulatePen } from '../../../workers/pen/simulate.js';
import { failCalls } from '../../support/failing-files.js';
import { until } from '../../support/patience.js';
import { anAlbum } from '../../support/records.js';
import { gmeBytes } from '../../workers/pen/gme-files.js';
import { memoryVolume, remount, withMounts } from '../../workers/pen/mounts.js';
import { penStages, minute, put } from './stage.js';

const { pensAt } = penStages();

describe('*Update now*', () => {
  const comingIn = (library: Library, oid: number): Promise<void> =>
    library.change((data) => ({ ...data, albums: [...data.albums, anAlbum(oid, { pending: waiting })] }));
  const waiting: AlbumRecord['pending'] = { staging: 'nowhere', sources: [] };

  it('puts on the pen what was still being made when it was asked for, and nothing that comes later', async () => {
    const { pens, library, id, view, files, clock, settled } = await pensAt([6], { auto: false });
    await comingIn(library, 5);
    await pens.searchOnce();
    let isDone = false;
    const done = pens.sync(id).then((views) => ((isDone = true), views));
    await until('the first of them', async () => (await files()).length === 1, 5);
    clock.advance(minute);
    pens.follow();
    await until('the pen to be looked at', () => Promise.resolve(view()?.state === 'looking'), 5);
    expect([isDone, view()?.safe_to_unplug]).toEqual([false, false]);
    await put(library, 5, gmeBytes(5, 1));
    pens.follow();
    expect(await done).toMatchObject([{ state: 'ready', albums: [5, 6], problems: [] }]);
    await put(library, 7, gmeBytes(7, 1));
    pens.follow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await settled();
    expect(await files()).toEqual(['5_Album-5.gme', '6_Album-6.gme']);
  });

  it('is over when the new file of an album that was edited meanwhile is on the pen', async () => {
    const { pens, library, files, id, path } = await pensAt([], { auto: false });
    await put(library, 5, Buffer.concat([gmeBytes(5, 1), Buffer.alloc(300 * 1024 * 1024)]));
    await pens.searchOnce();
    const done = pens.sync(id);
    await until('the copy under way', async () => (await files()).includes('~tonstift-5.tmp'), 1);
    await put(library, 5, gmeBytes(5, 2), { player_mode: 'tiptoi' });
    pens.follow();
    expect(await done).toMatchObject([{ state: 'ready', albums: [5] }]);
    expect(await readFile(join(path, '5_Album-5.gme'))).toEqual(gmeBytes(5, 2));
  });

  it('answers a page at once that files are still being made', async () => {
    const { pens, library, id } = await pensAt([], { auto: false });
    await comingIn(library, 5);
    await pens.searchOnce();
    expect(await pens.sync(id, { waits: false })).toMatchObject([{ state: 'looking', safe_to_unplug: false }]);
  });

  it('ends with a reason when the pen is pulled out before all was on it', async () => {
    const { pens, library, id, path, files } = await pensAt([6], { auto: false });
    await comingIn(library, 5);
    await pens.searchOnce();
    const done = pens.sync(id).catch((error: unknown) => error);
    await until('the first of them', async () => (await files()).length === 1, 5);
    // The copy may just write another file into it.
    await rm(path, { recursive: true, maxRetries: 10, retryDelay: 5 });
    await pens.searchOnce();
    expect(await done).toMatchObject({ code: 'not_now' });
  });
});

it('a wish ends when its pen is pulled out after the first report and before the wait for the rest', async () => {
  const sync = new PenSync({ id: 'S1', name: 'pen' } as Pen, 0, { log: silentLog } as PenSyncParts);
  sync.gone(new TonstiftError('no_pen', 'The pen is gone.'));
  await expect(sync.built({ kept: [] } as unknown as SyncReport)).rejects.toMatchObject({ code: 'no_pen' });
});

it.each(['copy', 'remove'] as const)(
  'an order to %s an album that could not be carried out is tried again',
  async (what) => {
    const { pens, library, id, files, clock } = await pensAt([5], { auto: false });
    await pens.searchOnce();
    if (what === 'remove') await pens.copy(5, id);
    const before = await files();
    Object.defineProperty(library, 'awayWords', { configurable: true, value: 'The disk is away for a moment.' });
    await expect(pens[what](5, id)).rejects.toMatchObject({ code: 'not_now' });
    expect(await files()).toEqual(before);
    Reflect.deleteProperty(library, 'awayWords');
    clock.advance(minute);
    await until('the order to be carried out', async () => (await files()).length !== before.length, 5);
  },
);

withMounts('*Copy to the pen*', () => {
  it('leaves the album as it was on pens that it does not fit on, and is not carried out later', async () => {
    const full = memoryVolume('3m');
    const fullId = (await simulatePen(full, { serial: 'S2' })).id;
    const { pens, library, id, files } = await pensAt([6], { auto: false, more: [full] });
    await put(library, 5, Buffer.concat([gmeBytes(5, 1), Buffer.alloc(4 * 1024 * 1024)]), { on_pens: 'none' });
    const { folder } = library.get(5);
    await pens.searchOnce();
    await expect(pens.copy(5, fullId)).rejects.toMatchObject({ code: 'no_space' });
    expect(library.get(5).on_pens).toBe('none');
    await expect(pens.copy(5)).rejects.toMatchObject({ code: 'no_space' });
    expect([library.get(5).on_pens, await files()]).toEqual([[id], ['5_Album-5.gme']]);
    remount(full, 'size=20m');
    await pens.copy(6, fullId);
    expect(await readdir(full)).not.toContain('5_Album-5.gme');
    await library.changeAlbum(folder, (album) => ({ ...album, on_pens: 'none' }));
    await pens.copy(5, fullId);
    expect([library.get(5).on_pens, await readdir(full)]).toEqual([
      [fullId],
      expect.arrayContaining(['5_Album-5.gme']),
    ]);
  });

  it('leaves out a pen that is write-protected, as *Take it off* does', async () => {
    const safe = memoryVolume('3m');
    const safeId = (await simulatePen(safe, { serial: 'S2' })).id;
    const { pens, library, id, files } = await pensAt([5], { auto: false, more: [safe] });
    await library.changeAlbum(library.get(5).folder, (album) => ({ ...album, on_pens: 'none' }));
    remount(safe, 'ro');
    await pens.searchOnce();
    expect(await pens.copy(5)).toMatchObject({ on_pens: [id] });
    expect(await files()).toEqual(['5_Album-5.gme']);
    expect(await pens.remove(5)).toMatchObject({ on_pens: 'none' });
    expect(await files()).toEqual([]);
    await expect(pens.copy(5, safeId)).rejects.toMatchObject({ code: 'no_pen' });
    expect(library.get(5).on_pens).toBe('none');
  });
});

withMounts('a pen that cannot be written', () => {
  it.each([
    ['', 0],
    [', also if another album does not fit', 30],
  ])('is tried after longer and longer pauses, and at once when asked for%s', async (_, megabytes) => {
    const path = memoryVolume('20m');
    const { id, clock, parts } = await pensAt([5]);
    if (megabytes > 0) await put(parts.library, 6, Buffer.concat([gmeBytes(6, 1), Buffer.alloc(megabytes * 1e6)]));
    const pen = { id, path, name: 'pen', language: null, generation: null, readOnly: false };
    const others = { further: () => [], autoSync: () => true, mayBeFolder: () => true, changed: () => undefined };
    const sync = new PenSync(pen as Pen, 0, { ...parts, ...others });
    let tries = 0;
    const isNew = (file: string): boolean => file.endsWith('/~tonstift-5.tmp');
    const restore = await failCalls('sync', (file) => isNew(file) && ++tries > 0);
    const waits: number[] = [];
    const { signal } = new AbortController();
    const wakeIn = (ms: number): void => void waits.push(ms);
    for (let n = 0; n < 60; n++) {
      const { failed } = await sync.reconcile({ order: {}, signal, wakeIn });
      expect(failed.map(({ oid }) => oid)).toEqual(megabytes > 0 ? [5, 6] : [5]);
      clock.advance(minute);
    }
    restore();
    expect([tries, waits[0], Math.max(...waits), await readdir(path)]).toEqual([10, 10_000, 16 * minute, []]);
    await sync.reconcile({ order: { all: true }, signal, wakeIn });
    expect(await readdir(path)).toEqual(['5_Album-5.gme']);
  });
});
