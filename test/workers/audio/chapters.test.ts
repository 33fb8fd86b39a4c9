import { describe, expect, it } from '@jest/globals';
import { readCue } from '../../../workers/audio/chapters/cue.js';
import { stretchesOf } from '../../../workers/audio/chapters/stretches.js';
import { chaptersIn, cutFormat } from '../../../workers/audio/ffmpeg/chapters.js';

describe('stretchesOf', () => {
  const chapter = (start: number, end: number | null, title = '') => ({ start, end, title });

  it('cuts the whole file at the starts, in their order', () => {
    expect(stretchesOf([chapter(9000, null, 'B'), chapter(40, null, 'A')], 20_000)).toEqual([
      { from: 0, until: 9000, title: 'A' },
      { from: 9000, until: null, title: 'B' },
    ]);
  });

  it('cuts by a cue sheet whose first track begins late, and keeps the sound before it', () => {
    expect(stretchesOf([chapter(20_000, null, 'A'), chapter(40_000, null, 'B')], 60_000)).toEqual([
      { from: 0, until: 40_000, title: 'A' },
      { from: 40_000, until: null, title: 'B' },
    ]);
  });

  it('adds a mark of less than a second to the chapter before', () => {
    const marks = [
      chapter(0, 500, 'Logo'),
      chapter(500, 8000, 'A'),
      chapter(8000, 19_500, 'B'),
      chapter(19_500, 20_000),
    ];
    expect(stretchesOf(marks, 20_000)).toEqual([
      { from: 0, until: 8000, title: 'A' },
      { from: 8000, until: null, title: 'B' },
    ]);
  });

  it.each([
    ['there are none', []],
    ['there is one', [chapter(0, 60_000)]],
    ['the first begins late', [chapter(20_000, 40_000), chapter(40_000, 60_000)]],
    ['sound is left out between them', [chapter(0, 20_000), chapter(40_000, 60_000)]],
    ['sound is left out at the end', [chapter(0, 20_000), chapter(20_000, 40_000)]],
    ['they overlap', [chapter(0, 60_000), chapter(20_000, 60_000)]],
    ['they are of a longer file', [chapter(0, 50_000), chapter(50_000, 90_000)]],
    ['all but one are marks', [chapter(0, 500), chapter(500, 60_000)]],
    ['there are too many', Array.from({ length: 1001 }, (_, n) => chapter(n * 1000, null))],
  ])('keeps the file whole if %s', (_, chapters) => {
    expect(stretchesOf(chapters, chapters.length > 1000 ? 2e6 : 60_000)).toEqual([]);
  });
});

it('chaptersIn reads the metadata format of ffmpeg', () => {
  const text = [
    ';FFMETADATA1\ntitle=START=7\n[CHAPTER]\nTIMEBASE=1/10000000\nSTART=0\nEND=15000000\ntitle=A \\= B\\; \\#\\\\\\\nC',
    '[STREAM]\ntitle=x\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1500\nEND=3000\n[CHAPTER]\nSTART=x\nEND=1\n',
  ].join('\n');
  expect(chaptersIn(text)).toEqual([
    { start: 0, end: 1500, title: 'A = B; #\\\nC' },
    { start: 1500, end: 3000, title: '' },
  ]);
});

it('cutFormat keeps the coding, and takes FLAC for what is lossless', () => {
  const pairs = [
    ['mpeg 1 layer 3', 'mpeg', 'mp3'],
    ['mpeg-4/aac', 'm4a/isom', 'aac'],
    ['opus', 'ogg', 'ogg'],
    ['opus', 'matroska/ffmpeg', 'ogg'],
    ['alac', 'm4a/isom', 'flac'],
    ['pcm', 'wave', 'flac'],
    ['flac', 'ogg', 'flac'],
    ['ape', 'ape/ffmpeg', 'flac'],
    ['wavpack', 'wv/ffmpeg', 'flac'],
    ['tta', 'tta/ffmpeg', 'flac'],
    ['windows media audio 9.1', 'asf/audio', null],
    ['mpeg 1 layer 3', 'wave', null],
  ] as const;
  expect(pairs.map(([codec, container]) => cutFormat(codec, container))).toEqual(pairs.map(([, , format]) => format));
});

describe('readCue', () => {
  const sheet = (lines: string[]): Buffer => Buffer.from(lines.join('\r\n'), 'latin1');

  it('reads tracks, titles and times, also of Windows-1252', () => {
    const lines = [
      'REM GENRE Hörspiel',
      'REM DATE "1999"',
      'PERFORMER "Chor"',
      'TITLE "Die \x84gro\xdfe\x93 Burg"',
      'FILE "CDImage.wav" WAVE',
    ];
    const tracks = ['  TRACK 01 AUDIO', '    TITLE "Das Tor"', '    PERFORMER "Anna"', '    INDEX 01 00:00:00'];
    const second = ['  TRACK 02 AUDIO', '    TITLE Hof', '    INDEX 00 03:24:00', '    INDEX 01 03:25:37'];
    expect(readCue(sheet([...lines, ...tracks, ...second]))).toEqual({
      album: 'Die „große“ Burg',
      artist: 'Chor',
      year: 1999,
      files: [
        {
          name: 'CDImage.wav',
          tracks: [
            { start: 0, end: null, title: 'Das Tor', artist: 'Anna' },
            { start: 205_493, end: null, title: 'Hof' },
          ],
        },
      ],
    });
  });

  it('leaves out what a ripper wrote that knew nothing', () => {
    const about = ['PERFORMER "Unknown Artist"', 'TITLE "Unknown Album"', 'FILE "1.wav" WAVE'];
    const track = ['TRACK 01 AUDIO', 'TITLE "Tor"', 'PERFORMER "Unknown Artist"', 'INDEX 01 00:00:00'];
    expect(readCue(sheet([...about, ...track]))).toEqual({
      files: [{ name: '1.wav', tracks: [{ start: 0, end: null, title: 'Tor' }] }],
    });
  });

  it('reads a sheet of several files, where a pause may be in the file before', () => {
    const first = ['FILE "1.wav" WAVE', 'TRACK 01 AUDIO', 'TITLE "Tor"', 'INDEX 01 00:00:00'];
    const second = ['TRACK 02 AUDIO', 'TITLE "Hof"', 'INDEX 00 03:00:00', 'FILE "2.wav" WAVE', 'INDEX 01 00:00:00'];
    const { files } = readCue(sheet([...first, ...second])) ?? {};
    expect(files?.map(({ name, tracks }) => [name, tracks.map(({ title }) => title)])).toEqual([
      ['1.wav', ['Tor']],
      ['2.wav', ['Hof']],
    ]);
  });

  it.each([
    ['FILE "A b.wav" WAVE', 'A b.wav'],
    ['FILE A b.wav WAVE', 'A b.wav'],
    ['FILE A b.wav\tWAVE  ', 'A b.wav'],
    ['FILE A.wav', 'A.wav'],
    ['FILE A b\u00a0c.wav WAVE', 'A b\u00a0c.wav'],
  ])('reads the name of the file in %s', (line, file) =>
    expect(readCue(sheet([line, 'TRACK 01 AUDIO', 'INDEX 01 00:00:00']))?.files[0]?.name).toBe(file),
  );

  it.each([
    ['without a time', ['FILE "1.wav" WAVE', 'TRACK 01 AUDIO', 'INDEX 01 xx:00:00']],
    ['without tracks', ['FILE "1.wav" WAVE']],
    ['of no file', ['TRACK 01 AUDIO', 'INDEX 01 00:00:00']],
  ])('returns null for a sheet %s', (_, lines) => expect(readCue(sheet(lines))).toBeNull());
});
