/** Compresses text for clients that accept it. Everything else is sent unchanged, with its length. */
import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';
import { Readable } from 'node:stream';

const encodings = ['zstd', 'br', 'gzip', 'deflate'];

/** Bytes. Compressing less saves nothing. */
const threshold = 2048;

/**
 * Audio, images, PDFs and archives are compressed already, GME files are encrypted, and a compressor would delay
 * events.
 */
const isText = (type: string): boolean =>
  (type.startsWith('text/') && type !== 'text/event-stream') ||
  /^application\/(?:json|javascript)$|\+(?:json|xml)$/.test(type);

/** Downloads keep their length, which browsers need to show progress and to resume. */
const isSaved = (ctx: Context): boolean => /^attachment\b/i.test(ctx.response.get('Content-Disposition'));

export function compressText(): Middleware {
  const compressed = compress({ threshold });
  return async (ctx, next) => {
    await next();
    if (!isText(ctx.response.type) || isSaved(ctx)) return;
    const body: unknown = ctx.body;
    // The middleware throws if a client accepts neither a known encoding nor plain text. Plain text is sent then.
    if (ctx.acceptsEncodings(...encodings, 'identity') === false) return ctx.vary('Accept-Encoding');
    // `next` does nothing here. The middleware sets Vary even if it does not compress.
    await compressed(ctx, () => Promise.resolve());
    if (ctx.method === 'HEAD') withoutLength(ctx);
    // The middleware uses pipe, which does not forward errors. Without this, the client would wait forever for the rest
    // of a body that failed.
    const sent: unknown = ctx.body;
    if (body instanceof Readable && sent instanceof Readable && sent !== body)
      body.once('error', (thrown) => sent.destroy(thrown));
  };
}

/** Removes the length of a HEAD response: the length of the GET body is known only after compression. */
function withoutLength(ctx: Context): void {
  const isSmall = ctx.length !== undefined && ctx.length < threshold;
  if (!isSmall && ctx.acceptsEncodings(...encodings) !== false) ctx.body = Readable.from([]);
}
