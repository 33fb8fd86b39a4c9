/** Access of the pen search to the machine. */
import { execFile } from 'node:child_process';
import { constants, readFileSync } from 'node:fs';
import { access, opendir, readFile, realpath, stat, statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { threadScript } from '../../base/async/threads.js';
import { TonstiftError } from '../../base/errors.js';
import { openItself } from '../../base/files/seen-file.js';
import { openVolume } from '../volume-root.js';
import type { DriveFact } from './drives-process.js';

export interface Entry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
}

/** Each call reads once and fails with the system's error. Calls on a volume may hang as long as the volume does. */
export interface PenSystem {
  readonly platform: NodeJS.Platform;
  text(path: string): Promise<string>;
  /** Returns at most 65,536 entries, the limit of a FAT folder. */
  entries(folder: string): Promise<Entry[]>;
  /** Returns up to `bytes` bytes of a regular file; fails for a link, a pipe or a folder. */
  head(path: string, bytes: number): Promise<Uint8Array>;
  realPath(path: string): Promise<string>;
  /** Equal for two paths to the same folder; fails if it does not exist. */
  identity(folder: string): Promise<string>;
  /** Reports whether something is mounted at this exact path. */
  isMountPoint(folder: string): Promise<boolean>;
  /** Bytes of the whole volume. */
  size(folder: string): Promise<number>;
  writable(folder: string): Promise<boolean>;
  /** Returns the result of node-disk-info, from a separate process. */
  drives(): Promise<DriveFact[]>;
}

const mostEntries = 65_536;
/** Milliseconds; `df` hangs on a dead network drive. */
const drivesTime = 10_000;

export const thisSystem: PenSystem = {
  platform: process.platform,
  // Files in `/proc` are read synchronously: they are in memory and needed twice a second, and an asynchronous read
  // takes ten times as long.
  text: async (path) => (path.startsWith('/proc/') ? readFileSync(path, 'utf8') : readFile(path, 'utf8')),
  async entries(folder) {
    const entries: Entry[] = [];
    for await (const entry of await opendir(folder, { bufferSize: 1024 })) {
      const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';
      if (entries.push({ name: entry.name, kind }) === mostEntries) break;
    }
    return entries;
  },
  async head(path, bytes) {
    await using file = await openItself(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  },
  realPath: (path) => realpath(path),
  async identity(folder) {
    const facts = await stat(folder, { bigint: true });
    if (!facts.isDirectory()) throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' });
    return `${facts.dev}:${facts.ino}`;
  },
  async isMountPoint(folder) {
    const root = await openVolume(folder).catch((error: unknown) => {
      if (!(error instanceof TonstiftError)) throw error;
    });
    await root?.close();
    return root !== undefined;
  },
  async size(folder) {
    const { blocks, bsize } = await statfs(folder);
    return blocks * bsize;
  },
  writable: (folder) =>
    access(folder, constants.W_OK).then(
      () => true,
      () => false,
    ),
  async drives() {
    const script = fileURLToPath(threadScript('workers/pen/find/drives-process'));
    const limits = { timeout: drivesTime, killSignal: 'SIGKILL' } as const;
    const { stdout } = await promisify(execFile)(process.execPath, [script], limits);
    return JSON.parse(stdout) as DriveFact[];
  },
};
