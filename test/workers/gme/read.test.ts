import { describe, expect, it } from '@jest/globals';
import { scramble } from '../../../workers/gme/cipher.js';
import { checksumOf, readGme } from '../../../workers/gme/read.js';
import { cancel, opcodes, operators } from '../../../workers/gme/script.js';
import { bytesSource } from '../../../workers/gme/source.js';
import { playerModes, type ScriptedGme } from '../../../workers/gme/header.js';
import { gmeAroundScripts, scriptedAlbum } from '../../../workers/gme/write.js';
import { gmeComment } from '../../../workers/gme/header.js';
import { assemble, goldenMedia, goldens, join } from './goldens.js';

const golden = goldens[0]!;
const file = assemble(golden.album, goldenMedia(3));

describe('a round trip', () => {
  for (const mode of playerModes) {
    it.each([1, 2, 24, 33, 99])(`keeps everything of an album in mode ${mode}: %i tracks`, (count) => {
      const album = { ...golden.album, mode, language: 'ITALIAN' };
      const media = goldenMedia(count);
      const bytes = assemble(album, media);
      const gme = readGme(bytesSource(bytes));
      const written = scriptedAlbum(album, count);
      expect(gme).toMatchObject({
        size: bytes.length,
        productId: 920,
        language: 'ITALIA',
        date: '19700101',
        comment: gmeComment,
        rawKey: 0x39,
        key: 0xad,
        registers: written.registers,
        gameCount: 0,
        timerScript: [],
        isDoubled: false,
        specialSymbols: { replay: 0, stop: 0 },
        powerOn: written.powerOn,
      });
      expect([...gme.scripts]).toEqual([...written.scripts].sort(([a], [b]) => a - b));
      expect(gme.media.map(({ length, kind }) => ({ length, kind }))).toEqual(
        media.map(({ length }) => ({ length, kind: 'ogg' })),
      );
      const last = gme.media.at(-1)!;
      const back = bytes.slice(last.offset, last.offset + last.length);
      scramble(back);
      expect(back).toEqual(media.at(-1));
      expect(checksumOf(bytesSource(bytes))).toBe(gme.checksum.stored);
    });
  }

  it('keeps scripts that no album has', () => {
    const gme: ScriptedGme = {
      ...scriptedAlbum(golden.album, 1),
      comment: '',
      language: '',
      registers: [1, 2, 65_535],
      powerOn: [[0], [], [2, 1]],
      scripts: new Map([
        [1, []],
        [
          14_999,
          [
            {
              conditions: [
                {
                  left: { kind: 'constant', value: 7 },
                  operator: operators.lessOrEqual,
                  right: { kind: 'register', value: 2 },
                },
                { left: { kind: 'register', value: 1 }, operator: 0x1234, right: { kind: 'register', value: 9 } },
              ],
              actions: [
                { register: 3, opcode: 0xabcd, operand: { kind: 'register', value: 4 } },
                { register: 1, opcode: opcodes.playRange, operand: { kind: 'constant', value: 0x0001 } },
                cancel,
              ],
              playlist: [2, 0],
            },
          ],
        ],
      ]),
    };
    const media = goldenMedia(3);
    const read = readGme(
      bytesSource(
        join(
          gmeAroundScripts(
            gme,
            media.map(({ length }) => length),
          ),
          media,
        ),
      ),
    );
    expect(read.scripts).toEqual(gme.scripts);
    expect(read).toMatchObject({
      comment: '',
      language: '',
      registers: gme.registers,
      powerOn: gme.powerOn,
      firstCode: 1,
      lastCode: 14_999,
    });
  });
});

describe('files of others', () => {
  const edited = (edit: (view: DataView) => void): Uint8Array => {
    const copy = file.slice();
    edit(new DataView(copy.buffer, copy.byteOffset, copy.length));
    return copy;
  };

  it('may have another key, which the media tell', () => {
    const gme = readGme(bytesSource(file));
    const copy = file.slice();
    copy[0x1c] = 0x04;
    for (const { offset, length } of gme.media) {
      const medium = copy.subarray(offset, offset + length);
      scramble(medium);
      scramble(medium, 0x6b);
    }
    expect(readGme(bytesSource(copy))).toMatchObject({
      key: 0x6b,
      rawKey: 4,
      media: [{ kind: 'ogg' }, { kind: 'ogg' }, { kind: 'ogg' }],
    });
  });

  it('may have a key that nothing tells', () => {
    const gme = readGme(bytesSource(file));
    const copy = edited((view) => {
      view.setUint8(0x1c, 0x04);
      for (const { offset } of gme.media) view.setUint32(offset, 0x01020304);
    });
    expect(readGme(bytesSource(copy))).toMatchObject({
      key: undefined,
      media: [{ kind: 'unknown' }, { kind: 'unknown' }, { kind: 'unknown' }],
    });
  });

  it('may lack special symbols, a power-on list, a timer script, games and media', () => {
    const copy = edited((view) => {
      view.setUint32(0x94, 0);
      view.setUint32(0x71, 0);
      view.setUint32(0x0c, 0xffff_ffff);
      view.setUint32(0x10, 0);
      view.setUint32(0x04, 0);
    });
    expect(readGme(bytesSource(copy))).toMatchObject({
      specialSymbols: undefined,
      powerOn: [],
      timerScript: [],
      gameCount: 0,
      media: [],
    });
  });

  it('may have no language and a short date', () => {
    const copy = edited((view) => {
      for (let i = 0x52; i < 0x60; i++) view.setUint8(i, 0);
      view.setUint8(0x52, 0x31);
    });
    expect(readGme(bytesSource(copy))).toMatchObject({ date: '1', language: '', comment: gmeComment });
  });

  it('may have the media table twice', () => {
    const media = readGme(bytesSource(file)).media;
    const table = new DataView(file.buffer, file.byteOffset).getUint32(4, true);
    const shift = media.length * 8;
    const entries = Buffer.alloc(shift);
    media.forEach(({ offset, length }, i) => {
      entries.writeUInt32LE(offset + shift, i * 8);
      entries.writeUInt32LE(length, i * 8 + 4);
    });
    const doubled = Buffer.concat([file.subarray(0, table), entries, entries, file.subarray(table + shift)]);
    for (const at of [0x71, 0x94]) doubled.writeUInt32LE(doubled.readUInt32LE(at) + shift, at);
    const lists = doubled.readUInt32LE(0x71);
    doubled.writeUInt32LE(doubled.readUInt32LE(lists + 2) + shift, lists + 2);
    const gme = readGme(bytesSource(doubled));
    expect(gme.isDoubled).toBe(true);
    expect(gme.media.map(({ length }) => length)).toEqual(media.map(({ length }) => length));
  });
});
