/** Sheets as jobs: readers that leave, and sheets that cannot be made. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { PrintRenderer } from '../../../workers/print/renderer.js';
import { testPrints, type TestPrints } from '../../http/prints.js';
import { temporaryFolders } from '../../support/folder.js';
import { layoutOf } from './sheets.js';

let folder: string;
let prints: TestPrints;
/** Tasks of the renderer that are not ended. */
let open: number;
/** Each task waits for it before its first piece. */
let gate: Promise<void>;

/** Endless files; the first piece comes when the gate opens. */
const renderer: PrintRenderer = {
  async *file() {
    open++;
    try {
      await gate;
      for (;;) yield new Uint8Array(100_000);
    } finally {
      open--;
    }
  },
  preview: () => Promise.reject(new Error('not here')),
  stop: () => Promise.resolve(),
};
const album = {
  oid: 920,
  album_title: 'Eins',
  album_artist: '',
  album_year: null,
  player_mode: 'music',
  tracks: [],
} as unknown as AlbumView;
const order = { oids: [920], layout: layoutOf({}) };
const leaves = new TonstiftError('aborted', 'The client has disconnected.');

afterEach(() => prints.stop());
const newFolder = temporaryFolders();
beforeEach(async () => {
  folder = await newFolder();
  [open, gate] = [0, Promise.resolve()];
  prints = await testPrints(folder, () => album, renderer);
});

/** Until all jobs are ended: whatever waits in a lane of its own gets its turn. */
async function settled(): Promise<void> {
  const next = await prints.print.pdf(order);
  next.destroy();
  await once(next, 'close');
  while (open > 0) await new Promise(setImmediate);
}

describe('Prints', () => {
  it('ends the work of a reader that leaves before the first read', async () => {
    for (let n = 0; n < 20; n++) (await prints.print.pdf(order)).destroy();
    await settled();
    expect(open).toBe(0);
  });

  it('never begins what nobody waits for any more', async () => {
    let pass = (): void => undefined;
    gate = new Promise((resolve) => (pass = resolve));
    const leaving = new AbortController();
    const asked = Array.from({ length: 30 }, () => prints.print.pdf(order, { signal: leaving.signal }));
    const outcomes = Promise.allSettled(asked);
    while (open < 4) await new Promise(setImmediate);
    leaving.abort(leaves);
    pass();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'aborted' } });
    expect(prints.started).toHaveLength(4);
    await settled();
  });

  it('survives a sheet that cannot be made', async () => {
    const real = await testPrints(folder, () => album);
    await expect(
      real.print.pdf({ oids: [920], layout: layoutOf({ page_size: 'A5', margin: 50 }) }),
    ).rejects.toMatchObject({ code: 'bad_field', fields: { margin: expect.anything() } });
    await real.stop();
  });
});
