/** Reads the paper files in a tar one by one, as if each were a separate source. */
import { createTarDecoder } from 'modern-tar';
import { isOfSystem, messageOf } from '../../../base/errors.js';
import { say } from '../../../base/language/sentence.js';
import { mostFiles } from '../limits.js';
import type { PaperFormat, ReadRecord } from '../types.js';
import { archivedFile, mostNamed } from './archived-file.js';
import { NotUnpacked, type Bytes, type Packed } from './unpacking.js';

/**
 * Yields the records, each with the name of its file. A tar is not compressed, so it is no layer.
 * @param readPacked reads the records of one file
 */
export async function* readTar(
  packed: Packed,
  readPacked: (file: Packed, format: PaperFormat) => AsyncIterable<ReadRecord>,
): AsyncGenerator<ReadRecord> {
  const decoder = createTarDecoder({ strict: true });
  let failure: { thrown: unknown } | undefined;
  const sent = sendTo(decoder.writable, packed.source).catch((thrown: unknown) => void (failure = { thrown }));
  const others: string[] = [];
  let [files, papers, line] = [0, 0, 1];
  try {
    for await (const { header, body } of decoder.readable as unknown as AsyncIterable<Entry>) {
      if (++files > mostFiles) throw new Error(`it has more than ${mostFiles} files`);
      const file = header.type === 'file' ? archivedFile(header.name) : undefined;
      if (file?.format === undefined) {
        if (file !== undefined && others.length < mostNamed) others.push(file.name);
        await body.cancel();
        continue;
      }
      papers++;
      const source = body as unknown as AsyncIterable<Uint8Array>;
      for await (const found of readPacked({ ...packed, source }, file.format)) {
        ({ line } = found);
        yield { ...found, file: file.name };
      }
    }
    if (papers === 0) yield { line: 1, reason: say('paper.tar_without', { names: others.join(', ') || '–' }) };
  } catch (thrown) {
    const reason = failure?.thrown ?? thrown;
    if (isOfSystem(reason) || reason instanceof NotUnpacked) throw reason;
    yield { line, reason: say('paper.not_unpacked', { why: messageOf(thrown).replace(/\.$/, '') }) };
  } finally {
    await sent;
  }
}

interface Entry {
  header: { name: string; type?: string };
  body: ReadableStream<Uint8Array>;
}

/** Resolves also if the reader wants no more. @throws what the source throws */
async function sendTo(writable: WritableStream<Uint8Array>, source: Bytes): Promise<void> {
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  let isRead = false;
  try {
    for await (const piece of source) {
      isRead = true;
      await writer.write(typeof piece === 'string' ? Buffer.from(piece) : piece);
      isRead = false;
    }
    isRead = true;
    await writer.close();
  } catch (thrown) {
    await writer.abort(thrown).catch(() => undefined);
    if (!isRead) throw thrown;
  }
}
