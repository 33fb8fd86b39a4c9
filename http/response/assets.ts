/** Stylesheets and scripts. Their URLs contain a hash of the content, so browsers may cache them forever. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context, Middleware, Next } from 'koa';
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

interface Asset {
  content: string | Buffer;
  hash: string;
}

/** All files stay in memory: they have 300 kB, and their hashes need them at the start anyway. */
export function loadAssets(): Assets {
  const names = readdirSync(publicFolder, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) !== '');
  const assets = new Map(names.map((name) => [name, loaded(name)] as const));
  return {
    digest: hashOf([...assets].map(([name, { hash }]) => `${name} ${hash}`).join()),
    path(name) {
      const asset = assets.get(name);
      if (asset === undefined) throw new Error(`There is no asset ${name}.`);
      return `${prefix}${name}?v=${asset.hash}`;
    },
    async serve(ctx: Context, next: Next) {
      const name = ctx.path.startsWith(prefix) ? ctx.path.slice(prefix.length) : '';
      const asset = ctx.method === 'GET' || ctx.method === 'HEAD' ? assets.get(name) : undefined;
      if (asset === undefined) {
        await next();
        return;
      }
      const { content, hash } = asset;
      ctx.set('Cache-Control', ctx.query['v'] === hash ? 'public, max-age=31536000, immutable' : 'no-cache');
      // The tag is weak, because it covers every compression. A 304 has no type, so Vary must be set here.
      ctx.vary('Accept-Encoding');
      if (isFresh(ctx, `W/"${hash}"`)) return;
      ctx.type = extname(name);
      ctx.body = content;
    },
  };
}

function loaded(name: string): Asset {
  const content = name.endsWith('.css') ? wholeSheet(name) : readFileSync(join(publicFolder, name));
  return { content, hash: hashOf(content) };
}

/** A stylesheet with its imports inlined, so that a browser needs one request. */
const wholeSheet = (name: string): string =>
  readFileSync(join(publicFolder, name), 'utf8').replaceAll(/^@import '(.+)';$/gm, (_, part: string) =>
    wholeSheet(part),
  );

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 16);
