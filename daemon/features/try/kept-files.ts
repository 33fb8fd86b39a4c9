/**
 * Uploaded GME files for the virtual pen, in a separate folder outside the library. They are not recorded anywhere: a
 * start deletes all, and unused files are deleted after some hours.
 */
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '../../../http/request/uploaded-file.js';
import type { ServedFile } from '../../../http/response/files/served-file.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { holdFolder, type HeldFolder } from '../../../workers/base/files/held-folder.js';
import { removeTree } from '../../../workers/base/files/remove-tree.js';
import { fileIdentity } from '../../../workers/base/files/seen-file.js';
import { unlessGone } from '../../../workers/base/files/walk.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Log, MonotonicClock } from '../../../workers/base/ports.js';

export interface KeptParts {
  /** Absolute; created if missing. A start deletes its contents. */
  folder: string;
  /** Maximum bytes of one file. */
  maxBytes(): number;
  clock: MonotonicClock;
  log: Log;
}

export interface KeptFile {
  file: ServedFile;
  /** The name given by the sender. */
  name: string;
  /** Milliseconds since 1970, if it is not used. */
  expires: number;
}

interface Entry {
  name: string;
  file: ServedFile;
  /** Milliseconds of the monotonic clock. */
  used: number;
}

/** Milliseconds after the last use. */
const lifetime = 6 * 3_600_000;
const sweepEvery = 600_000;
const mostFiles = 20;
/** The files may take as much space as this many uploads of the maximum size. */
const mostUploads = 2;

export class KeptFiles {
  private readonly entries = new Map<string, Entry>();
  /** Resolves when the files of the last run are deleted. */
  private ready: Promise<void> | undefined;

  constructor(private readonly parts: KeptParts) {}

  /** Deletes files of the last run, and expired files from now on. @returns a function that stops that */
  start(): () => void {
    this.ready = this.empty().catch((error: unknown) =>
      this.parts.log.warn(`Cannot delete old uploads in ${this.parts.folder}: ${messageOf(error)}`),
    );
    return this.parts.clock.every(sweepEvery, () => void this.sweep());
  }

  /** A held folder, which is created if missing. @throws the system's error */
  async hold(): Promise<HeldFolder> {
    await this.ready;
    await mkdir(this.parts.folder, { recursive: true, mode: 0o700 });
    return holdFolder(this.parts.folder);
  }

  /**
   * Adds a file that is in the folder. The oldest files are deleted if there are too many.
   * @returns its id, which cannot be guessed
   * @throws the system's error
   */
  async keep({ path, filename }: UploadedFile): Promise<string> {
    const id = randomBytes(16).toString('hex');
    const target = join(this.parts.folder, `${id}.gme`);
    await rename(path, target);
    const file = { ...seen(this.parts.folder, target, await lstat(target)), etag: id };
    this.entries.set(id, { name: filename, file, used: this.parts.clock.monotonic() });
    await this.makeRoom(file.size);
    return id;
  }

  /** Extends the lifetime of the file. @throws TonstiftError `not_found` */
  find(id: string): KeptFile {
    const entry = this.entries.get(id);
    const now = this.parts.clock.monotonic();
    if (entry === undefined || now - entry.used >= lifetime) throw gone();
    entry.used = now;
    return { file: entry.file, name: entry.name, expires: this.parts.clock.now() + lifetime };
  }

  /** @throws TonstiftError `not_found` */
  async forget(id: string): Promise<void> {
    if (!this.entries.has(id)) throw gone();
    await this.remove(id);
  }

  private async makeRoom(newest: number): Promise<void> {
    const most = Math.max(newest, mostUploads * this.parts.maxBytes());
    for (const [id] of [...this.entries].sort(([, a], [, b]) => a.used - b.used)) {
      const bytes = [...this.entries.values()].reduce((sum, { file }) => sum + file.size, 0);
      if (this.entries.size <= mostFiles && bytes <= most) return;
      await this.remove(id);
    }
  }

  private async sweep(): Promise<void> {
    const before = this.parts.clock.monotonic() - lifetime;
    for (const [id, { used }] of this.entries) if (used <= before) await this.remove(id);
  }

  private async remove(id: string): Promise<void> {
    const path = this.entries.get(id)?.file.path;
    this.entries.delete(id);
    if (path === undefined) return;
    await unlink(path).catch((error: unknown) =>
      this.parts.log.debug(`Cannot delete ${path}: ${messageOf(error)}. The next start deletes it.`),
    );
  }

  private async empty(): Promise<void> {
    await using folder = await holdFolder(this.parts.folder).catch(unlessGone(null));
    if (folder === null) return;
    for (const name of await readdir(folder.at(''))) await removeTree(folder, name);
  }
}

/** The current facts of the file. */
export const seen = (root: string, path: string, facts: Stats): Omit<ServedFile, 'etag'> => ({
  ...{ root, path, size: facts.size, identity: fileIdentity(facts) },
  type: 'application/octet-stream',
});

const gone = (): TonstiftError => new TonstiftError('not_found', say('try.gone'));
