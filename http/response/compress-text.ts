/** Text is compressed for clients that can read it so. All else goes as it is, with its length. */
import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';
import { Readable } from 'node:stream';

/** Bytes; less gains nothing. */
const threshold = 2048;

/**
 * Sound, pictures, PDFs and archives have nothing to give, files for the pen are enciphered, and an event must not wait
 * in a compressor.
 */
const isText = (type: string): boolean =>
  (type.startsWith('text/') && type !== 'text/event-stream') ||
  /^application\/(?:json|javascript)$|\+(?:json|xml)$/.test(type);

/** Its progress is shown by its length, and it is gone on with by its bytes. */
const isSaved = (ctx: Context): boolean => /^attachment\b/i.test(ctx.response.get('Content-Disposition'));

export function compressText(): Middleware {
  const compressed = compress({ threshold });
  return async (ctx, next) => {
    await next();
    if (!isText(ctx.response.type) || isSaved(ctx)) return;
    const body: unknown = ctx.body;
    // Nothing is left to be done after it; it says Vary where it compresses nothing, too.
    await compressed(ctx, () => Promise.resolve());
    if (ctx.method === 'HEAD') withoutLength(ctx);
    // It pipes, so a body that breaks off would end nothing, and the client would wait for the rest.
    const sent: unknown = ctx.body;
    if (body instanceof Readable && sent instanceof Readable && sent !== body)
      body.once('error', (thrown) => sent.destroy(thrown));
  };
}

/** The length of what GET would send is known only once it is compressed. */
function withoutLength(ctx: Context): void {
  const isSmall = ctx.length !== undefined && ctx.length < threshold;
  if (!isSmall && ctx.acceptsEncodings('zstd', 'br', 'gzip', 'deflate') !== false) ctx.body = Readable.from([]);
}
