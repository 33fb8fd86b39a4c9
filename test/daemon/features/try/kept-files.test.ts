/** Files that were sent to be heard: how many, how long, and what is left at a start. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeptFiles } from '../../../../daemon/features/try/kept-files.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { temporaryFolders } from '../../../support/folder.js';
import { manualClock } from '../../../support/manual-clock.js';
import { until } from '../../../support/patience.js';

const hours = 3_600_000;
const temporary = temporaryFolders();
let folder = '';
beforeEach(async () => {
  folder = await temporary();
});
const place = (): string => join(folder, 'tries');

function open(maxBytes = 1000) {
  const clock = manualClock();
  const kept = new KeptFiles({ folder: place(), maxBytes: () => maxBytes, clock, log: silentLog });
  let count = 0;
  const keep = async (size = 10): Promise<string> => {
    const held = await kept.hold();
    const path = held.at(`sent-${++count}`);
    await writeFile(path, Buffer.alloc(size));
    return kept.keep({ path, filename: `${count}.gme`, size }).finally(() => held.close());
  };
  const isThere = (id: string): boolean => {
    try {
      return existsSync(kept.find(id).file.path);
    } catch {
      return false;
    }
  };
  return { clock, kept, keep, isThere };
}

describe('files to be heard', () => {
  it('stay for six hours after they were heard last', async () => {
    const { clock, kept, keep, isThere } = open();
    const end = kept.start();
    const [one, two] = [await keep(), await keep()];
    clock.advance(4 * hours);
    expect(isThere(one)).toBe(true);
    clock.advance(3 * hours);
    await until('the sweep', async () => (await readdir(place())).length === 1);
    expect([isThere(one), isThere(two)]).toEqual([true, false]);
    end();
    clock.advance(7 * hours);
    expect(isThere(one)).toBe(false);
  });

  it('are twenty at most: the one that nobody has heard for longest goes', async () => {
    const { clock, keep, isThere } = open();
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) {
      ids.push(await keep());
      clock.advance(1);
    }
    expect(isThere(ids[0] ?? '')).toBe(true);
    clock.advance(1);
    const more = await keep();
    expect([isThere(ids[0] ?? ''), isThere(ids[1] ?? ''), isThere(more)]).toEqual([true, false, true]);
  });

  it('are no more together than two of the largest', async () => {
    const { clock, keep, isThere } = open(1000);
    const ids: string[] = [];
    for (const size of [900, 900, 900]) {
      ids.push(await keep(size));
      clock.advance(1);
    }
    expect(ids.map(isThere)).toEqual([false, true, true]);
  });

  it('are gone after a start, with all else that was left there', async () => {
    await mkdir(join(place(), 'http-x'), { recursive: true });
    await writeFile(join(place(), 'http-x', '1'), 'half');
    await writeFile(join(place(), `${'a'.repeat(32)}.gme`), 'old');
    await writeFile(join(folder, 'outside'), 'stays');
    await symlink(join(folder, 'outside'), join(place(), 'link'));
    const { kept } = open();
    const end = kept.start();
    await (await kept.hold()).close();
    end();
    expect([await readdir(place()), existsSync(join(folder, 'outside'))]).toEqual([[], true]);
  });

  it('have ids that nobody guesses', async () => {
    const { keep } = open();
    const [one, two] = [await keep(), await keep()];
    expect([one, two, one === two]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
      false,
    ]);
  });
});
