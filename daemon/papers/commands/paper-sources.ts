/** The sources of `tonstift papers import`: files and web addresses. Only the command line accepts addresses. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { percentDecoded } from '../../../workers/base/text/percent-decoded.js';
import { formatOf, formatOfType, type PaperFormat } from '../../../workers/papers/ingest/types.js';

export interface NamedSource {
  /** For messages: the path, or the address without secrets. */
  shown: string;
  /** The last part of the path. */
  filename: string;
  /** The two innermost folders, because their names may contain conference and year; '' if there are none. */
  folder: string;
  /** Starts reading. */
  open(): Promise<{ bytes: AsyncIterable<Uint8Array>; format: PaperFormat; size?: number }>;
}

const isAddress = (operand: string): boolean => /^https?:\/\//i.test(operand);

/** Throws if a file is unusable, before anything is read. */
export const sourceOf = (operand: string): Promise<NamedSource> =>
  isAddress(operand) ? Promise.resolve(fromAddress(operand)) : fromFile(operand);

async function fromFile(operand: string): Promise<NamedSource> {
  const path = resolve(operand);
  const facts = await stat(path).catch((error: unknown) => {
    throw new TonstiftError('not_found', `Cannot read ${path}: ${messageOf(error)}.`);
  });
  if (!facts.isFile()) throw new TonstiftError('bad_field', `${path} must be a file.`);
  const format = formatOf(path);
  if (format === undefined)
    throw new TonstiftError(
      'bad_field',
      `${path} must end in .json, .jsonl, .ndjson, .csv, .tsv, .bib, .ris, .nbib, .ciw, .enw, .txt, .xml, .db, ` +
        '.sqlite, .xlsx, .parquet, .zip or .tar, also compressed (.gz, .bz2, .xz, .zst). ' +
        'Save other tables as .xlsx or .csv.',
    );
  const open: NamedSource['open'] = async () => ({ bytes: createReadStream(path), format, size: facts.size });
  return { shown: path, filename: basename(path), folder: foldersOf(path), open };
}

function fromAddress(operand: string): NamedSource {
  const url = new URL(operand);
  const path = percentDecoded(url.pathname);
  const shown = `${url.origin}${url.pathname}`;
  const open: NamedSource['open'] = async () => {
    const { EnvHttpProxyAgent, fetch } = await import('undici');
    const dispatcher = new EnvHttpProxyAgent({ connect: { timeout: 30_000 } });
    const answer = await fetch(url, { dispatcher }).catch((error: unknown) => {
      const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
      // fetch rejects an address with a password and repeats the whole address in its error.
      throw new TonstiftError('not_now', `Cannot reach ${shown}: ${messageOf(reason).replace(url.href, shown)}.`);
    });
    if (!answer.ok || answer.body === null) {
      await answer.body?.cancel();
      throw new TonstiftError('not_found', `${shown} answered ${answer.status}.`);
    }
    const size = Number(answer.headers.get('content-length') ?? 'none');
    return {
      bytes: answer.body,
      format: formatOf(path) ?? formatOfType(answer.headers.get('content-type') ?? ''),
      ...(Number.isFinite(size) && answer.headers.get('content-encoding') === null ? { size } : {}),
    };
  };
  return { shown, filename: basename(path), folder: foldersOf(path), open };
}

const foldersOf = (path: string): string =>
  path
    .split(/[/\\]/)
    .filter((part) => part !== '')
    .slice(-3, -1)
    .join('/');
