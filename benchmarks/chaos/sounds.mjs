/** Real sounds and pictures, no two the same: frames of one encoded file under a tag of their own; tones. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { frameAt } from '../../dist/workers/audio/formats/mpeg-frame.js';

const cache = fileURLToPath(new URL('../../node_modules/.cache/tonstift-chaos/', import.meta.url));
const encoder = fileURLToPath(new URL('../../test/fixtures/encode.js', import.meta.url));
/** @type {Buffer[]} */
const frames = [];

/** Encoded once, and kept. */
function allFrames() {
  if (frames.length > 0) return frames;
  const path = join(cache, 'sweep.mp3');
  if (!existsSync(path)) {
    mkdirSync(cache, { recursive: true });
    const own = join(cache, `sweep-${process.pid}.mp3`);
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=44100:duration=60'];
    const filter = ['-af', 'aformat=channel_layouts=mono,vibrato=f=0.7:d=0.9'];
    const coding = ['-c:a', 'libmp3lame', '-b:a', '64k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'];
    execFileSync(process.execPath, [encoder, own, ...sound, ...filter, ...coding]);
    renameSync(own, path);
  }
  const bytes = readFileSync(path);
  for (let at = 0, frame = frameAt(bytes, 0); frame && at + frame.bytes <= bytes.length; frame = frameAt(bytes, at)) {
    frames.push(bytes.subarray(at, at + frame.bytes));
    at += frame.bytes;
  }
  return frames;
}

/** @param {{frames: number, offset: number, title: string, album?: string, track?: number}} wanted */
export function mp3({ frames: count, offset, title, album, track }) {
  const all = allFrames();
  const tags = { TIT2: title, ...(album && { TALB: album }), ...(track && { TRCK: String(track) }) };
  const texts = Object.entries(tags).map(([id, value]) => {
    const content = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(value, 'utf16le')]);
    const head = Buffer.alloc(10);
    head.write(id, 'latin1');
    head.writeUInt32BE(content.length, 4);
    return Buffer.concat([head, content]);
  });
  const size = texts.reduce((sum, { length }) => sum + length, 0);
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, size >> 21, (size >> 14) & 127, (size >> 7) & 127, size & 127]);
  return Buffer.concat([head, ...texts, ...Array.from({ length: count }, (_, n) => all[(offset + n) % all.length])]);
}

/** A tone, 44.1 kHz, stereo: no pen plays it as it is. */
export function wav({ seconds, pitch }) {
  const rate = 44_100;
  const samples = Math.round(rate * seconds);
  const bytes = Buffer.alloc(44 + samples * 4);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  [16, 0x20001, rate, rate * 4, 0x100004].forEach((word, n) => bytes.writeUInt32LE(word, 16 + 4 * n));
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples * 4, 40);
  for (let n = 0; n < samples; n++) {
    const value = Math.round(9000 * Math.sin((n * pitch * 2 * Math.PI) / rate));
    bytes.writeInt16LE(value, 44 + 4 * n);
    bytes.writeInt16LE(-value, 46 + 4 * n);
  }
  return bytes;
}

/** One colour. */
export function png(side, [red, green, blue]) {
  const chunk = (type, content) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([red, green, blue]))]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {Record<string, Buffer>} entries */
export function zip(entries) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const packed = deflateRawSync(content);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    [crc32(content), packed.length, content.length].forEach((word, n) => common.writeUInt32LE(word, 10 + 4 * n));
    common.writeUInt16LE(path.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, packed]);
    parts.push(entry);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, path]));
    at += entry.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  [directory.length, directory.length].forEach((count, n) => end.writeUInt16LE(count, 8 + 2 * n));
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}
