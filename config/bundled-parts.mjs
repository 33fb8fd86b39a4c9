/** Plugins of the bundler: of some packages a part is enough, or another way to the same. */
import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const readsSchema = "pb.loadSync(path.join(__dirname, 'schemas', 'index.proto'))";

/**
 * Of vectra two parts, without its search for words, which nobody asks for here (a model of English of 4 MB), and with
 * the schema in the code that it is read by as a file.
 */
const partsOfVectra = {
  name: 'parts of vectra',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/load-vectra\.js$/ }, () => ({
      path: join(root, 'config/bundled-vectra.mjs'),
    }));
    onResolve({ filter: /^wink-/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /\/vectra\/lib\/codecs\/ProtobufCodec\.js$/ }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, 'utf8').split(readsSchema);
      if (after === undefined || more.length > 0) throw new Error(`${path} reads its schema otherwise than it did.`);
      const schema = readFileSync(join(dirname(path), 'schemas', 'index.proto'), 'utf8');
      return { contents: `${before}pb.parse(${JSON.stringify(schema)}).root${after}` };
    });
    onLoad({ filter: /^/, namespace: 'left-out' }, () => ({ contents: 'module.exports = undefined' }));
  },
};

/** Of citation-js the reader of BibTeX, without what fetches. */
const partOfCitation = {
  name: 'part of citation-js',
  setup({ onResolve }) {
    onResolve({ filter: /^@citation-js\/core$/ }, () => ({ path: join(root, 'config/bundled-citation.cjs') }));
  },
};

/**
 * Of libsql what calls its library, without what looks for the library: that loads `child_process`, and lists all that
 * the process has open, twice, to tell which C library there is, 8 ms of the processor at each start.
 */
const partOfLibsql = {
  name: 'part of libsql',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/libsql\/index\.js$/ }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, 'utf8').split(/function requireNative\(\) {[^]*?\n}\n/);
      if (after === undefined || more.length > 0) throw new Error(`${path} finds its library otherwise than it did.`);
      const ours = `const { requireNative } = require(${JSON.stringify(join(root, 'config/bundled-libsql.cjs'))});\n`;
      const found = before.replace(/^const .* = require\("(@neon-rs\/load|detect-libc)"\);$/gm, '');
      return { contents: found + ours + after };
    });
  },
};

/** Of bottleneck what asks for clients of Redis: by `eval`, which finds nothing where `require` has another name. */
const partOfBottleneck = {
  name: 'part of bottleneck',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/bottleneck\/lib\/(IO)?RedisConnection\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('eval("require")', 'require'),
    }));
  },
};

/** What stays in memory all the time, of which one copy or a part is enough. */
const partsInMemory = {
  name: 'parts in memory',
  setup({ onResolve, onLoad }) {
    // Three packages bring one each; the newest has all that the others have.
    onResolve({ filter: /^mime-db$/ }, () => ({ path: join(root, 'node_modules/mime-db/index.js') }));
    // Messages of zod in sixty languages: people read our own sentences.
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      resolveDir: join(root, 'node_modules/zod/v4/locales'),
    }));
    // A name for all of zod keeps all of it; what is taken of it is half.
    onLoad({ filter: /\/node_modules\/koa-body\/.*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^import { z } from (["'])zod\1/m, 'import * as z from "zod"'),
    }));
    // Encodings of eastern Asia for bodies of requests, which are UTF-8 (RFC 8259, 8.1); others are refused with 415.
    onLoad({ filter: /\/node_modules\/iconv-lite\/encodings\/dbcs-data\.js$/ }, ({ path }) =>
      path.includes('node-disk-info') ? undefined : { contents: 'module.exports = {}' },
    );
  },
};

/**
 * Modules of Node.js by `require`: who imports one has all that it exports read, which loads what nobody asks for. Of
 * `node:http` that is a second undici, a tenth of a second and 3 MB at each start.
 */
const modulesOfNode = {
  name: 'modules of Node.js',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?(http|crypto|perf_hooks)$/ }, ({ path, kind, importer }) => {
      if (kind !== 'import-statement') return undefined;
      const isOurs = !importer.includes('/node_modules/');
      return { path, namespace: path === 'node:crypto' && isOurs ? 'called' : 'required' };
    });
    onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }));
    // Almost every file can make a digest or a random name, and few commands do: loaded when one is called.
    onLoad({ filter: /^/, namespace: 'called' }, ({ path }) => {
      const all = `require(${JSON.stringify(path)})`;
      const names = Object.entries(crypto).flatMap(([name, one]) =>
        /^[a-z]/.test(name) && typeof one === 'function' ? [name] : [],
      );
      return {
        contents: names.map((name) => `export const ${name} = (...given) => ${all}.${name}(...given);`).join('\n'),
      };
    });
  },
};

export const partsOfPackages = [
  partsOfVectra,
  partOfCitation,
  partOfLibsql,
  partOfBottleneck,
  partsInMemory,
  modulesOfNode,
];
