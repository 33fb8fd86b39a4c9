/** Sends a file with ETag, conditions and at most one range. */
import type { FileHandle } from 'node:fs/promises';
import type { Context } from 'koa';
import { TonstiftError, unlessCode } from '../../../workers/base/errors.js';
import { openSeen } from '../../../workers/base/files/seen-file.js';
import { askedRange, checkMatch } from './conditions.js';
import { isFresh } from './fresh.js';
import { sendBytes } from './send-bytes.js';
import type { ServedFile } from './served-file.js';
import { say } from '../../../workers/base/language/sentence.js';

/** Files are replaced by rename. If a file changes between `find` and opening, it is looked up again. */
async function opened(find: () => Promise<ServedFile>): Promise<{ file: ServedFile; handle: FileHandle }> {
  for (let tries = 0; tries < 3; tries += 1) {
    const file = await find();
    const handle = await openSeen({ ...file, relativePath: file.path }).catch(unlessCode(['not_now'], undefined));
    if (handle !== undefined) return { file, handle };
  }
  throw new TonstiftError('not_found', say('error.file_changing'));
}

/**
 * @param find returns where the file is now; throws errors for the client
 * @param as `attachment` is saved under `downloadName`
 */
export async function sendFile(
  ctx: Context,
  find: () => Promise<ServedFile>,
  as: 'inline' | 'attachment',
): Promise<void> {
  const { file, handle: found } = await opened(find);
  await using handle = found;
  const tag = `"${file.etag}"`;
  ctx.set('Accept-Ranges', 'bytes');
  ctx.set('Cache-Control', ctx.query['v'] === file.etag ? 'private, max-age=31536000, immutable' : 'private, no-cache');
  ctx.set('Content-Type', file.type);
  if (as === 'attachment') ctx.attachment(file.downloadName);
  checkMatch(ctx, tag);
  if (isFresh(ctx, tag)) return;
  const { offset, length } = file.section ?? { offset: 0, length: file.size };
  const range = askedRange(ctx, tag, length);
  const { start, end } = range === 'whole' ? { start: 0, end: length - 1 } : range;
  ctx.status = range === 'whole' ? 200 : 206;
  if (range !== 'whole') ctx.set('Content-Range', `bytes ${start}-${end}/${length}`);
  ctx.length = end - start + 1;
  if (ctx.method === 'HEAD') return;
  await sendBytes(ctx, handle, { start: offset + start, end: offset + end, decode: file.decode });
}
