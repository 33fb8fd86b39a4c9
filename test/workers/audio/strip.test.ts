import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audioRange } from '../../../workers/audio/formats/strip.js';
import { picturePng } from '../../fixtures/picture.js';
import { id3v1, id3v2, mp3, syncSafe } from '../../fixtures/mp3.js';
import { suiteFolder } from '../../support/folder.js';

const folder = suiteFolder();
let audio: Buffer;
beforeAll(async () => {
  audio = await mp3({ frames: 30 });
});

let files = 0;
async function range(...parts: Buffer[]): Promise<{ start: number; end: number }> {
  const path = join(folder, `${++files}.mp3`);
  await writeFile(path, Buffer.concat(parts));
  return audioRange(path);
}

/** What is left of the parts, as the bytes themselves. */
async function left(...parts: Buffer[]): Promise<Buffer> {
  const { start, end } = await range(...parts);
  return Buffer.concat(parts).subarray(start, end);
}

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const apeItem = (key: string, value: string): Buffer =>
  Buffer.concat([number(value.length), number(0), ascii(`${key}\0${value}`)]);
/** APEv2 has header and footer, APEv1 a footer only. */
function ape({
  version = 2000,
  header = true,
  size,
}: { version?: number; header?: boolean; size?: number } = {}): Buffer {
  const items = [apeItem('Title', 'Lied'), apeItem('Artist', 'Chor')];
  const content = Buffer.concat(items);
  const block = (flags: number): Buffer =>
    Buffer.concat([
      ascii('APETAGEX'),
      number(version),
      number(size ?? content.length + 32),
      number(items.length),
      number(flags >>> 0),
      Buffer.alloc(8),
    ]);
  return Buffer.concat([...(header ? [block(0xa000_0000)] : []), content, block(header ? 0x8000_0000 : 0)]);
}
const lyrics1 = (text: string): Buffer => ascii(`LYRICSBEGIN${text}LYRICSEND`);
const lyrics2 = (text: string): Buffer => {
  const content = `LYRICSBEGIN${text}`;
  return ascii(`${content}${String(content.length).padStart(6, '0')}LYRICS200`);
};
const enhanced = (): Buffer => Buffer.concat([ascii('TAG+'), Buffer.alloc(223, 0x41)]);
/** ID3v2.4 behind the frames: header and footer. */
function id3Tail(): Buffer {
  const head = id3v2({ TIT2: 'Ende' }, { version: 4, encoding: 'utf8' });
  head[5] = 0x10;
  return Buffer.concat([head, ascii('3DI'), head.subarray(3, 10)]);
}
const id3Footed = id3Tail;
const id3Head = (): Buffer =>
  id3v2({ TIT2: 'Grüße', TALB: 'Töne' }, { picture: { data: picturePng, type: 'image/png' } });
const v1 = (): Buffer => id3v1('Lied');

const heads: Record<string, () => Buffer> = {
  ID3v2: id3Head,
  'ID3v2 with footer': id3Footed,
  APEv2: ape,
  'an empty ID3v2': () => id3v2({}),
};
const tails: Record<string, () => Buffer> = {
  ID3v1: v1,
  'TAG+': enhanced,
  APEv2: ape,
  'APEv2 without header': () => ape({ header: false }),
  APEv1: () => ape({ version: 1000, header: false }),
  'Lyrics3 v1': () => lyrics1('La la'),
  'Lyrics3 v2': () => lyrics2('LYR00005La la'),
  'ID3v2.4': id3Tail,
};

describe('tags of an MP3 file', () => {
  it('leaves a file without tags alone', async () => {
    expect(await range(audio)).toEqual({ start: 0, end: audio.length });
  });

  it.each(Object.entries(heads))('strips %s at the head', async (_, tag) => {
    expect((await left(tag(), audio)).equals(audio)).toBe(true);
  });

  it.each(Object.entries(tails))('strips %s at the end', async (_, tag) => {
    expect((await left(audio, tag())).equals(audio)).toBe(true);
  });

  it('strips any two and three at the end, in any order', async () => {
    const all = Object.entries(tails);
    const wrong: string[] = [];
    for (const [a, first] of all)
      for (const [b, second] of all) {
        if (a === b) continue;
        if (!(await left(audio, first(), second())).equals(audio)) wrong.push(`${a}, ${b}`);
        if (!(await left(id3Head(), audio, first(), second(), v1())).equals(audio)) wrong.push(`${a}, ${b}, ID3v1`);
      }
    expect(wrong).toEqual([]);
  });

  it('strips any two at the head', async () => {
    for (const first of Object.values(heads))
      for (const second of Object.values(heads)) {
        expect((await left(first(), second(), audio, ape())).equals(audio)).toBe(true);
      }
  });

  it('keeps every byte between the tags, whatever it is', async () => {
    const odd = [
      Buffer.alloc(100),
      ascii('no frame, no tag'),
      ascii('ID3'),
      ascii('APETAGEX'),
      ascii('TAG'),
      ascii('LYRICSEND'),
    ];
    for (const junk of odd) {
      expect((await left(junk, audio)).length).toBe(junk.length + audio.length);
      expect((await left(id3Head(), audio, junk, v1())).equals(Buffer.concat([audio, junk]))).toBe(true);
      expect((await left(id3Head(), audio, junk, audio, v1())).equals(Buffer.concat([audio, junk, audio]))).toBe(true);
    }
  });
});

describe('tags that lie', () => {
  const withSize = (size: number): Buffer => {
    const tag = Buffer.from(id3Head());
    syncSafe(size).copy(tag, 6);
    return tag;
  };

  it('finds the frames behind a tag that claims too much or too little', async () => {
    const honest = id3Head().length - 10;
    for (const size of [0, 1, honest - 50, honest + 1, honest + 300, honest + 5000, 0xfff_ffff]) {
      expect((await left(withSize(size), audio, v1())).equals(audio)).toBe(true);
    }
  });

  it('steps over padding that the tag does not count', async () => {
    for (const padding of [1, 1000, 3 << 20])
      expect((await left(id3Head(), Buffer.alloc(padding), audio)).equals(audio)).toBe(true);
  });

  it('takes no sizes with the high bit, and no versions of 255, for a tag', async () => {
    const highBit = Buffer.from(id3Head());
    highBit[9] = 0x80;
    expect((await range(highBit, audio)).start).toBe(0);
    const version = Buffer.from(id3Head());
    version[3] = 0xff;
    expect((await range(version, audio)).start).toBe(0);
  });

  it('never cuts into frames for a footer', async () => {
    for (const size of [0, 31, 33, 1000, audio.length, 0xffff_ffff]) {
      expect((await left(audio, ape({ header: false, size }))).subarray(0, audio.length).equals(audio)).toBe(true);
      expect((await left(audio, ape({ size }))).subarray(0, audio.length).equals(audio)).toBe(true);
    }
    for (const digits of ['000000', '000001', '009999', '999999']) {
      const tag = ascii(`LYRICSBEGINLa la${digits}LYRICS200`);
      expect((await left(audio, tag)).subarray(0, audio.length).equals(audio)).toBe(true);
    }
    const tail = Buffer.from(id3Tail());
    syncSafe(5000).copy(tail, tail.length - 4);
    expect((await left(audio, tail)).subarray(0, audio.length).equals(audio)).toBe(true);
  });

  it('answers a range of the file for anything', async () => {
    const pieces = [...Object.values(heads), ...Object.values(tails)].map((tag) => tag());
    for (const piece of pieces) {
      for (let cut = 0; cut <= piece.length; cut += Math.max(1, Math.floor(piece.length / 40))) {
        for (const parts of [
          [piece.subarray(0, cut)],
          [piece.subarray(cut)],
          [piece.subarray(cut), audio, piece.subarray(0, cut)],
        ]) {
          const size = parts.reduce((sum, part) => sum + part.length, 0);
          const { start, end } = await range(...parts);
          expect(start >= 0 && end <= size && (start < end || size === 0)).toBe(true);
          if (parts.length === 3)
            expect(start <= piece.length - cut && end >= piece.length - cut + audio.length).toBe(true);
        }
      }
    }
  });

  it('leaves a file of nothing but tags whole', async () => {
    expect(await range(id3Head())).toEqual({ start: 0, end: id3Head().length });
    expect(await range(id3Head(), v1())).toEqual({ start: 0, end: id3Head().length + 128 });
    expect(await range(v1())).toEqual({ start: 0, end: 128 });
    expect(await range()).toEqual({ start: 0, end: 0 });
  });
});
