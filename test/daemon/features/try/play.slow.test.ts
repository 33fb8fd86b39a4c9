/** `tonstift gme play`, by the built program. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { trackCode } from '../../../../workers/gme/codes.js';
import { assemble, goldenMedia, goldens } from '../../../workers/gme/goldens.js';
import { assembled } from '../../../workers/features/try/virtual-pen/assembled.js';
import { Sandbox, type Ended } from '../../cli/program.js';

const sandbox = new Sandbox();
const media = goldenMedia(3);
const [music, tiptoi] = [trackCode(0), trackCode(1)];
beforeAll(() => {
  for (const { album } of goldens) writeFileSync(join(sandbox.folder, `${album.mode}.gme`), assemble(album, media));
  writeFileSync(
    join(sandbox.folder, 'odd.gme'),
    assembled({
      scripts: { 2000: ['G(4) $1+=1 P(2)'], 2001: ['P(1) J(2001)'], 2002: ['J(2002)'], 2003: ['AT(5)'] },
      welcome: [[0]],
      registers: [7],
      timer: ['$0-=1 P(3)'],
    }),
  );
});
afterAll(() => sandbox.clear());

const play = (words: string[], input?: string): Promise<Ended> => sandbox.run(['gme', 'play', ...words], {}, input);
const objects = ({ stdout }: Ended): unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

describe('gme play', () => {
  it('says with --json what each tap does, the start field first', async () => {
    const ended = await play(['tiptoi.gme', '--json', String(trackCode(1)), '3944', '3944', '5000', '3946']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(objects(ended)).toEqual([
      { code: 921, line: null, plays: [0], registers: {} },
      { code: 2664, line: 0, plays: [1], registers: { 0: 1 } },
      { code: 3944, line: 1, plays: [2], registers: { 0: 2 } },
      { code: 3944, line: null, plays: [], registers: {} },
      { code: 5000, line: null, plays: [], registers: {} },
      { code: 3946, line: 0, plays: [], registers: {} },
    ]);
    expect(ended.stdout).toContain('{"code":2664,"line":0,"plays":[1],"registers":{"0":1}}\n');
  });

  it('takes the start field once, whether it is given or not', async () => {
    const welcome = { code: 920, line: null, plays: [0, 1, 2], registers: {} };
    const track = { code: 2664, line: 0, plays: [1, 2], registers: { 0: 2 } };
    expect(objects(await play(['music.gme', '--json']))).toEqual([welcome]);
    expect(objects(await play(['music.gme', '--json', '920']))).toEqual([welcome]);
    expect(objects(await play(['music.gme', '--json', '2664']))).toEqual([welcome, track]);
    expect(objects(await play(['music.gme', '--json', '920', '2664']))).toEqual([welcome, track]);
    expect(objects(await play(['music.gme', '--json'], '920\n2664\n'))).toEqual([welcome, track]);
    expect(objects(await play(['music.gme', '--json'], ''))).toEqual([welcome]);
  });

  it('reads codes from a pipe, several a line, with remarks', async () => {
    const ended = await play(['tiptoi.gme', '--json'], '# first\n2663 2664,2665\r\n\n3945 # back');
    expect(objects(ended).map((one) => (one as { plays: number[] }).plays)).toEqual([[0], [0], [1], [2], [1]]);
  });

  it('answers each line of a pipe before the next comes', async () => {
    const { child, says, ended } = sandbox.start(['gme', 'play', 'tiptoi.gme', '--json'], {}, null);
    child.stdin?.write('2664\n');
    await says(/"code":2664.*\n/);
    child.stdin?.end('2665\n');
    expect(objects(await ended)).toHaveLength(3);
  });

  it('names what it cannot do, and what sounds for ever', async () => {
    expect(objects(await play(['odd.gme', '--json', '2000', '2001']))).toEqual([
      { code: 900, line: null, plays: [0], registers: { 0: 7 } },
      { code: 2000, line: 0, plays: [2], registers: { 1: 1 }, unknown: ['game 4, which runs inside the pen'] },
      { code: 2001, line: 0, plays: Array(1000).fill(1), registers: {}, endless: true },
    ]);
  });

  it('lets time pass in pauses', async () => {
    expect(objects(await play(['odd.gme', '--json', '2003', '1.2s', '300ms'])).slice(1)).toEqual([
      { code: 2003, line: 0, plays: [], registers: {} },
      { code: 'timer', line: 0, plays: [3], registers: { 0: 6 } },
      { code: 'timer', line: 0, plays: [3], registers: { 0: 5 } },
      { code: 'timer', line: 0, plays: [3], registers: { 0: 4 } },
    ]);
  });

  it('tells a person', async () => {
    const { stdout, code } = await play(['music.gme', String(music), '5000', '920']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        '920    starts product 920, GERMAN, with 3 media and 28 codes',
        '       plays 0–2',
        '2663   line 1 of 2663: $0:=0 P(0) J(2664)',
        '       line 1 of 2664: $0:=1 P(1) J(2665)',
        '       line 1 of 2665: $0:=2 P(2) C',
        '       $0: 0 → 2',
        '       plays 0–2',
        '5000   Nothing: the file has no script for this code.',
        '920    Nothing: this file is already loaded.',
        '',
      ].join('\n'),
    );
  });

  it('writes the sounds that are heard, unscrambled, once', async () => {
    const folder = join(sandbox.folder, 'new', 'sounds');
    const ended = await play(['tiptoi.gme', String(tiptoi), String(tiptoi), '--out', folder]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual(['medium-00.ogg', 'medium-01.ogg']);
    for (const n of [0, 1]) expect(Buffer.compare(readFileSync(join(folder, `medium-0${n}.ogg`)), media[n]!)).toBe(0);
    expect(ended.stdout.match(/wrote/g)).toHaveLength(2);
  });

  it('ends with 1 and a sentence where the file cannot be meant; what was before is told', async () => {
    const ended = await play(['odd.gme', '--json', '2000', '2002', '2000']);
    expect([ended.code, objects(ended)]).toMatchObject([1, [{ code: 900 }, { code: 2000 }]]);
    expect(ended.stderr).toBe(
      'tonstift: Invalid GME file: script 2002 loops without playing anything; ' +
        'the pen gave up after 100000 comparisons.\n',
    );
  });

  it('refuses a word that is none with 2, in a pipe with 1 and its line', async () => {
    for (const word of ['abc', '0', '65536', '2.5', '11h', '601s', '1e3']) {
      const { code, stderr, stdout } = await play(['music.gme', '2663', word]);
      expect([word, code, stdout]).toEqual([word, 2, '']);
      expect(stderr).toContain(`tonstift: "${word}" is `);
      expect(stderr).toContain('Usage: tonstift gme play FILE [CODE...]');
    }
    const piped = await play(['music.gme', '--json'], '2663\nabc\n');
    expect([piped.code, objects(piped).length]).toEqual([1, 2]);
    expect(piped.stderr).toMatch(/^tonstift: Line 2 of standard input: "abc" is neither a code .*\n$/);
  });

  it('refuses what is no GME file, and a folder that cannot be made', async () => {
    writeFileSync(join(sandbox.folder, 'x.gme'), 'no');
    mkdirSync(join(sandbox.folder, 'folder'));
    for (const [words, sentence] of [
      [['x.gme'], /Invalid GME file/],
      [['missing.gme'], /missing.gme cannot be opened/],
      [['folder'], /is not a file/],
      [['music.gme', '--out', 'x.gme/y'], /Cannot create .*x.gme\/y/],
    ] as const) {
      const { code, stderr } = await play([...words]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
      expect(stderr).not.toMatch(/\n +at /);
    }
  });
});
