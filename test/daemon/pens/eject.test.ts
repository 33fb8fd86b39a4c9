/** Pens that are unmounted automatically when everything is on them. */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readdir, rename } from 'node:fs/promises';
import type { Pens } from '../../../daemon/pens/pens.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { ManualClock } from '../../support/manual-clock.js';
import { until } from '../../support/patience.js';
import { gmeBytes } from '../../workers/pen/gme-files.js';

/** For each pen that was unmounted, its files at that time. */
const unmounted: string[][] = [];

/** Takes the folder away, as an unmount does. */
async function takeAway(path: string): Promise<void> {
  const names = await readdir(path);
  await rename(path, `${path}-away`);
  unmounted.push(names.filter((name) => name.endsWith('.gme')).sort());
}

let ejectPen = takeAway;
jest.unstable_mockModule('../../../workers/pen/find/eject.js', () => ({ ejectPen: (path: string) => ejectPen(path) }));
const { penStages, minute, put, repeating } = await import('./stage.js');

const { pensAt, end } = penStages();

beforeEach(() => {
  unmounted.length = 0;
  ejectPen = takeAway;
});

/** A pen whose automatic copy does not end before `letGo`. */
async function copying() {
  const stage = await pensAt([5], { eject: true });
  const { memory, pens } = stage;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  // Needed after a failed expectation: `stop` waits for the copy.
  end.push(async () => letGo());
  const remember = memory.remember.bind(memory);
  let isCopying = false;
  memory.remember = async (...given) => {
    isCopying = true;
    await held;
    return remember(...given);
  };
  pens.start();
  await until('the copy under way', () => isCopying, 5);
  return { ...stage, letGo };
}

describe('a pen with everything on it', () => {
  it('is unmounted after a command without the daemon has its report, and before the command ends', async () => {
    const { pens, id } = await pensAt([5, 6], { eject: true });
    await pens.searchOnce();
    expect(await pens.sync(id)).toMatchObject([{ state: 'ready', albums: [5, 6], problems: [] }]);
    await pens.stop();
    expect(unmounted).toEqual([['5_Album-5.gme', '6_Album-6.gme']]);
  });

  it.each<[string, (pens: Pens, id: string) => Promise<unknown>]>([
    ['*Update now*', (pens, id) => pens.sync(id, { waits: false })],
    ['`tonstift pen sync`', (pens, id) => pens.sync(id)],
    ['*Copy to the pen*', (pens, id) => pens.copy(5, id)],
    ['*Take it off*', (pens, id) => pens.remove(5, id)],
  ])('is unmounted after the orders that came during the automatic copy: %s', async (_, order) => {
    const { pens, id, letGo } = await copying();
    const answer = order(pens, id);
    letGo();
    await expect(answer).resolves.toBeDefined();
    await until('the unmount', () => unmounted.length === 1, 5);
  });

  it('is unmounted after the albums that came during the automatic copy', async () => {
    const { pens, library, letGo } = await copying();
    await put(library, 6, gmeBytes(6, 1));
    pens.follow();
    letGo();
    await until('the unmount', () => unmounted.length === 1, 5);
    expect(unmounted).toEqual([['5_Album-5.gme', '6_Album-6.gme']]);
  });
});

/** Lets minutes pass until something has happened. */
const minutesUntil = (clock: ManualClock, what: string, has: () => boolean): Promise<unknown> =>
  until(what, () => {
    if (has()) return true;
    // A search that is under way would be late at the next minute.
    if (clock.waiting() === repeating) clock.advance(minute);
    return false;
  });

describe('a pen that the system does not unmount', () => {
  let refusals = 0;
  const refuseWith = (code: 'not_now' | 'conflict') => (): Promise<void> => {
    refusals += 1;
    return Promise.reject(new TonstiftError(code, 'Not this one.'));
  };
  beforeEach(() => {
    refusals = 0;
    ejectPen = refuseWith('not_now');
  });

  it('is tried again later, and the log has one warning', async () => {
    const { pens, clock, logged, view } = await pensAt([5], { eject: true });
    pens.start();
    await minutesUntil(clock, 'three attempts', () => refusals === 3);
    expect(view()).toMatchObject({ state: 'ready', plugged_in: true });
    ejectPen = takeAway;
    await minutesUntil(clock, 'the unmount', () => unmounted.length === 1);
    await until('its end', () => view()?.unmounted === true, 5);
    const warnings = logged.filter((sentence) => sentence.startsWith('Cannot unmount'));
    expect(warnings).toEqual(['Cannot unmount the pen pen: Not this one.']);
    expect(logged.filter((sentence) => sentence.startsWith('Found a pen'))).toHaveLength(1);
  });

  it('is not tried again if it is a plain folder', async () => {
    ejectPen = refuseWith('conflict');
    const { pens, clock, view } = await pensAt([5], { eject: true });
    pens.start();
    await until('the attempt', () => refusals === 1, 5);
    for (let n = 0; n < 3; n++) {
      await until('the search to end', () => clock.waiting() === repeating && view()?.plugged_in === true, 5);
      clock.advance(minute);
      await pens.sync();
    }
    expect(refusals).toBe(1);
  });

  it('stays on the page and is kept up to date after *Eject*', async () => {
    const { pens, library, id, files, settled, view } = await pensAt([5]);
    pens.start();
    await settled();
    await expect(pens.eject(id)).rejects.toMatchObject({ code: 'not_now' });
    expect(view()).toMatchObject({ state: 'ready', plugged_in: true });
    await put(library, 6, gmeBytes(6, 1));
    pens.follow();
    await until('the next album', async () => (await files()).includes('6_Album-6.gme'), 5);
  });
});
