/** Pens switch off after ten minutes without a tap, so a longer track has a note. */
import { expect, it } from '@jest/globals';
import { browser, start, track } from './client.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

const page = async (path: string): Promise<string> => (await running.ask(path, { headers: browser })).text;

/** The fake library counts a byte as a second. */
async function albumOf(...seconds: number[]): Promise<number> {
  const tracks = seconds.map((count, n) => track(`Geschichte ${n + 1}`, 'x'.repeat(count)));
  const answer = await running.parts('/', tracks);
  return (answer.json()['album'] as { oid: number }).oid;
}

it('is named at the track and at the sheet', async () => {
  const [none, one, two] = [await albumOf(600, 20), await albumOf(20, 601), await albumOf(601, 3600)];
  const notes = async (oid: number): Promise<[number, string | undefined]> => [
    [...(await page(`/library/${oid}`)).matchAll(/Longer than ten minutes: the pen may switch off/g)].length,
    /<p class="help">([^<]*) longer than ten minutes: the pen may/.exec(await page(`/print?oids=${oid}`))?.[1],
  ];
  expect(await notes(none)).toEqual([0, undefined]);
  expect(await notes(one)).toEqual([1, '“Geschichte 2” is']);
  expect(await notes(two)).toEqual([2, '2 tracks are']);
});
