/** vectra's index and codec, without the rest of vectra. */
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { LocalIndex, ProtobufCodec } from 'vectra';

interface Vectra {
  LocalIndex: typeof LocalIndex;
  ProtobufCodec: typeof ProtobufCodec;
}

/**
 * The whole of it brings a server, a web fetcher and tokenizers along: 500 ms and 120 MB where these two files take
 * 20 ms and 16 MB. They are no part of what vectra exports, so where they are not found the whole is taken.
 */
export async function loadVectra(): Promise<Vectra> {
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(require.resolve('vectra'));
    leaveOut(createRequire(join(folder, 'LocalIndex.js')));
    const found = {
      ...(require(join(folder, 'LocalIndex.js')) as object),
      ...(require(join(folder, 'codecs', 'ProtobufCodec.js')) as object),
    } as Vectra;
    if (typeof found.LocalIndex === 'function' && typeof found.ProtobufCodec === 'function') return found;
  } catch {
    // Of another version, or bundled.
  }
  return import('vectra');
}

/** What vectra's search for words needs, which nobody asks here: a model of English of 4 MB, 12 when it is loaded. */
const searchForWords = ['wink-bm25-text-search', 'wink-nlp', 'wink-eng-lite-web-model'];

function leaveOut(require: NodeJS.Require): void {
  for (const name of searchForWords) {
    const path = require.resolve(name);
    require.cache[path] ??= Object.assign(new Module(path), { exports: {}, loaded: true });
  }
}
