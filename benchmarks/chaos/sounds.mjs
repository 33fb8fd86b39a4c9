/** Makes real audio and pictures, all different: frames of one encoded file with individual tags; tones. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { Jimp, rgbaToInt } from 'jimp';
import { ZipFile } from 'yazl';
import { frameAt } from '../../dist/workers/audio/formats/mpeg-frame.js';

const cache = fileURLToPath(new URL('../../node_modules/.cache/tonstift-chaos/', import.meta.url));
const encoder = fileURLToPath(new URL('../../test/fixtures/encode.js', import.meta.url));
/** @type {Buffer[]} */
const frames = [];

/** Encoded once, and cached. */
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

/** Makes a tone, 44.1 kHz, stereo: pens cannot play it without conversion. */
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

/** Makes a picture of one colour. @returns {Promise<Buffer>} */
export const png = (side, [red, green, blue]) =>
  new Jimp({ width: side, height: side, color: rgbaToInt(red, green, blue, 255) }).getBuffer('image/png');

/** @param {Record<string, Buffer>} entries @returns {Promise<Buffer>} */
export function zip(entries) {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(entries)) file.addBuffer(content, name);
  file.end();
  return buffer(file.outputStream);
}
