/**
 * Decodes a JPEG to grey with the built-in ffmpeg. It supports all kinds (progressive, CMYK, RGB), and a hostile file
 * cannot leave its sandbox. Output is written in pieces, so that no second copy of a large page is in memory.
 */
import { loadCore } from '../../../../audio/ffmpeg/core.js';
import { ffmpegReport } from '../../../../audio/ffmpeg/report.js';
import { TonstiftError } from '../../../../base/errors.js';
import { say } from '../../../../base/language/sentence.js';
import type { GreyImage } from '../../../../oid/read/ink.js';

/** Arguments of a stream operation after the stream itself. */
type Piece = [memory: Int8Array, offset: number, length: number, position: number];

export interface StoredSize {
  readonly width: number;
  readonly height: number;
}

/** @param size from the header; a picture of another decoded size is rejected */
export async function readJpeg(bytes: Uint8Array, size: StoredSize): Promise<GreyImage> {
  const { width, height } = size;
  const pixels = new Uint8Array(width * height);
  const core = await loadCore();
  const report = ffmpegReport(() => undefined);
  core.setLogger(({ message }) => report.line(message));
  core.FS.writeFile('/source', bytes);
  core.FS.create('/target');
  const { node } = core.FS.lookupPath('/target');
  let written = 0;
  node.stream_ops = {
    ...node.stream_ops,
    write: (_: unknown, ...[memory, offset, length, position]: Piece) => {
      const piece = new Uint8Array(memory.buffer, memory.byteOffset + offset, length);
      if (position + length <= pixels.length) pixels.set(piece, position);
      written = Math.max(written, position + length);
      node.usedBytes = written;
      return length;
    },
  };
  // ffmpeg rounds sides up before it checks the limit.
  const most = Math.ceil((width + 64) * (height + 64));
  const input = ['-max_pixels', String(most), '-noautorotate', '-f', 'jpeg_pipe', '-i', 'file:/source'];
  const output = ['-frames:v', '1', '-vf', 'format=gray', '-f', 'rawvideo', 'file:/target'];
  const code = core.exec('-hide_banner', '-loglevel', 'error', '-nostats', ...input, ...output);
  if (code !== 0) throw new TonstiftError('bad_field', say('scan.unreadable', { why: report.reason() }));
  if (written !== pixels.length) throw new TonstiftError('bad_field', say('scan.broken'));
  return { width, height, pixels };
}
