import { describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedCover, isAudioName, probe } from '../../../workers/audio/probe.js';
import { audioFixture, encoded, fixtureFormats, type FixtureFormat } from '../../fixtures/audio.js';
import { type Id3Encoding, id3v1, id3v2, mp3, syncSafe } from '../../fixtures/mp3.js';
import { picturePng, png } from '../../fixtures/picture.js';
import { failCalls } from '../../support/failing-files.js';
import { suiteFolder } from '../../support/folder.js';

const folder = suiteFolder();

async function file(name: string, ...parts: (Buffer | string)[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  return path;
}

const noise = (length: number, seed = 1): Buffer => {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};

/** What Windows shows of a track on a CD: 44 bytes without audio. */
const cdAudioTrack = Buffer.concat([Buffer.from('RIFF\x24\0\0\0CDDAfmt \x18\0\0\0\x01\0\x01\0', 'latin1'), noise(20)]);

const tags = {
  title: 'Grüße & Töne',
  artist: 'Chör 日本',
  album: 'Ölbüm 🎵',
  album_artist: 'Alle',
  track: '3/12',
  disc: '2/4',
  date: '1999',
  genre: 'Märchen',
};
const codecs: Record<FixtureFormat, [codec: string | RegExp, container: string | RegExp]> = {
  mp3: ['mpeg 1 layer 3', 'mpeg'],
  ogg: ['vorbis i', 'ogg'],
  opus: ['opus', 'ogg'],
  flac: ['flac', 'flac'],
  m4a: ['mpeg-4/aac', /^m4a/],
  alac: ['alac', /^m4a/],
  aac: ['aac', 'adts/mpeg-4'],
  wav: ['pcm', 'wave'],
  wma: [/windows media audio/, /^asf/],
  aiff: ['pcm', 'aiff'],
};

describe('facts', () => {
  it.each([
    ['mp3', 'AC/DC', ['-id3v2_version', '3'], 'AC/DC'],
    ['mp3', 'AC/DC', [], 'AC/DC'],
    ['flac', 'AC/DC', [], 'AC/DC'],
    ['flac', 'Anna', ['-metadata', 'ARTIST=Ben'], 'Ben'],
  ] as const)('of %s have the artist %s', async (format, artist, extra, expected) => {
    const source = await audioFixture({ format, seconds: 1, tags: { artist }, extra: [...extra] });
    expect((await probe(source)).artist).toBe(expected);
  });

  it.each(Object.entries(codecs))('of %s', async (format, [codec, container]) => {
    const facts = await probe(await audioFixture({ format: format as FixtureFormat, seconds: 2, tags }));
    expect(facts.codec).toMatch(codec);
    expect(facts.container).toMatch(container);
    expect(Math.abs(facts.durationMs - 2000)).toBeLessThanOrEqual(70);
    if (format === 'aac') return; // knows no tags
    expect(facts).toMatchObject({ title: tags.title, hasPicture: false });
    if (format === 'aiff') return; // keeps a title only
    expect(facts).toMatchObject({
      artist: tags.artist,
      album: tags.album,
      year: 1999,
      genre: tags.genre,
      trackText: expect.stringMatching(/^3(\/12)?$/),
    });
    if (format === 'wav') return; // has no field for these
    expect(facts).toMatchObject({ albumArtist: 'Alle', disc: 2 });
  });

  it('of AIFF with ID3 in it', async () => {
    expect(await probe(await audioFixture({ format: 'aiff', tags, picture: true }))).toMatchObject({
      title: tags.title,
      album: tags.album,
      trackText: expect.stringMatching(/^3(\/12)?$/),
      disc: 2,
      discTotal: 4,
      hasPicture: true,
    });
  });

  it.each(['utf16', 'latin1', 'utf8'] as Id3Encoding[])('of ID3v2 in %s', async (encoding) => {
    const path = await file(
      `${encoding}.mp3`,
      await mp3({
        tags: { TIT2: 'Grüße', TALB: 'Töne', TRCK: 'A1', TPOS: '3' },
        encoding,
        version: encoding === 'utf8' ? 4 : 3,
      }),
    );
    expect(await probe(path)).toMatchObject({
      title: 'Grüße',
      album: 'Töne',
      trackText: 'A1',
      disc: 3,
      discTotal: null,
    });
  });

  it('of ID3v2 that says Latin-1 and has UTF-8 or Windows-1252', async () => {
    const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
    const tags = { TIT2: utf8('Jürgens Öfchen'), TALB: utf8('Voilà'), TPE1: '\x84Gro\xdfe\x93 \x96 \x85' };
    expect(await probe(await file('misread.mp3', await mp3({ tags, encoding: 'latin1' })))).toMatchObject({
      title: 'Jürgens Öfchen',
      album: 'Voilà',
      artist: '„Große“ – …',
    });
  });

  it.each([3, 4] as const)('of ID3v2.%s with two titles', async (version) => {
    const path = await file('two.mp3', await mp3({ tags: { TIT2: 'First 1\0Second 1' }, version }));
    expect((await probe(path)).title).toBe('First 1, Second 1');
  });

  it('with a disc or side in words', async () => {
    const discOf = async (TPOS: string): Promise<number | null> =>
      (await probe(await file('side.mp3', await mp3({ tags: { TPOS } })))).disc;
    const texts = ['A', 'b/2', 'Seite B', 'CD 2', 'Disc 3/4', 'CD 1 Seite B', 'Z', 'Folge 3'];
    const discs: (number | null)[] = [];
    for (const text of texts) discs.push(await discOf(text));
    expect(discs).toEqual([1, 2, 2, 2, 3, null, null, null]);
  });

  it('of an ID3v1 tag alone', async () => {
    expect(await probe(await file('v1.mp3', await mp3(), id3v1('Grüße', 'Chor', 'Töne')))).toMatchObject({
      title: 'Grüße',
      artist: 'Chor',
      album: 'Töne',
    });
  });

  it('has texts in NFC, trimmed, without control characters, of bounded length', async () => {
    const path = await file(
      'odd.mp3',
      await mp3({
        tags: {
          TIT2: '  Gru\u0308ße\u0007\r\nund\u009f mehr \ufeff',
          TALB: '\u0001 \n',
          TPE1: 'x'.repeat(100_000),
        },
      }),
    );
    const facts = await probe(path);
    expect(facts).toMatchObject({ title: 'Grüße und mehr', album: undefined, artist: 'x'.repeat(1000) });
  });

  it('takes years that can be', async () => {
    for (const [text, year] of [
      ['1984', 1984],
      ['0', null],
      ['99999', null],
      ['-5', null],
      ['bald', null],
    ] as const) {
      expect(await probe(await file('year.mp3', await mp3({ tags: { TYER: text } })))).toMatchObject({ year });
    }
  });

  it('reads old code pages in WAV', async () => {
    const wav = await readFile(await audioFixture({ format: 'wav', tags: { title: 'Gruesse' } }));
    const at = wav.indexOf('Gruesse');
    wav.write('Gr\xfc\xdfe \x80', at, 'latin1');
    expect(await probe(await file('cp1252.wav', wav))).toMatchObject({ title: 'Grüße €' });
  });
});

describe('what plays', () => {
  it('is told by its content, not by its name', async () => {
    for (const format of fixtureFormats) {
      const facts = await probe(await file('wrong.mp3', await readFile(await audioFixture({ format, seconds: 2 }))));
      expect(facts.codec).toMatch(codecs[format][0]);
    }
  });

  it.each(fixtureFormats.filter((format) => format !== 'm4a'))(
    'is kept when %s was cut off at the end',
    async (format) => {
      const whole = await readFile(await audioFixture({ format, seconds: 10, channels: 1 }));
      const { durationMs } = await probe(
        await file(`cut.${format}`, whole.subarray(0, Math.round(whole.length * 0.7))),
      );
      expect(durationMs).toBeGreaterThan(5000);
      expect(durationMs).toBeLessThan(10_100);
    },
  );

  it('has the length of its frames, whatever a header says', async () => {
    const whole = await readFile(await audioFixture({ format: 'mp3', seconds: 60 }));
    const { durationMs } = await probe(await file('half.mp3', whole.subarray(0, whole.length / 2)));
    expect(Math.abs(durationMs - 30_000)).toBeLessThan(100);
    expect((await probe(await file('frames.mp3', await mp3({ frames: 100 })))).durationMs).toBe(
      Math.round((100 * 1152 * 1000) / 44_100),
    );
  });

  it('goes on behind damage and junk', async () => {
    const sound = await mp3({ frames: 50 });
    const { durationMs } = await probe(
      await file('damaged.mp3', noise(5000), sound, noise(3000, 7), sound, Buffer.alloc(70_000), sound),
    );
    expect(Math.abs(durationMs - (150 * 1152 * 1000) / 44_100)).toBeLessThan(60);
  });

  it('has a length where a FLAC header does not know it', async () => {
    for (const seconds of [1, 10]) {
      const flac = await readFile(await audioFixture({ format: 'flac', seconds, channels: 1 }));
      flac[21] = (flac[21] ?? 0) & 0xf0;
      flac.fill(0, 22, 26);
      expect((await probe(await file('unknown.flac', flac))).durationMs).toBe(seconds * 1000);
    }
  });

  it('takes no sound that looks like a FLAC header for a frame', async () => {
    const flac = await readFile(await audioFixture({ format: 'flac', channels: 1 }));
    flac.fill(0, 22, 26);
    // A valid header of frame 127, with another sample rate, in the last frame.
    flac.write('fff8ca087f52', flac.length - 40, 'hex');
    expect((await probe(await file('likeness.flac', flac))).durationMs).toBe(1000);
  });

  it('survives a broken INFO list in a WAV', async () => {
    const wav = await readFile(await audioFixture({ format: 'wav' }));
    const at = wav.indexOf('data');
    // An odd length that nobody has padded, as some programs write it.
    const info = Buffer.from('INFOINAM\x03\0\0\0abcIART\x02\0\0\0de', 'latin1');
    const list = Buffer.concat([
      Buffer.from('LIST'),
      Buffer.from([info.length, 0, 0, 0]),
      info,
      Buffer.alloc(info.length % 2),
    ]);
    expect(await probe(await file('odd.wav', wav.subarray(0, at), list, wav.subarray(at)))).toMatchObject({
      codec: 'pcm',
      durationMs: 1000,
      title: 'abc',
    });
  });

  it('is not passed on where an Ogg file holds more than sound', async () => {
    const one = await readFile(await audioFixture({ format: 'ogg' }));
    const page = one.subarray(0, one.indexOf('OggS', 4));
    const other = Buffer.from(page);
    other.writeUInt32LE(77, 14);
    expect((await probe(await file('two.ogg', page, other, one.subarray(page.length)))).container).toBe(
      'ogg/multiplexed',
    );
  });

  it('need not be long', async () => {
    for (const frames of [1, 2, 3, 5])
      expect((await probe(await file('short.mp3', await mp3({ frames, tags: { TIT2: 'x' } })))).durationMs).toBe(
        Math.round((frames * 1152 * 1000) / 44_100),
      );
  });

  it('survives broken tags', async () => {
    const sound = await mp3({ frames: 50 });
    const tag = id3v2({ TIT2: 'Titel' }, { picture: { data: picturePng, type: 'image/png' } });
    for (let seed = 1; seed <= 150; seed++) {
      const broken = Buffer.from(tag);
      for (let hit = 0; hit < 4; hit++)
        broken[(seed * 7919 + hit * 104_729) % broken.length] = (seed * 31 + hit * 17) & 255;
      expect((await probe(await file('broken.mp3', broken, sound))).durationMs).toBeGreaterThan(1000);
    }
  });
});

describe('what does not play is refused with its reason', () => {
  const refusal = async (path: string): Promise<string> =>
    probe(path).then(
      () => 'taken',
      (error: { code: string; message: string }) =>
        error.code === 'unreadable_audio' ? error.message : `${error.code}!`,
    );

  it.each([
    ['empty.mp3', '', /^The file is empty\.$/],
    ['one.mp3', 'x', /looks like text/],
    ['text.mp3', 'Dies ist ein Text, kein Ton.\n'.repeat(500), /looks like text/],
    ['page.ogg', '<!DOCTYPE html><html><body>404</body></html>', /looks like a web page/],
    ['zeros.wav', Buffer.alloc(100_000), /nothing but zeros/],
    ['picture.mp3', picturePng, /looks like a picture/],
    ['archive.mp3', Buffer.concat([Buffer.from('PK\x03\x04'), noise(3000)]), /looks like a ZIP/],
    ['Track01.cda', cdAudioTrack, /looks like a shortcut to a track on a CD/],
    ['tags.mp3', Buffer.concat([id3v2({ TIT2: 'x' }), id3v1('x')]), /not an audio file/],
    ['ff.mp3', Buffer.alloc(100_000, 0xff), /not an audio file/],
    ['fffb.mp3', Buffer.alloc(100_000, Buffer.from([0xff, 0xfb])), /not an audio file/],
  ] as [string, Buffer | string, RegExp][])('%s', async (name, content, reason) => {
    expect(await refusal(await file(name, content))).toMatch(reason);
  });

  it('noise, under any name', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      expect(await refusal(await file('noise.mp3', noise(20_000 + seed * 1000, seed)))).toMatch(
        /not an audio file|not audio/,
      );
      expect(await refusal(await file('noise.mp3', id3v2({ TIT2: 'x' }), noise(5000, seed)))).toMatch(
        /not an audio file|not audio/,
      );
    }
  });

  it.each(fixtureFormats)('%s cut to its first bytes', async (format) => {
    const whole = await readFile(await audioFixture({ format, seconds: 1, tags: { title: 'x' } }));
    for (const length of [1, 4, 8, 12, 16, 20, 30, 40])
      expect(await refusal(await file('head', whole.subarray(0, length)))).not.toMatch(/taken|!$/);
  });

  it('containers with a header and no sound', async () => {
    const flac = await readFile(await audioFixture({ format: 'flac' }));
    const wav = await readFile(await audioFixture({ format: 'wav' }));
    const aiff = await readFile(await audioFixture({ format: 'aiff' }));
    const ogg = await readFile(await audioFixture({ format: 'ogg' }));
    const wma = await readFile(await audioFixture({ format: 'wma' }));
    const m4a = await readFile(await audioFixture({ format: 'm4a', extra: ['-movflags', '+faststart'] }));
    const cases: Record<string, Buffer> = {
      wav: wav.subarray(0, wav.indexOf('data') + 8),
      aiff: aiff.subarray(0, aiff.indexOf('SSND') + 16),
      flac: flac.subarray(0, flac.indexOf(Buffer.from([0xff, 0xf8]), 42)),
      ogg: ogg.subarray(0, ogg.lastIndexOf('OggS')),
      wma: wma.subarray(0, Number(wma.readBigUInt64LE(16)) + 50),
      m4a: m4a.subarray(0, m4a.indexOf('mdat') + 4),
    };
    for (const [name, bytes] of Object.entries(cases))
      expect([name, await refusal(await file(`header.${name}`, bytes))]).toEqual([
        name,
        expect.stringMatching(/not an audio file|cannot be read|cut off/),
      ]);
  });

  it('a video without sound', async () => {
    const film = ['-f', 'lavfi', '-i', 'color=red:size=32x32:duration=1'];
    const tone = ['-f', 'lavfi', '-i', 'sine=duration=1'];
    const path = await encoded('m4a', [...film, '-c:v', 'mpeg4', '-f', 'mp4']);
    expect(await refusal(path)).toMatch(/picture.*no audio/);
    const both = await encoded('m4a', [...film, ...tone, '-c:v', 'mpeg4', '-c:a', 'aac', '-f', 'mp4']);
    expect((await probe(both)).durationMs).toBeGreaterThan(900);
  });

  it('a folder; and passes the system error on for what is not there', async () => {
    expect(await refusal(folder)).toMatch(/not a file/);
    await expect(probe(join(folder, 'none.mp3'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('anything with flipped bytes in bounded time, taken or refused', async () => {
    for (const format of fixtureFormats) {
      const whole = await readFile(await audioFixture({ format, tags }));
      for (let seed = 1; seed <= 60; seed++) {
        const broken = Buffer.from(whole);
        for (let hit = 0; hit < 6; hit++)
          broken[(seed * 7919 + hit * 104_729) % Math.min(broken.length, 1500)] =
            [0, 255, 127, 128, seed][hit % 5] ?? 0;
        expect(await refusal(await file(`flipped.${format}`, broken))).not.toMatch(/!$/);
      }
    }
  });

  it('tags of a hundred thousand fields are read beside the daemon, or given up', async () => {
    let turns = 0;
    const clock = setInterval(() => turns++, 20);
    try {
      const textFrame = Buffer.from('TXXX\0\0\0\x03\0\0\0\0A', 'latin1');
      const fields = Buffer.alloc(textFrame.length * 200_000, textFrame);
      const path = await file(
        'fields.mp3',
        Buffer.from('ID3\x03\0\0', 'latin1'),
        syncSafe(fields.length),
        fields,
        await mp3({ frames: 100 }),
      );
      expect(await probe(path)).toMatchObject({ codec: 'mpeg 1 layer 3', title: undefined });

      const flac = await readFile(await audioFixture({ format: 'flac' }));
      const comments = Buffer.alloc(800_000);
      comments.writeUInt32LE((comments.length - 8) / 4, 4);
      const head = Buffer.from([4, comments.length >> 16, (comments.length >> 8) & 255, comments.length & 255]);
      expect(
        await probe(await file('fields.flac', flac.subarray(0, 42), head, comments, flac.subarray(42))),
      ).toMatchObject({ codec: 'flac', durationMs: 1000 });
    } finally {
      clearInterval(clock);
    }
    expect(turns).toBeGreaterThan(10);
  });

  it('broken tags, but what plays is kept', async () => {
    const flac = await readFile(await audioFixture({ format: 'flac' }));
    const ogg = await readFile(await audioFixture({ format: 'ogg', tags: { title: 'x' } }));
    const lying = Buffer.from([4, 0, 0, 8, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0]);
    expect(await probe(await file('lying.flac', flac.subarray(0, 42), lying, flac.subarray(42)))).toMatchObject({
      codec: 'flac',
      durationMs: 1000,
    });
    ogg.writeUInt32LE(0x7fff_ffff, ogg.indexOf('\x03vorbis', 0, 'latin1') + 7);
    expect(await probe(await file('lying.ogg', ogg))).toMatchObject({ codec: 'vorbis i', durationMs: 1000 });
  });

  it('a file cut into a million pieces', async () => {
    const ftyp = Buffer.from('\0\0\0\x10ftypM4A \0\0\0\0', 'latin1');
    const unread = /too many small pieces|does not say how it is encoded/;
    expect(
      await refusal(await file('boxes.m4a', ftyp, Buffer.alloc(2_400_000, Buffer.from('\0\0\0\x08free', 'latin1')))),
    ).toMatch(unread);
    expect(
      await refusal(
        await file('chunks.wav', 'RIFF\x7f\x7f\x7f\x7fWAVE', Buffer.alloc(2_400_000, Buffer.from('junk\0\0\0\0'))),
      ),
    ).toMatch(unread);
  });

  it('stops on the signal', async () => {
    const path = await file('stopped.mp3', await mp3());
    await expect(probe(path, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('the picture inside', () => {
  it.each(['mp3', 'flac', 'm4a'] as FixtureFormat[])('of %s', async (format) => {
    const path = await audioFixture({ format, picture: true });
    expect(await probe(path)).toMatchObject({ hasPicture: true });
    const cover = await embeddedCover(path);
    expect(cover?.type).toBe('image/png');
    expect(Buffer.from(cover?.data ?? []).equals(picturePng)).toBe(true);
  });

  it('is the front one of several', async () => {
    const front = id3v2({}, { picture: { data: picturePng, type: 'image/png' } });
    const back = id3v2({}, { picture: { data: png(8, 8, [0, 0, 255]), type: 'image/png' } });
    back[back.indexOf('image/png') + 10] = 4;
    const cover = await embeddedCover(await file('two.mp3', back, front, await mp3()));
    expect(Buffer.from(cover?.data ?? []).equals(picturePng)).toBe(true);
    expect((await embeddedCover(await file('back.mp3', back, await mp3())))?.data.length).toBeGreaterThan(0);
  });

  it('is no icon where there is a larger one, and no single pixel', async () => {
    const withPicture = (side: number, kind: number): Buffer => {
      const tag = id3v2({}, { picture: { data: png(side, side, [0, 0, 255]), type: 'image/png' } });
      tag[tag.indexOf('image/png') + 10] = kind;
      return tag;
    };
    const widthOf = async (...tags: Buffer[]): Promise<number | undefined> => {
      const cover = await embeddedCover(await file('icons.mp3', ...tags, await mp3()));
      return cover === null ? undefined : Buffer.from(cover.data).readUInt32BE(16);
    };
    expect(await widthOf(withPicture(20, 3), withPicture(64, 0))).toBe(64);
    expect(await widthOf(withPicture(20, 3))).toBe(20);
    expect(await widthOf(withPicture(1, 3), withPicture(20, 4))).toBe(20);
    expect(await widthOf(withPicture(1, 3))).toBeUndefined();
    expect(await probe(await file('pixel.mp3', withPicture(1, 3), await mp3()))).toMatchObject({ hasPicture: false });
  });

  it('may be large', async () => {
    const data = Buffer.concat([picturePng, noise(2_000_000)]);
    const path = await file('large.mp3', await mp3({ tags: { TIT2: 'Groß' }, picture: { data, type: 'image/png' } }));
    expect(await probe(path)).toMatchObject({ title: 'Groß', hasPicture: true });
    expect(Buffer.from((await embeddedCover(path))?.data ?? []).equals(data)).toBe(true);
  });

  it('is null without one, or where nothing can be read', async () => {
    expect(await embeddedCover(await file('plain.mp3', await mp3()))).toBeNull();
    expect(await embeddedCover(await file('noise.flac', 'fLaC', noise(5000)))).toBeNull();
    expect(await embeddedCover(await file('empty.mp3'))).toBeNull();
  });
});

it('knows audio by its name', () => {
  for (const name of [
    'a.mp3',
    'B.MP3',
    'c.oga',
    'd.m4b',
    'x/y.aif',
    'z.aiff',
    'ä.Opus',
    'e.webm',
    'f.MP4',
    'g.amr',
    'h.aax',
  ])
    expect(isAudioName(name)).toBe(true);
  for (const name of ['mp3', 'a.mp3.part', 'a.rar', 'a.txt', 'a.mp3 ', '']) expect(isAudioName(name)).toBe(false);
});

(process.platform === 'linux' ? it : it.skip).each(['mp3', 'ogg', 'flac', 'm4a', 'wav', 'wma', 'aiff'] as const)(
  'a disk that fails at any read of %s is not taken for a broken file (skipped elsewhere than on Linux)',
  async (format) => {
    const path = await audioFixture({ format, seconds: 2, tags: { title: 'Ein Titel' } });
    const whole = await probe(path);
    let ends = 0;
    for (let good = 0; ends === 0; good++) {
      let reads = 0;
      const end = await failCalls('read', (name) => name === path && reads++ === good);
      const got = await probe(path).catch((error: unknown) => error);
      end();
      if (reads <= good) ends = expect(got).toEqual(whole) ?? 1;
      else expect(got).toMatchObject({ code: 'EIO' });
    }
  },
);
