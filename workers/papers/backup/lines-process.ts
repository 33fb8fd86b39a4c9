/** Script of the process that reads a file of papers in an untrusted backup. */
import { serveProcess } from '../../base/async/serve-process.js';
import type { ServedCall } from '../../base/async/serve-thread.js';
import { readJsonLines } from '../ingest/read-json-lines.js';
import { readers, type Kept, type Kind } from './lines.js';

/** The reply to `wantsMore` is the next piece of the file, or undefined at its end. */
export interface FoundLines {
  found: Kept[Kind][];
  /** Lines, counted from 1, that could not be read. */
  rejected: number[];
  wantsMore: boolean;
}
type Piece = Uint8Array | undefined;

/** The most records in a message. */
const mostFound = 200;

async function run(kind: Kind, { report }: ServedCall<FoundLines, Piece>): Promise<void> {
  let found: Kept[Kind][] = [];
  let rejected: number[] = [];
  const hand = (wantsMore: boolean): Promise<Piece> => {
    const handed = { found, rejected, wantsMore };
    [found, rejected] = [[], []];
    return report(handed);
  };
  async function* text(): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    for (let piece = await hand(true); piece !== undefined; piece = await hand(true))
      yield decoder.decode(piece, { stream: true });
  }
  for await (const one of readJsonLines(text())) {
    const value = 'record' in one ? readers[kind](one.record) : undefined;
    if (value === undefined) rejected.push(one.line);
    else found.push(value);
    if (found.length + rejected.length >= mostFound) await hand(false);
  }
  await hand(false);
}

export type ReadLines = typeof run;

serveProcess({ run });
