import { describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCutOff } from '../../../workers/audio/cut-off.js';
import { audioFixture, encoded, fixtureFormats, type FixtureFormat } from '../../fixtures/audio.js';
import { id3v1 } from '../../fixtures/mp3.js';
import { zipOf } from '../../support/zip.js';
import { suiteFolder } from '../../support/folder.js';

const folder = suiteFolder();

async function isCut(...parts: Buffer[]): Promise<boolean> {
  await writeFile(join(folder, 'file'), Buffer.concat(parts));
  return isCutOff(join(folder, 'file'));
}
const tags = { title: 'Lied', album: 'Album' };
const fixture = async (format: FixtureFormat): Promise<Buffer> =>
  readFile(await audioFixture({ format, seconds: 20, tags }));
/** ADTS frames do not say how many they are. */
const knowing = fixtureFormats.filter((format) => format !== 'aac');

describe.each(knowing)('%s', (format) => {
  it('is complete as it is, and with foreign bytes at the end', async () => {
    const whole = await fixture(format);
    expect(await isCut(whole)).toBe(false);
    expect(await isCut(whole, Buffer.from(id3v1('Lied')))).toBe(false);
  });

  it.each([0.05, 0.25, 0.5, 0.9])('is cut off at %f', async (share) => {
    const whole = await fixture(format);
    // An odd end: pages and blocks have even sizes.
    expect(await isCut(whole.subarray(0, Math.floor(whole.length * share) | 1))).toBe(true);
  });
});

it.each(['mp3', 'ogg', 'flac', 'm4a', 'aac', 'wma'] as const)(
  'a file of %s whose second half is allocated and not written is cut off',
  async (format) => {
    const whole = await fixture(format);
    const half = whole.subarray(0, whole.length / 2);
    expect(await isCut(half, Buffer.alloc(Math.max(whole.length / 2, 70_000)))).toBe(true);
    expect(await isCut(Buffer.alloc(whole.length))).toBe(true);
  },
);

it('a FLAC is cut off even if its sound looks like the header of a later frame', async () => {
  const whole = await fixture('flac');
  // A valid header of frame 2047, with another sample rate.
  expect(
    await isCut(whole.subarray(0, whole.length / 2), Buffer.from('fff8ca08dfbf95', 'hex'), Buffer.alloc(40, 1)),
  ).toBe(true);
});

it('silence at the end of a WAV is no missing end', async () => {
  const wav = await fixture('wav');
  wav.fill(0, wav.length - 200_000);
  expect(await isCut(wav)).toBe(false);
});

it('sizes that a recorder or a stream did not know are no sizes', async () => {
  const wav = await fixture('wav');
  for (const size of [0, 0x7fff_f000, 0xffff_ffff]) {
    wav.writeUInt32LE(size, wav.indexOf('data') + 4);
    expect(await isCut(wav)).toBe(false);
  }
});

it('a Matroska file is cut off if its segment is longer; a live stream does not say how long', async () => {
  const given = ['-f', 'lavfi', '-i', 'sine=duration=20', '-c:a', 'flac'];
  const whole = await readFile(await encoded('mka', [...given, '-f', 'matroska']));
  const live = await readFile(await encoded('mka', [...given, '-live', '1', '-f', 'matroska']));
  expect([await isCut(whole), await isCut(live)]).toEqual([false, false]);
  expect(await isCut(whole.subarray(0, whole.length - 1))).toBe(true);
});

it('a ZIP is cut off without the list at its end', async () => {
  const zip = zipOf({ '1.mp3': Buffer.alloc(5000, 'x'), '2.mp3': Buffer.alloc(5000, 'y') });
  expect([await isCut(zip), await isCut(zip.subarray(0, zip.length / 2))]).toEqual([false, true]);
});

it('text, noise and short pieces without a length are not called cut off', async () => {
  expect(await isCut(Buffer.from('Hello.\n'.repeat(50)))).toBe(false);
  expect(await isCut(Buffer.from([1, 2, 3]))).toBe(false);
});
