import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readGmeFile } from '../../../../workers/build/read-gme.js';
import { trackCode } from '../../../../workers/gme/codes.js';
import { readGme } from '../../../../workers/gme/read.js';
import { plainTracks, theirLibrary } from '../../../fixtures/ttmp32gme.js';
import { Sandbox, type Ended } from '../../cli/program.js';

const sandbox = new Sandbox();
const theirs = join(sandbox.folder, 'Their library');
const home = join(sandbox.folder, 'home');
const run = (...words: string[]): Promise<Ended> => sandbox.run([...words, `--home=${home}`]);

/** What a sheet is tapped for, with the tracks in place of their media: theirs lie in the order of their names. */
function tapped(path: string): { productId: number; scripts: Map<number, unknown>; powerOn: unknown } {
  using file = readGmeFile(path);
  const { productId, scripts, powerOn, media } = readGme(file);
  const order = media.map((_, track) => scripts.get(trackCode(track))?.[0]?.playlist[0]);
  const tracks = (playlist: readonly number[]): number[] => playlist.map((medium) => order.indexOf(medium));
  const played = [...scripts].map(
    ([code, lines]) => [code, lines.map((line) => ({ ...line, playlist: tracks(line.playlist) }))] as const,
  );
  return { productId, scripts: new Map(played), powerOn: powerOn.map(tracks) };
}

const listOf = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true })).sort();

let before: { names: string[]; database: Buffer };

beforeAll(async () => {
  await theirLibrary(theirs, {
    config: { print_preset: 'tiles', print_page_size: 'A4 landscape' },
    albums: [
      { oid: 111, title: 'Grüße', gme: { productId: 111 }, tracks: plainTracks(5) },
      { oid: 555, title: 'Veraltet', gme: { productId: 927 }, tracks: plainTracks(2) },
      { oid: 924, title: 'Sechsundzwanzig', gme: { productId: 924 }, tracks: plainTracks(26) },
      { oid: 925, title: 'Kaputt', tracks: [{ filename: 'weg.mp3', content: null }] },
      { oid: 926, title: 'Ein Lied', mode: 'tiptoi', gme: { productId: 926 }, tracks: plainTracks(1) },
      { oid: 999, title: 'Zuletzt', tracks: plainTracks(2) },
    ],
  });
  before = { names: await listOf(theirs), database: await readFile(join(theirs, 'config.sqlite')) };
});
afterAll(() => sandbox.clear());

describe('tonstift import-ttmp32gme', () => {
  it('says what cannot be kept, and does nothing', async () => {
    const { code, stdout, stderr } = await run('import-ttmp32gme', theirs);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${theirs}: 6 albums of ttmp32gme 2.0.2.`);
    expect(stdout).toContain('  924  Sechsundzwanzig  (26 tracks)');
    expect(stdout).toMatch(/Cannot be kept:\n {2}555 {2}Veraltet: its GME has the product id 927 and not 555/);
    expect(stdout).toMatch(/ {2}999 {2}Zuletzt: its number 999 is not valid .* gets 919/);
    expect(stdout).toContain('  print_page_size is "A4 landscape" there');
    expect(stdout).toMatch(/Cannot be imported:\n {2}925 {2}Kaputt: /);
    expect(stdout).toContain('  print_preset "tiles" instead of "list"');
    expect(stdout).toContain('This was a preview.');
    expect(existsSync(home)).toBe(false);
  });

  it('takes all else over, so that each sheet does what it did, and leaves theirs as it is', async () => {
    const { code, stdout, stderr } = await run('import-ttmp32gme', theirs, 'now');
    expect(stdout.indexOf('Cannot be kept:')).toBeLessThan(stdout.indexOf('Imported: 5 albums with 36 tracks.'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/\nNot imported: 925 {2}Kaputt: its folder .*\n$/)]);
    const gmes = (await listOf(join(home, 'library', 'gme'))).map((name) => join(home, 'library', 'gme', name));
    const ours = new Map(gmes.map((path) => [tapped(path).productId, tapped(path)]));
    expect([...ours.keys()].sort((a, b) => a - b)).toEqual([111, 555, 919, 924, 926]);
    for (const oid of [111, 924, 926])
      expect(ours.get(oid)).toEqual(tapped(join(theirs, 'library', `a${oid}`, 'Album.gme')));
    expect(ours.get(555)).toEqual({ ...tapped(join(theirs, 'library', 'a555', 'Album.gme')), productId: 555 });
    expect(JSON.parse((await run('config', '--json')).stdout)).toMatchObject({ config: { print_preset: 'tiles' } });
    expect(await listOf(theirs)).toEqual(before.names);
    expect(await readFile(join(theirs, 'config.sqlite'))).toEqual(before.database);
  });

  it('takes nothing twice', async () => {
    const { code, stdout } = await run('import-ttmp32gme', theirs, 'now');
    expect([code, stdout.match(/here already\./g)?.length]).toEqual([1, 5]);
    expect(stdout).toContain('Imported: 0 albums with 0 tracks.');
    expect(await readdir(join(home, 'library', 'gme'))).toHaveLength(5);
  });

  it('waits for a daemon to end, beside which it says what it would do', async () => {
    const daemon = sandbox.start([`--home=${home}`, '--port=0', '--no-open-browser']);
    await daemon.says(/https?:\/\/\S+:\d+/);
    const [asked, now] = [await run('import-ttmp32gme', theirs), await run('import-ttmp32gme', theirs, 'now')];
    daemon.child.kill();
    await daemon.ended;
    expect([asked.code, now.code, now.stderr]).toEqual([0, 75, expect.stringContaining('tonstift: ')]);
  });

  it('refuses a folder that is none, and other words than now', async () => {
    const none = await run('import-ttmp32gme', sandbox.folder);
    expect([none.code, none.stderr]).toEqual([
      1,
      `tonstift: ${sandbox.folder} has no config.sqlite, which every library of ttmp32gme has.\n`,
    ]);
    const word = await run('import-ttmp32gme', theirs, 'later');
    expect([word.code, word.stderr]).toEqual([2, expect.stringContaining('accepts only "now" after the folder')]);
  });
});
