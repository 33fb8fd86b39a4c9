/** Stylesheets and scripts. Their URLs contain a hash of the content, so browsers may cache them forever. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context, Middleware, Next } from 'koa';
import serve from 'koa-static';
import { packageRoot } from '../../workers/base/package-root.js';
import { isFresh } from './files/fresh.js';

const prefix = '/assets/';

export const publicFolder = join(packageRoot, 'http', 'public');

export interface Assets {
  /** A hash of all assets; it changes if any of them changes. */
  digest: string;
  /** The URL path of a file, with its hash. Throws if there is no such file. */
  path(name: string): string;
  /** Serves everything below `/assets/`. */
  serve: Middleware;
}

export function loadAssets(folder = publicFolder): Assets {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) !== '');
  const sheets = new Map(
    names.filter((name) => name.endsWith('.css')).map((name) => [name, wholeSheet(folder, name)] as const),
  );
  const hashes = new Map(
    names.map((name) => [name, hashOf(sheets.get(name) ?? readFileSync(join(folder, name)))] as const),
  );
  const files = serve(folder, { index: false, brotli: false, gzip: false });
  const digest = hashOf([...hashes].flat().join());
  return {
    digest,
    path(name) {
      const hash = hashes.get(name);
      if (hash === undefined) throw new Error(`There is no asset ${name}.`);
      return `${prefix}${name}?v=${hash}`;
    },
    async serve(ctx: Context, next: Next) {
      const { path } = ctx;
      const hash = path.startsWith(prefix) ? hashes.get(path.slice(prefix.length)) : undefined;
      if (hash === undefined) {
        await next();
        return;
      }
      ctx.set('Cache-Control', ctx.query['v'] === hash ? 'public, max-age=31536000, immutable' : 'no-cache');
      // The tag is weak, because it covers every compression. A 304 has no type, so Vary must be set here.
      ctx.vary('Accept-Encoding');
      if (isFresh(ctx, `W/"${hash}"`)) return;
      const sheet = sheets.get(path.slice(prefix.length));
      if (sheet !== undefined) {
        ctx.type = 'css';
        ctx.body = sheet;
        return;
      }
      ctx.path = path.slice(prefix.length - 1);
      await files(ctx, next);
      ctx.path = path;
    },
  };
}

/** A stylesheet with its imports inlined, so that a browser needs one request. */
const wholeSheet = (folder: string, name: string): string =>
  readFileSync(join(folder, name), 'utf8').replaceAll(/^@import '(.+)';$/gm, (_, part: string) =>
    wholeSheet(folder, part),
  );

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 16);
