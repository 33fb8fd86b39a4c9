import { createWriteStream, type WriteStream } from 'node:fs';
import { Writable } from 'node:stream';

/** Bytes that are buffered before each write. */
const size = 65_536;
type Done = (error?: Error | null) => void;

/**
 * Writes a new file in large chunks. The multipart parser emits every carriage return as a separate chunk, and each
 * write costs as much CPU time as a thousand extra bytes. The stream fails if the path exists or cannot be created.
 */
export class GatheredFile extends Writable {
  readonly #file: WriteStream;
  #gathered: Buffer | null = null;
  #length = 0;

  constructor(path: string) {
    super();
    this.#file = createWriteStream(path, { flags: 'wx' });
    this.#file.on('error', (error) => this.destroy(error));
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (this.#length + bytes.length <= size) return this.#gather(bytes, done);
    this.#flush((error) => {
      if (error) done(error);
      else if (bytes.length <= size) this.#gather(bytes, done);
      else this.#file.write(bytes, done);
    });
  }

  override _final(done: Done): void {
    this.#flush((error) => {
      this.#gathered = null;
      if (error) done(error);
      else this.#file.end(done);
    });
  }

  override _destroy(error: Error | null, done: Done): void {
    if (this.#file.closed) return done(error);
    this.#file.once('close', () => done(error)).destroy();
  }

  /** Copies the bytes, because the parser reuses the memory of its small chunks. */
  #gather(bytes: Buffer, done: Done): void {
    this.#gathered ??= Buffer.allocUnsafeSlow(size);
    this.#length += bytes.copy(this.#gathered, this.#length);
    done();
  }

  #flush(done: Done): void {
    if (this.#gathered === null || this.#length === 0) return done();
    this.#file.write(this.#gathered.subarray(0, this.#length), (error) => {
      this.#length = 0;
      done(error);
    });
  }
}
