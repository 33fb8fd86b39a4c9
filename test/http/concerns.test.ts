/** Deleting and renumbering say which paper and which pens it concerns: before, and in the answer. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Concerns } from '../../http/resources/albums/concerns.js';
import { browser, start, track, type Answer } from './client.js';
import { forEachTest } from '../support/opened.js';

const running = forEachTest(start, (one) => one.stop());
let day: string;
beforeEach(async () => {
  for (const name of ['a.mp3', 'b.mp3']) await running.parts('/', [track(name, name)]);
  await act({ action: 'update', uid: '920', album_title: 'Meer' });
  await act({ action: 'update', uid: '921', album_title: 'Wald' });
  const now = new Date();
  day = now.toLocaleDateString('en', { dateStyle: 'medium' });
});

const act = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
  running.form('/library', fields, headers);
type Told = Omit<Concerns, 'message'> & { message: string };
const concernsIn = (answer: Answer): Told => answer.json()['concerns'] as Told;
const print = (oid: number): Promise<Answer> => running.ask(`/pdf?oids=${oid}`, { headers: browser });
/** The page of an album, in words. */
const page = async (oid: number): Promise<string> =>
  (await running.ask(`/library/${oid}`, { headers: browser })).text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
async function onPens(oid: number): Promise<void> {
  for (const serial of ['A1', 'B2']) running.services.pens.plugIn(serial);
  for (const serial of ['A1', 'B2']) await running.services.pens.copy(oid, serial);
  running.services.pens.unplug('B2');
}
/** What a browser is told on the page that it is sent on to. */
async function told(answer: Answer): Promise<string> {
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return (await running.ask('/library', { headers: { ...browser, cookie } })).text;
}

describe('deleting', () => {
  it('says before, and after, which sheet and which pens it concerns, plugged in or not', async () => {
    await print(920);
    await onPens(920);
    const sentence =
      `This affects the sheet printed on ${day} with the number 920, the pen “Pen (A1)” ` +
      'and the pen “Pen (B2)” (not plugged in).';
    expect(await page(920)).toContain(`You can restore it for 30 days. ${sentence}`);
    expect(await page(921)).toMatch(/restore it for 30 days\. +Delete/);
    const concerns = concernsIn(await act({ action: 'delete', uid: '920' }));
    expect(concerns).toEqual({
      oids: [920],
      sheets: [{ album_title: 'Meer', oid: 920, at: expect.any(String), by: 'page' }],
      pens: [
        { id: 'A1', name: 'Pen (A1)', plugged_in: true },
        { id: 'B2', name: 'Pen (B2)', plugged_in: false },
      ],
      message: `${sentence} The number 920 is not reused for now.`,
    });
  });

  it('tells a browser the same on the next page', async () => {
    await print(921);
    const page = await told(await act({ action: 'delete', uid: '921' }, browser));
    expect(page).toContain('“Wald” is deleted.');
    const affected = `<li>This affects the sheet printed on ${day} with the number 921.`;
    expect(page).toContain(`${affected} The number 921 is not reused`);
  });

  it('claims nothing where nothing is known', async () => {
    expect(concernsIn(await act({ action: 'delete', uid: '920' }))).toEqual({
      oids: [920],
      sheets: [],
      pens: [],
      message: 'The number 920 is not reused for now.',
    });
  });
});

describe('another number', () => {
  it('concerns sheets with the former one, and those of other albums with the new one', async () => {
    for (const oid of [920, 921]) await print(oid);
    await act({ action: 'delete', uid: '921' });
    expect(await page(920)).toContain(`Changing the number affects the sheet printed on ${day} with the number 920.`);
    const { message, ...facts } = concernsIn(await act({ action: 'update', uid: '920', oid: '921' }));
    expect(facts).toMatchObject({
      oids: [920, 921],
      sheets: [
        { album_title: 'Wald', oid: 921 },
        { album_title: 'Meer', oid: 920 },
      ],
    });
    expect(message).toBe(
      `This affects the sheet of “Wald” printed on ${day} with the number 921 and ` +
        `the sheet printed on ${day} with the number 920. ` +
        'Sheets with the number 920 no longer start this album. The number is not reused for now.',
    );
    // Its sheet has the former number.
    expect(await page(921)).not.toContain('Changing the number');
  });

  it('names three sheets at most', async () => {
    for (let oid = 1; oid <= 5; oid++) {
      await act({ action: 'update', uid: '920', oid: '7' });
      await print(7);
      await act({ action: 'update', uid: '7', album_title: `Album ${oid}` });
      await act({ action: 'delete', uid: '7' });
      const { album } = (await running.parts('/', [track(`${oid}.mp3`, `${oid}`)])).json() as {
        album: { oid: number };
      };
      await act({ action: 'update', uid: String(album.oid), oid: '920' });
    }
    const { sheets, message } = concernsIn(await act({ action: 'update', uid: '920', oid: '7' }));
    expect(sheets).toHaveLength(5);
    expect(message.match(/the sheet/g)).toHaveLength(3);
    expect(message).toContain('and 2 more. Sheets');
  });

  it('is no concern where it is the same, or refused', async () => {
    await print(920);
    expect((await act({ action: 'update', uid: '920', oid: '920', album_artist: 'X' })).json()).not.toHaveProperty(
      'concerns',
    );
    const refused = await act({ action: 'update', uid: '920', oid: '921' });
    expect([refused.status, refused.json()['concerns']]).toEqual([409, undefined]);
  });
});

it('titles and names of pens stay text', async () => {
  await act({ action: 'update', uid: '920', album_title: '<b>' });
  await print(920);
  await act({ action: 'delete', uid: '920' });
  const page = await told(await act({ action: 'update', uid: '921', oid: '920' }, browser));
  expect(page).toContain('the sheet of “&lt;b&gt;” printed on');
});
