/**
 * Reads kind, size and orientation of a picture before anything is decoded. Five formats have their own parsers,
 * because a general library parses all others too: a TIFF of 130 bytes took 20 s and 1.2 GB.
 */
import { say, type Sentence, type SentenceKey } from '../language/sentence.js';

export type PictureKind = 'JPEG' | 'PNG' | 'WebP' | 'GIF' | 'BMP';

export interface PictureHeader {
  kind: PictureKind;
  /** Pixels, as they are stored. */
  width: number;
  height: number;
  /** 1 to 8, as in Exif (CIPA DC-008, 4.6.4 A): 1 is upright; from 5 on, width and height are swapped. */
  orientation: number;
  /**
   * Every decoder reads it the same way, and its memory depends on its size only: a JPEG of 8 bits in grey or YCbCr,
   * or a PNG with one header and no interlacing.
   */
  isCommon: boolean;
}

const latin1 = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns undefined for any other format, and if the header is truncated. */
export function pictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = viewOf(bytes);
  try {
    if (latin1(bytes, 0, 3) === '\xff\xd8\xff') return jpegHeader(bytes, view);
    // PNG, 5.3 and 11.2.2: IHDR is the first chunk.
    if (latin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' && latin1(bytes, 12, 4) === 'IHDR')
      return {
        ...upright('PNG', view.getUint32(16), view.getUint32(20)),
        isCommon:
          view.getUint8(28) === 0 && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('IHDR', 16),
      };
    if (/^GIF8[79]a$/.test(latin1(bytes, 0, 6)))
      return upright('GIF', view.getUint16(6, true), view.getUint16(8, true));
    if (latin1(bytes, 0, 2) === 'BM') return bmpHeader(view);
    if (latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 4) === 'WEBP') return webpHeader(bytes, view);
  } catch (error) {
    // The header ends beyond the last byte.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

const others: readonly [RegExp, SentenceKey][] = [
  [/^II\*\0|^MM\0\*|^II\+\0|^MM\0\+/, 'content.tiff'],
  [/^.{4}ftyp(avif|avis)/s, 'content.avif'],
  [/^.{4}ftyp(heic|heix|hevc|heim|heis|mif1|msf1)/s, 'content.heic'],
  [/^\xff\x0a|^\0\0\0\x0cJXL /, 'content.jpegxl'],
  [/^\0\0\0\x0cjP {2}/, 'content.jpeg2000'],
  [/^8BPS/, 'content.photoshop'],
  [/^RIFF.{4}WEBPVP8X/s, 'content.moving_webp'],
  [/^\0\0\x01\0/, 'content.icon'],
  [/^\s*(<\?xml|<svg|<!DOCTYPE svg)/i, 'content.svg'],
];

/** Names the format of a picture that is not supported, for an error sentence. */
export function otherPicture(bytes: Uint8Array): Sentence {
  const head = latin1(bytes, 0, 64);
  return say(others.find(([pattern]) => pattern.test(head))?.[1] ?? 'content.no_picture');
}

const upright = (kind: PictureKind, width: number, height: number): PictureHeader => ({
  kind,
  width,
  height,
  orientation: 1,
  isCommon: false,
});

/**
 * Microsoft, "Bitmap Storage": a header of 12 bytes has a size of 16 bits, a longer one of 32 bits. The height is
 * negative if the first row is at the top.
 */
function bmpHeader(view: DataView): PictureHeader | undefined {
  const length = view.getUint32(14, true);
  if (length === 12) return upright('BMP', view.getUint16(18, true), view.getUint16(20, true));
  return length < 40 ? undefined : upright('BMP', view.getUint32(18, true), Math.abs(view.getInt32(22, true)));
}

/** RFC 9649, 2.5 to 2.7. */
function webpHeader(bytes: Uint8Array, view: DataView): PictureHeader | undefined {
  const chunk = latin1(bytes, 12, 4);
  const low24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  // ffmpeg 5.1 does not read the frames of an animation.
  if (chunk === 'VP8X' && (view.getUint8(20) & 2) !== 0) return undefined;
  if (chunk === 'VP8X') return upright('WebP', low24(24) + 1, low24(27) + 1);
  if (chunk === 'VP8 ') return upright('WebP', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (chunk !== 'VP8L') return undefined;
  const packed = view.getUint32(21, true);
  return upright('WebP', (packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
}

/** No camera writes more segments before the picture. */
const mostSegments = 10_000;

/** ITU T.81, annex B: segments of a marker and a length, up to the frame header that has the size. */
function jpegHeader(bytes: Uint8Array, view: DataView): PictureHeader | undefined {
  let orientation = 1;
  let isRgb = false;
  let at = 2;
  for (let count = 0; count < mostSegments; count++) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const isCommon = view.getUint8(at + 4) === 8 && !isRgb && hasCommonColours(view, at);
      return { kind: 'JPEG', height: view.getUint16(at + 5), width: view.getUint16(at + 7), orientation, isCommon };
    }
    const length = view.getUint16(at + 2);
    // Adobe Technical Note 5116, section 18: the last byte of the segment gives the colour transform.
    if (marker === 0xee && latin1(bytes, at + 4, 5) === 'Adobe') isRgb = view.getUint8(at + 15) === 0;
    if (marker === 0xe1 && latin1(bytes, at + 4, 6) === 'Exif\0\0')
      orientation = exifOrientation(bytes.subarray(at + 10, at + 2 + length)) ?? orientation;
    at += 2 + length;
  }
  return undefined;
}

/**
 * True for grey, and for YCbCr: three components that are not named R, G and B.
 * @param at offset of the frame header
 */
function hasCommonColours(view: DataView, at: number): boolean {
  const components = view.getUint8(at + 9);
  return components === 1 || (components === 3 && view.getUint8(at + 10) !== 0x52);
}

/** Returns field 0x0112 of the first directory; undefined if it is missing or invalid. */
function exifOrientation(tiff: Uint8Array): number | undefined {
  const view = viewOf(tiff);
  const little = latin1(tiff, 0, 2) === 'II';
  try {
    const directory = view.getUint32(4, little);
    const entries = view.getUint16(directory, little);
    for (let entry = 0; entry < entries; entry++) {
      const at = directory + 2 + entry * 12;
      if (view.getUint16(at, little) !== 0x0112) continue;
      const value = view.getUint16(at + 8, little);
      return value >= 1 && value <= 8 ? value : undefined;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}
