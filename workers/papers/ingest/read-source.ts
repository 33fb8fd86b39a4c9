import { isOfSystem, messageOf } from '../../base/errors.js';
import { say } from '../../base/language/sentence.js';
import { toldByName, type Told } from './guess-from-name.js';
import { readPapers } from './read-papers.js';
import { NotDecoded } from './read-text.js';
import { readRecord, type ReadPaper } from './read-record.js';
import { sniffed } from './read/sniff.js';
import { withoutEndings, type PaperFormat, type ReadRecord } from './types.js';
import { unwrapped } from './unwrap.js';

export interface SourceFacts {
  /** The format according to the file name. The first bytes take precedence. */
  format: PaperFormat;
  /** The file's path, with `/` between folders. It may contain a conference and a year. */
  name?: string;
  /** Conference and year for records that lack them. */
  given?: Told;
}

/** A record of a source: a paper, or the reason why it is none. */
export type Found = { line: number } & ReadPaper;

/**
 * Reads the papers of a source. Yields a record that is no paper, and the rest of a source that cannot be read, with
 * the reason. Throws errors of the system.
 * @param folder for copies of sources that cannot be read as a stream
 */
export async function* readSource(
  source: AsyncIterable<Uint8Array | string>,
  { format: called, name = '', given = {} }: SourceFacts,
  folder: string,
): AsyncGenerator<Found> {
  let around = { given, byName: toldByName(name) };
  let file: string | undefined;
  let line = 1;
  const foundIn = (found: ReadPaper): Found =>
    'reason' in found && file !== undefined
      ? { line, reason: say('papers.in_file', { file, reason: found.reason }) }
      : { line, ...found };
  const goTo = (at: ReadRecord): void => {
    ({ line } = at);
    if (at.file === file) return;
    ({ file } = at);
    around = { given, byName: toldByName(`${withoutEndings(name)}/${file ?? ''}`) };
  };
  try {
    const { format, bytes, unpacking, reason } = await sniffed(source, called);
    if (reason !== undefined) {
      yield foundIn({ reason });
      return;
    }
    for await (const found of readPapers(bytes, format, folder, unpacking)) {
      goTo(found);
      if ('reason' in found) yield foundIn(found);
      else for (const record of unwrapped(found.record)) yield foundIn(readRecord(record, around));
    }
  } catch (thrown) {
    if (isOfSystem(thrown)) throw thrown;
    const why = thrown instanceof NotDecoded ? thrown.words : messageOf(thrown);
    yield foundIn({ reason: say('paper.not_read_on', { why }) });
  }
}
