/** Detects the kind of an audio file by its first bytes. */
import { asciiAt, type FileBytes } from './file-bytes.js';
import { headTags } from './tag-blocks.js';
import { say, type Sentence, type SentenceKey } from '../../base/language/sentence.js';

/** `mpeg` is MP3 or AAC (ADTS): frames without a container. */
export type Kind = 'mpeg' | 'ogg' | 'flac' | 'mp4' | 'riff' | 'asf' | 'aiff';

export interface Content {
  kind: Kind;
  /** Offset after the tags at the head. */
  start: number;
}

/** Names for messages. */
export const kindNames: Record<Kind, string> = {
  mpeg: 'MP3 or AAC',
  ogg: 'Ogg',
  flac: 'FLAC',
  mp4: 'MPEG-4',
  riff: 'WAV',
  asf: 'WMA',
  aiff: 'AIFF',
};

const asfHeader = '0&²u\x8efÏ\x11';

/** Returns the container that begins with these bytes. Undefined means `mpeg` or no audio file. */
function containerOf(head: Uint8Array): Exclude<Kind, 'mpeg'> | undefined {
  const first = asciiAt(head, 0, 4);
  if (first === 'OggS') return 'ogg';
  if (first === 'fLaC') return 'flac';
  if (asciiAt(head, 4, 4) === 'ftyp') return 'mp4';
  if (first === 'RIFF' && asciiAt(head, 8, 4) === 'WAVE') return 'riff';
  if (first === 'FORM' && /^AIF[FC]$/.test(asciiAt(head, 8, 4))) return 'aiff';
  if (asciiAt(head, 0, 8) === asfHeader) return 'asf';
  return undefined;
}

export async function contentOf(bytes: FileBytes): Promise<Content> {
  const { end } = await headTags(bytes);
  return { kind: containerOf(await bytes.read(end, 16)) ?? 'mpeg', start: end };
}

/** Containers that only ffmpeg reads, with their names for messages. */
const ofFfmpeg: readonly [RegExp, string][] = [
  [/^\x1aE\xdf\xa3/, 'Matroska or WebM'],
  [/^caff\0/, 'CAF'],
  [/^#!AMR/, 'AMR'],
  [/^wvpk/, 'WavPack'],
  [/^MAC /, "Monkey's Audio"],
  [/^RF64.{4}WAVE|^riff\x2e\x91\xcf\x11/s, 'WAV'],
  [/^RIFF.{4}AVI /s, 'AVI'],
  [/^FLV\x01/, 'FLV'],
  [/^TTA1/, 'TTA'],
  [/^MPCK|^MP\+/, 'Musepack'],
  [/^\.snd/, 'AU'],
  [/^DSD \x1c/, 'DSF'],
  [/^\.RMF|^\.ra\xfd/, 'RealMedia'],
  [/^.{4}(moov|mdat|wide)/s, 'QuickTime'],
  [/^\0\0\x01\xba/, 'MPEG'],
  [/^G.{187}G|^.{4}G.{191}G/s, 'MPEG-TS'],
  [/^\x7f\xfe\x80\x01/, 'DTS'],
  [/^\x0bw/, 'AC-3'],
];

/** Bytes of a head for `ofFfmpegAt`. */
export const headLength = 512;

/** Returns the name of a container that only ffmpeg reads; undefined for another one. */
export const ofFfmpegAt = (head: Uint8Array): string | undefined => {
  const text = asciiAt(head, 0, headLength);
  return ofFfmpeg.find(([pattern]) => pattern.test(text))?.[1];
};

/** The length of a header of 4 kB, and the digest of the Opus in Ogg that follows it. ffmpeg does not read it. */
const toniebox = /^\0\0\x0f\xfc\n\x14/;

const pictureBrands = /^(hei[cxsm]|hevc|mif1|msf1|avi[fs]|crx )$/;

/** True if a file begins like audio or video, whatever its name is. Short signatures do not count. */
export function beginsLikeSound(head: Uint8Array): boolean {
  if (asciiAt(head, 0, 3) === 'ID3' || toniebox.test(asciiAt(head, 0, 6))) return true;
  const kind = containerOf(head);
  if (kind === 'mp4') return !pictureBrands.test(asciiAt(head, 8, 4));
  const other = ofFfmpegAt(head);
  return kind !== undefined || (other !== undefined && other !== 'AC-3');
}

const others: readonly [RegExp, SentenceKey][] = [
  [/^\s*(<!doctype html|<html|<head|<body)/i, 'content.web_page'],
  [/^\s*<(\?xml|svg|rss)/i, 'content.xml'],
  [/^PK\x03\x04/, 'content.zip'],
  [/^%PDF/, 'content.pdf'],
  [/^\xff\xd8\xff|^\x89PNG|^GIF8|^RIFF.{4}WEBP/s, 'content.picture'],
  [/^MThd/, 'content.midi'],
  [/^RIFF.{4}CDDA/s, 'content.cd_track'],
  [toniebox, 'content.toniebox'],
  [/^MZ|^\x7fELF/, 'content.program'],
  [/^\0+$/, 'content.zeros'],
];

/** Returns what else these bytes look like, for a message; undefined if unknown. */
export function otherContent(head: Uint8Array): Sentence | undefined {
  const text = asciiAt(head, 0, Math.min(head.length, 512));
  const key = others.find(([pattern]) => pattern.test(text))?.[1] ?? (isText(head) ? 'content.text' : undefined);
  return key && say(key);
}

function isText(head: Uint8Array): boolean {
  try {
    // Decodes as a stream, because the last character may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return text !== '' && !/[^\P{Cc}\t\n\f\r]/u.test(text);
  } catch {
    return false;
  }
}
