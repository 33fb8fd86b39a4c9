/**
 * Reads chunks of RIFF (little-endian) and IFF (big-endian) files: the audio data, and texts in their real encoding.
 */
import { utf8OrWindows } from '../../base/text/encodings.js';
import type { TagFacts } from './facts.js';
import { asciiAt, type FileBytes, viewOf } from './file-bytes.js';
import { albumText, artistText, cleanText } from './tag-text.js';

interface Chunk {
  id: string;
  /** Offset of the content. */
  start: number;
  /** Bytes of the content that the file contains. */
  size: number;
  /** Bytes of the content according to its header. */
  claimed: number;
}

export interface IffContent {
  /** Bytes of audio. */
  soundBytes: number;
  /** From the `fmt ` chunk: Microsoft's number of the sample format, and bytes per second. */
  format: { tag: number; byteRate: number } | undefined;
  /** By chunk id: `INAM`, `IART` …; `NAME`, `AUTH` … */
  texts: Record<string, string>;
}

const mostChunks = 10_000;
const longestText = 64 * 1024;

/**
 * Reads the texts because music-metadata decodes them as Latin-1 and ASCII, following the old specifications. Programs
 * today write UTF-8 or the Windows code page.
 */
export async function iffContent(bytes: FileBytes, start: number, littleEndian: boolean): Promise<IffContent> {
  const content: IffContent = { soundBytes: 0, format: undefined, texts: {} };
  for await (const chunk of chunksOf(bytes, start + 12, bytes.size, littleEndian)) {
    if (chunk.id === 'data') content.soundBytes += chunk.size;
    // Eight bytes of offset and block size precede the samples.
    else if (chunk.id === 'SSND') content.soundBytes += Math.max(0, chunk.size - 8);
    else if (chunk.id === 'fmt ' && chunk.size >= 12) content.format = formatOf(await bytes.read(chunk.start, 12));
    else if (chunk.id === 'NAME' || chunk.id === 'AUTH') content.texts[chunk.id] = await textOf(bytes, chunk);
    else if (chunk.id === 'LIST' && asciiAt(await bytes.read(chunk.start, 4), 0, 4) === 'INFO') {
      for await (const info of chunksOf(bytes, chunk.start + 4, chunk.start + chunk.size, true)) {
        content.texts[info.id] = await textOf(bytes, info);
      }
    }
  }
  return content;
}

/** Recorders and streams write this size or a larger one if they do not know it. */
const unknownSize = 0x7fff_0000;

/** Returns the number of missing bytes of audio; 0 if the header has no size. */
export async function missingSound(bytes: FileBytes, start: number, littleEndian: boolean): Promise<number> {
  for await (const { id, size, claimed } of chunksOf(bytes, start + 12, bytes.size, littleEndian))
    if (id === 'data' || id === 'SSND') return claimed >= unknownSize ? 0 : claimed - size;
  return 0;
}

async function* chunksOf(bytes: FileBytes, from: number, to: number, littleEndian: boolean): AsyncGenerator<Chunk> {
  let at = from;
  for (let count = 0; count < mostChunks && at + 8 <= to; count++) {
    const head = await bytes.read(at, 8);
    const size = viewOf(head).getUint32(4, littleEndian);
    const start = at + 8;
    yield { id: asciiAt(head, 0, 4), start, size: Math.min(size, to - start), claimed: size };
    at = start + size + (size % 2);
  }
}

/** Replaces the texts from music-metadata by the texts of the file. */
export function withIffTexts(tags: TagFacts, { texts }: IffContent): TagFacts {
  const text = (...ids: string[]): string | undefined =>
    ids.map((id) => cleanText(texts[id])).find((own) => own !== undefined);
  return {
    ...tags,
    title: text('INAM', 'NAME') ?? tags.title,
    album: albumText(text('IPRD')) ?? tags.album,
    artist: artistText(text('IART', 'AUTH')) ?? tags.artist,
    genre: text('IGNR') ?? tags.genre,
  };
}

function formatOf(chunk: Uint8Array): IffContent['format'] {
  const view = viewOf(chunk);
  return { tag: view.getUint16(0, true), byteRate: view.getUint32(8, true) };
}

async function textOf(bytes: FileBytes, { start, size }: Chunk): Promise<string> {
  const content = await bytes.read(start, Math.min(size, longestText));
  const end = content.indexOf(0);
  return utf8OrWindows(end === -1 ? content : content.subarray(0, end));
}
