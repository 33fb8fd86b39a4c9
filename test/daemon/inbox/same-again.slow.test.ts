/** The same folder, dropped again and again, with a clock that the test moves. */
import { expect, it } from '@jest/globals';
import { mkdir, readdir } from 'node:fs/promises';
import type { NewArrival } from '../../../http/resources/upload/arrival.js';
import { putMp3 } from '../../support/open-library.js';
import { until } from '../../support/patience.js';
import { isLong } from '../../support/times.js';
import { inboxStage } from './stage.js';

const { shop, at, open } = inboxStage();

/** Ten a day; a long run drops them for a week. */
const drops = isLong ? 70 : 10;

it('makes one album of ten drops a day, and says of each what it was', async () => {
  const notes: NewArrival[] = [];
  const { clock } = shop;
  const reconciler = open({ note: (arrival) => notes.push(arrival) });
  for (let drop = 0; drop < drops; drop++) {
    await mkdir(at('Sounds'));
    for (const track of [1, 2]) await putMp3(at('Sounds', `${track}.mp3`), { offset: track });
    reconciler.wake();
    await until('the arrival', async () => {
      clock.advance(1000);
      await reconciler.idle();
      return notes.length > drop;
    });
    clock.advance(144 * 60_000);
    await reconciler.idle();
  }
  expect(shop.library.albums.map(({ album_title, tracks }) => [album_title, tracks.length])).toEqual([['Sounds', 2]]);
  const ends = notes.map(({ end: how, oids }) => `${how} ${String(oids)}`);
  expect(ends).toEqual(['album 920', ...Array.from({ length: drops - 1 }, () => 'duplicate 920')]);
  // Nothing that a person dropped is deleted: each copy is kept with a sentence that says why.
  const aside = await readdir(at('duplicates'));
  expect(aside.filter((name) => name.endsWith('.why.txt'))).toHaveLength(drops - 1);
});
