/**
 * GME files that were sent to be heard: in a folder of their own, beside the library and never in it. Nothing of them
 * is written down: a start begins with none, and what nobody hears goes after some hours.
 */
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import type { ServedFile } from '../../http/response/served-file.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import { holdFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { fileIdentity } from '../../workers/base/files/seen-file.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { say } from '../../workers/base/language/sentence.js';
import type { Clock, Log } from '../../workers/base/ports.js';

export interface KeptParts {
  /** Absolute; made where it is not there. All that is in it goes at a start. */
  folder: string;
  /** Bytes of one file. */
  maxBytes(): number;
  clock: Clock;
  log: Log;
}

export interface KeptFile {
  file: ServedFile;
  /** As who sent it calls it. */
  name: string;
  /** Milliseconds since 1970, if nobody hears it. */
  expires: number;
}

interface Entry {
  name: string;
  file: ServedFile;
  /** Milliseconds since 1970. */
  used: number;
}

/** Milliseconds after the last tap. */
const lifetime = 6 * 3_600_000;
const sweepEvery = 600_000;
const mostFiles = 20;
/** So many of the largest uploads, together. */
const mostUploads = 2;

export class KeptFiles {
  private readonly entries = new Map<string, Entry>();
  /** What was left by the run before goes first. */
  private ready: Promise<void> | undefined;

  constructor(private readonly parts: KeptParts) {}

  /** Removes what is left of the last run, and what expires from now on. @returns what ends that */
  start(): () => void {
    this.ready = this.empty().catch((error: unknown) =>
      this.parts.log.warn(`Old files that were only to be heard stay in ${this.parts.folder}: ${messageOf(error)}`),
    );
    return this.parts.clock.every(sweepEvery, () => void this.sweep());
  }

  /** A hold on the folder, which is made. @throws the system's error */
  async hold(): Promise<HeldFolder> {
    await this.ready;
    await mkdir(this.parts.folder, { recursive: true, mode: 0o700 });
    return holdFolder(this.parts.folder);
  }

  /**
   * Takes a file that lies in the folder; the oldest go where there are too many.
   * @returns its id, which nobody guesses
   * @throws the system's error
   */
  async keep({ path, filename }: UploadedFile): Promise<string> {
    const id = randomBytes(16).toString('hex');
    const target = join(this.parts.folder, `${id}.gme`);
    await rename(path, target);
    const facts = await lstat(target);
    const { size } = facts;
    const file = { ...seen(this.parts.folder, target, facts), etag: id };
    this.entries.set(id, { name: filename, file, used: this.parts.clock.now() });
    await this.makeRoom(size);
    return id;
  }

  /** Somebody hears it: it stays for some hours more. @throws TonstiftError `not_found` */
  find(id: string): KeptFile {
    const entry = this.entries.get(id);
    const now = this.parts.clock.now();
    if (entry === undefined || now - entry.used >= lifetime) throw gone();
    entry.used = now;
    return { file: entry.file, name: entry.name, expires: now + lifetime };
  }

  /** @throws TonstiftError `not_found` */
  async forget(id: string): Promise<void> {
    if (!this.entries.has(id)) throw gone();
    await this.remove(id);
  }

  private async makeRoom(newest: number): Promise<void> {
    const most = Math.max(newest, mostUploads * this.parts.maxBytes());
    const byUse = (): [string, Entry][] => [...this.entries].sort(([, a], [, b]) => a.used - b.used);
    for (const [id] of byUse()) {
      const bytes = [...this.entries.values()].reduce((sum, { file }) => sum + file.size, 0);
      if (this.entries.size <= mostFiles && bytes <= most) return;
      await this.remove(id);
    }
  }

  private async sweep(): Promise<void> {
    const before = this.parts.clock.now() - lifetime;
    for (const [id, { used }] of this.entries) if (used <= before) await this.remove(id);
  }

  private async remove(id: string): Promise<void> {
    const path = this.entries.get(id)?.file.path;
    this.entries.delete(id);
    if (path === undefined) return;
    await unlink(path).catch((error: unknown) =>
      this.parts.log.debug(`${path} stays until the next start: ${messageOf(error)}`),
    );
  }

  private async empty(): Promise<void> {
    const folder = await holdFolder(this.parts.folder).catch(unlessGone(null));
    if (folder === null) return;
    try {
      for (const name of await readdir(folder.at(''))) await removeTree(folder, name);
    } finally {
      await folder.close();
    }
  }
}

/** As the file is now. */
export const seen = (
  root: string,
  path: string,
  facts: Awaited<ReturnType<typeof lstat>>,
): Omit<ServedFile, 'etag'> => ({
  root,
  path,
  size: Number(facts.size),
  identity: fileIdentity(facts as Parameters<typeof fileIdentity>[0]),
  type: 'application/octet-stream',
});

const gone = (): TonstiftError => new TonstiftError('not_found', say('try.gone'));
