/** What kind of audio file something is, by its first bytes. */
import { asciiAt, type FileBytes } from './file-bytes.js';
import { headTags } from './tag-blocks.js';

/** `mpeg` is MP3 or AAC (ADTS): frames without a container. */
export type Kind = 'mpeg' | 'ogg' | 'flac' | 'mp4' | 'riff' | 'asf' | 'aiff';

export interface Content {
  kind: Kind;
  /** Offset behind tags at the head. */
  start: number;
}

/** For messages. */
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

/** The container that begins with these bytes, or undefined: then it is `mpeg` or nothing. */
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

const others: readonly [RegExp, string][] = [
  [/^\s*(<!doctype html|<html|<head|<body)/i, 'a web page'],
  [/^\s*<(\?xml|svg|rss)/i, 'an XML document'],
  [/^PK\x03\x04/, 'a ZIP'],
  [/^%PDF/, 'a PDF'],
  [/^\xff\xd8\xff|^\x89PNG|^GIF8|^RIFF.{4}WEBP/s, 'a picture'],
  [/^\x1aE\xdf\xa3/, 'a Matroska or WebM file'],
  [/^RIFF.{4}AVI |^FLV/s, 'a video'],
  [/^MZ|^\x7fELF/, 'a program'],
  [/^\0+$/, 'nothing but zeros'],
];

/** What else these bytes look like, for a message; undefined where nobody can tell. */
export function otherContent(head: Uint8Array): string | undefined {
  const text = asciiAt(head, 0, Math.min(head.length, 512));
  return others.find(([pattern]) => pattern.test(text))?.[1] ?? (isText(head) ? 'text' : undefined);
}

function isText(head: Uint8Array): boolean {
  try {
    // As a stream: the last letter may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return text !== '' && !/[^\P{Cc}\t\n\f\r]/u.test(text);
  } catch {
    return false;
  }
}
