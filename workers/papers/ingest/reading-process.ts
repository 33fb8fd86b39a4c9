/** Script of the process that reads the records of untrusted files, and converts them to papers. */
import { serveProcess } from '../../base/async/serve-process.js';
import type { ServedCall } from '../../base/async/serve-thread.js';
import { readSource, type Found, type SourceFacts } from './read-source.js';

export interface ReadTask extends SourceFacts {
  /** An empty folder for copies. */
  folder: string;
}

/** The reply to `wantsMore` is the next piece of the source, or undefined at its end. */
export interface FoundPapers {
  found: Found[];
  wantsMore: boolean;
}
type Piece = Uint8Array | string | undefined;

/** The most records, and UTF-16 units of their papers, in a message. */
const mostFound = 200;
const mostText = 500_000;

async function read({ folder, ...facts }: ReadTask, { report }: ServedCall<FoundPapers, Piece>): Promise<void> {
  let found: Found[] = [];
  let length = 0;
  const hand = (wantsMore: boolean): Promise<Piece> => {
    const handed = { found, wantsMore };
    [found, length] = [[], 0];
    return report(handed);
  };
  async function* source(): AsyncGenerator<Uint8Array | string> {
    for (let piece = await hand(true); piece !== undefined; piece = await hand(true)) yield piece;
  }
  for await (const one of readSource(source(), facts, folder)) {
    found.push(one);
    if ('paper' in one) length += one.paper.title.length + one.paper.abstract.length;
    if (found.length >= mostFound || length >= mostText) await hand(false);
  }
  if (found.length > 0) await hand(false);
}

const handlers = { read };
export type ReadingProcess = typeof handlers;

serveProcess(handlers);
