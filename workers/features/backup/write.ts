/** Writes a library as a backup, piece by piece: only the manifest is held in memory. */
import { createHash } from 'node:crypto';
import { type PassThrough, Transform, Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { messageOf } from '../../base/errors.js';
import type { Progress } from '../../base/ports.js';
import { checkedText } from '../../library/records/checked-text.js';
import { factsFileName, factsOf } from '../../library/records/facts.js';
import type { AlbumRecord } from '../../library/types.js';
import {
  formatName,
  formatVersion,
  leftOut,
  manifestName,
  pathInBackup,
  type BackedUpAlbum,
  type BackedUpFile,
  type BackedUpLines,
  type Manifest,
} from './format.js';
import { closeAll, holdAlbum, openExtra, type HeldAlbum, type OpenFile } from './hold-album.js';
import type { BackupSource } from './source.js';

export interface BackupOrder {
  source: BackupSource;
  /** Version of the program. */
  program: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Settings changed by the user, without secrets and paths. */
  settings: Readonly<Record<string, unknown>>;
  /** Data besides the albums. */
  parts?: readonly PartOfBackup[];
  /** In bytes of audio. */
  progress?: Progress;
  signal?: AbortSignal;
}

/** Lines of a feature's data. See `BackupPart`. */
export interface PartFile {
  name: string;
  what: string;
  lines: AsyncIterable<string>;
}

export interface PartOfBackup {
  /** In English. */
  name: string;
  /** `put` never rejects unless the backup is cancelled. */
  write: (put: (file: PartFile) => Promise<void>) => Promise<void>;
}

/**
 * Each album is a consistent snapshot. An album deleted meanwhile is left out; one added meanwhile may be.
 * @param output is ended on success, else destroyed
 * @returns the content of the backup
 * @throws TonstiftError `library_unavailable`; the signal's reason; the system's error; errors of `output`
 */
export async function writeBackup(order: BackupOrder, output: Writable): Promise<Manifest> {
  const zip = new ZipFile();
  const packed = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => packed.destroy(error));
  const failures: unknown[] = [];
  const noted = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work;
    } catch (error) {
      failures.push(error);
      packed.destroy();
    }
    return undefined;
  };
  const sent = noted(pipeline(packed, output, { signal: order.signal }));
  const manifest = await noted(fill({ zip, packed, ...order }));
  await sent;
  order.signal?.throwIfAborted();
  // The first failure is the cause of the other one.
  if (failures.length > 0 || manifest === undefined) throw failures[0];
  return manifest;
}

interface Filling extends BackupOrder {
  zip: ZipFile;
  packed: PassThrough;
}

async function fill(filling: Filling): Promise<Manifest> {
  const { source, zip, progress = () => undefined, signal } = filling;
  const library = await source.look();
  const folders = library.albums.map(({ folder }) => folder);
  const total = library.albums.reduce((sum, album) => sum + bytesOf(album), 0);
  const albums: BackedUpAlbum[] = [];
  let [tracks, bytes] = [0, 0];
  for (const folder of folders) {
    signal?.throwIfAborted();
    const held = await holdAlbum(source, folder);
    if (held === undefined) continue;
    const album = await putAlbum(held, filling, (more) => progress(Math.min((bytes += more), total), total)).finally(
      () => closeAll(held),
    );
    albums.push(album);
    tracks += held.album.tracks.filter(({ filename }) => !held.missing.includes(filename)).length;
  }
  const { others, lacks } = await putParts(filling);
  const { id, resting } = await source.look();
  const manifest: Manifest = {
    ...{ format: formatName, version: formatVersion, program: filling.program },
    ...{ made_at: new Date(filling.now).toISOString(), library: id },
    counts: { albums: albums.length, tracks, bytes },
    settings: { ...filling.settings },
    left_out: [...leftOut],
    resting_oids: [...resting],
    ...{ albums, others, lacks },
  };
  await putText(filling, manifestName, checkedText(manifest, 1));
  zip.end();
  return manifest;
}

/**
 * Puts the data of all features. A file that cannot be read does not cost the others, and the manifest says what is
 * missing.
 */
async function putParts(filling: Filling): Promise<{ others: BackedUpLines[]; lacks: string[] }> {
  const others: BackedUpLines[] = [];
  const lacks: string[] = [];
  const failed = (what: string) => (error: unknown) => {
    filling.signal?.throwIfAborted();
    lacks.push(`${what}: ${messageOf(error)}`);
  };
  for (const { name, write } of filling.parts ?? []) {
    const put = (file: PartFile): Promise<void> =>
      putLines(file, filling).then((done) => void others.push(done), failed(file.what));
    await write(put).catch(failed(name));
  }
  return { others, lacks };
}

async function putLines({ name, what, lines }: PartFile, filling: Filling): Promise<BackedUpLines> {
  const digest = createHash('sha256');
  let [size, records] = [0, 0];
  let failure: unknown;
  async function* counted(): AsyncGenerator<Buffer> {
    try {
      for await (const text of lines) {
        const chunk = Buffer.from(text);
        digest.update(chunk);
        size += chunk.length;
        records += text.split('\n').length - 1;
        yield chunk;
      }
    } catch (error) {
      // The entry ends here. The manifest does not list it.
      failure = error;
    }
  }
  const bytes = Readable.from(counted());
  const taken = allTaken(bytes, filling);
  const mtime = new Date(filling.now);
  filling.zip.addReadStream(bytes, name, { mtime, mode: 0o100644, compress: true, forceZip64Format: true });
  await taken;
  if (failure !== undefined) throw failure as Error;
  return { name, size, sha256: digest.digest('hex'), records, what };
}

const bytesOf = ({ tracks }: AlbumRecord): number => tracks.reduce((sum, { size }) => sum + size, 0);

async function putAlbum(
  { album, files, extras, missing }: HeldAlbum,
  filling: Filling,
  moved: (bytes: number) => void,
): Promise<BackedUpAlbum> {
  const { folder, oid, album_title } = album;
  const library = await filling.source.look();
  const digests = new Map(album.tracks.map(({ filename, sha256 }) => [filename, sha256]));
  const facts = checkedText({ library: library.id, revision: library.revision, album: factsOf(album) }, 1);
  await putText(filling, pathInBackup(folder, factsFileName), facts);
  const put: BackedUpFile[] = [];
  const gone = [...missing];
  for (const one of files) {
    const done = await putFile(one, folder, { filling, moved, expected: digests.get(one.name) });
    if (done === undefined) gone.push(one.name);
    else put.push(done);
  }
  for (const name of extras) {
    const extra = await openExtra(library, album, name);
    const done =
      extra && (await putFile(extra, folder, { filling, moved }).finally(() => closeAll({ files: [extra] })));
    if (done !== undefined) put.push(done);
  }
  const written = { size: Buffer.byteLength(facts), sha256: createHash('sha256').update(facts).digest('hex') };
  return { folder, oid, album_title, facts: written, files: put, missing: gone };
}

interface Putting {
  filling: Filling;
  moved: (bytes: number) => void;
  /** Expected SHA-256 of a track. */
  expected?: string | undefined;
}

/** Size from which an entry needs ZIP64; the margin below 4 GiB is for headers. */
const zip64From = 0xf000_0000;

/** @returns undefined if the disk cannot read the file; the manifest then does not list its entry */
async function putFile(
  { name, file, size }: OpenFile,
  folder: string,
  { filling, moved, expected }: Putting,
): Promise<BackedUpFile | undefined> {
  const { mtime } = await file.stat();
  const digest = createHash('sha256');
  let [read, failure]: [number, unknown] = [0, undefined];
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      read += chunk.length;
      moved(chunk.length);
      done(null, chunk);
    },
  });
  // Ignores data appended meanwhile. `end` cannot be below 0 for an empty file.
  const bytes = file.createReadStream({
    start: 0,
    end: Math.max(size - 1, 0),
    autoClose: false,
    highWaterMark: 1 << 18,
  });
  bytes.once('error', (error) => {
    failure = error;
    counted.end();
  });
  const options = { mtime, mode: 0o100644, compress: false, forceZip64Format: size >= zip64From };
  const taken = allTaken(bytes.pipe(counted), filling);
  filling.zip.addReadStream(counted, pathInBackup(folder, name), options);
  await taken.finally(() => bytes.destroy());
  if (failure !== undefined) return undefined;
  const sha256 = digest.digest('hex');
  return { name, size: read, sha256, ...(expected !== undefined && expected !== sha256 && { differs: true as const }) };
}

/** Resolves when the entry is complete, so that the next one starts only then. */
async function allTaken(stream: Readable, { packed }: Filling): Promise<void> {
  const broken = (): void => void stream.destroy(new Error('the backup was cancelled'));
  packed.once('close', broken);
  if (packed.destroyed) broken();
  await finished(stream, { writable: false }).finally(() => packed.off('close', broken));
}

/** Waits until the text was accepted, as file streams do. */
async function putText({ zip, packed, now }: Filling, path: string, text: string): Promise<void> {
  zip.addBuffer(Buffer.from(text), path, { mtime: new Date(now), mode: 0o100644, compress: true });
  if (packed.writableNeedDrain) await new Promise<void>((done) => packed.once('drain', done).once('close', done));
}
