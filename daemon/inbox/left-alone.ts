/**
 * Remembers files of the inbox that this account may read and not remove, such as those that another account has copied
 * into a share. They are imported once, as copies, and then left alone, also after a restart.
 */
import { constants } from 'node:fs';
import { access, lstat, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import * as z from 'zod/v4';
import { createMutex } from '../../workers/base/async/mutex.js';
import { systemCodeOf } from '../../workers/base/errors.js';
import { JsonStore } from '../../workers/base/files/json-store.js';
import { unlessGone, type FoundFile } from '../../workers/base/files/walk.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import type { Entry, InboxProblem, InboxScan } from './scan.js';
import { groupBy } from '../../workers/base/group-by.js';

const file = z.object({
  identity: z.string(),
  size: z.number(),
  mtime_ms: z.number(),
  /** False if it was rejected, so that the inbox has the only copy. */
  imported: z.boolean(),
  /** True if it could not be moved although its folder may be written. */
  fixed: z.boolean(),
});
/** By path below the inbox, `/` between the parts. */
const schema = z.record(z.string(), file);
type Known = z.output<typeof schema>;

/** A folder from which the system lets this account remove no files. */
interface Block {
  folder: string;
  /** Undefined on a read-only disk. */
  owner?: number;
}

export class LeftAlone {
  private readonly store: JsonStore<Known> | undefined;
  private known: Promise<Known> | undefined;
  private readonly turns = createMutex();

  /** @param path of the file with the list; without it, the list is kept in memory only */
  constructor(
    private readonly inbox: string,
    path?: string,
  ) {
    this.store = path === undefined ? undefined : new JsonStore({ path, schema, fallback: {} });
  }

  /**
   * Removes the files that are left alone from the entries. Forgets files that may be removed now, or are gone, but not
   * those of an unreadable folder, or of an empty one on another device: it may be a share that is not mounted.
   * @returns the other entries, and one sentence for each entry with files that are left alone
   */
  without(scan: InboxScan): Promise<{ entries: Entry[]; left: InboxProblem[] }> {
    return this.turns.run(() => this.split(scan));
  }

  private async split(scan: InboxScan): Promise<{ entries: Entry[]; left: InboxProblem[] }> {
    const { entries, emptyFolders, problems } = scan;
    const known = await this.read();
    if (Object.keys(known).length === 0) return { entries, left: [] };
    const partlyRead = new Set(problems.map(({ name }) => firstOf(name)));
    const devices = new Map(emptyFolders.map(({ name, identity }) => [name, deviceOf(identity)]));
    const whole =
      entries.length === 0 ? await stat(this.inbox).then(({ dev }) => String(dev), unlessGone('')) : undefined;
    const mayBeAway = ([name, { identity }]: [string, Known[string]]): boolean => {
      const device = devices.get(firstOf(name)) ?? whole;
      return partlyRead.has(firstOf(name)) || (device !== undefined && device !== deviceOf(identity));
    };
    const kept: Known = Object.fromEntries(Object.entries(known).filter(mayBeAway));
    const others: Entry[] = [];
    const left: InboxProblem[] = [];
    for (const entry of entries) {
      const mine = entry.files.filter((one) => isSame(noted(known, this.nameOf(one)), one));
      const block = mine.length === 0 ? null : await this.blockOf(mine);
      const stays = new Set(mine.filter((one) => block !== null || noted(known, this.nameOf(one))?.fixed === true));
      for (const one of stays) {
        const name = this.nameOf(one);
        const before = noted(known, name);
        if (before !== undefined) kept[name] = { ...before, identity: one.identity ?? before.identity };
      }
      const files = entry.files.filter((one) => !stays.has(one));
      if (files.length > 0) others.push({ ...entry, files });
      if (stays.size === 0) continue;
      const isImported = [...stays].every((one) => kept[this.nameOf(one)]?.imported === true);
      const isWhole = isImported && files.length === 0 && !partlyRead.has(entry.name);
      left.push({ name: entry.name, reason: await this.reason(entry, [...stays], block, isWhole) });
    }
    await this.write(kept);
    return { entries: others, left };
  }

  /** Reports whether this account may remove all these files from the inbox. */
  async mayRemove(files: readonly FoundFile[]): Promise<boolean> {
    return (await this.blockOf(files)) === null;
  }

  /**
   * Leaves files alone from now on.
   * @param rejected the files among them that were not imported
   * @param fixed true if their folder may be written, but the system refuses to move them
   */
  async take(files: readonly FoundFile[], rejected: readonly FoundFile[], fixed = false): Promise<void> {
    const notImported = new Set(rejected.map(({ path }) => path));
    const more = files.map(({ path, size, mtime_ms, identity = '' }) => [
      this.nameOf({ path }),
      { identity, size, mtime_ms, imported: !notImported.has(path), fixed },
    ]);
    await this.turns.run(async () => this.write({ ...(await this.read()), ...(Object.fromEntries(more) as Known) }));
  }

  /** Returns the reason why nothing can be moved within the inbox; null if it may be written. */
  async closed(): Promise<Words | null> {
    const block = await blockOf(this.inbox, []);
    if (block === null) return null;
    return block.owner === undefined
      ? say('inbox.read_only')
      : say('inbox.not_writable', { account: await accountOf(block.owner), command: give(this.inbox) });
  }

  /** @param isWhole true if all of the entry was imported: only then may a person remove it */
  private async reason(
    { name }: Entry,
    files: readonly FoundFile[],
    block: Block | null,
    isWhole: boolean,
  ): Promise<Words> {
    if (block !== null && block.owner === undefined) return say('inbox.left_read_only');
    const path = join(this.inbox, name);
    const owner = block?.owner ?? (await lstat(files[0]?.path ?? path).then(({ uid }) => uid, unlessGone(0)));
    const account = await accountOf(owner);
    return isWhole
      ? say('inbox.left', { account, command: `sudo rm -r ${quoted(path)}` })
      : say('inbox.left_rejected', { account, command: give(path) });
  }

  private async blockOf(files: readonly FoundFile[]): Promise<Block | null> {
    for (const [folder, some] of groupBy(files, ({ path }) => dirname(path))) {
      const block = await blockOf(folder, some);
      if (block !== null) return block;
    }
    return null;
  }

  private readonly nameOf = ({ path }: { path: string }): string => relative(this.inbox, path).split(sep).join('/');

  private read(): Promise<Known> {
    return (this.known ??= this.store?.read() ?? Promise.resolve({}));
  }

  private async write(known: Known): Promise<void> {
    if (JSON.stringify(known) === JSON.stringify(await this.read())) return;
    this.known = Promise.resolve(known);
    await this.store?.set(known);
  }
}

/** A file may be called `constructor`, which every object has. */
const noted = (known: Known, name: string): Known[string] | undefined =>
  Object.hasOwn(known, name) ? known[name] : undefined;

const isSame = (known: Known[string] | undefined, { identity = '', size, mtime_ms }: FoundFile): boolean =>
  known !== undefined &&
  inodeOf(known.identity) === inodeOf(identity) &&
  known.size === size &&
  known.mtime_ms === mtime_ms;

const deviceOf = (identity: string): string => identity.split(':', 1)[0] ?? '';

/** Without the device, because a network share may have another one after each mount. */
const inodeOf = (identity: string): string => identity.slice(identity.indexOf(':') + 1);

const firstOf = (path: string): string => path.split('/', 1)[0] ?? path;

/** Bit of a folder, such as `/tmp`, in which each account may remove only its own files. */
const sticky = 0o1000;

async function blockOf(folder: string, files: readonly FoundFile[]): Promise<Block | null> {
  const code = await access(folder, constants.W_OK).then(
    () => '',
    (error: unknown) => systemCodeOf(error) ?? '',
  );
  if (code === 'EROFS') return { folder };
  const facts = await lstat(folder).catch(unlessGone(null));
  // A folder that is gone blocks nothing: the next scan finds out.
  if (facts === null) return null;
  if (code === 'EACCES' || code === 'EPERM') return { folder, owner: facts.uid };
  const own = process.geteuid?.() ?? 0;
  if (own === 0 || own === facts.uid || (facts.mode & sticky) === 0) return null;
  for (const { path } of files) {
    const owner = await lstat(path).then(({ uid }) => uid, unlessGone(own));
    if (owner !== own) return { folder, owner };
  }
  return null;
}

/** Returns the name of an account; its number if it has none here. */
async function accountOf(uid: number): Promise<string> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = accounts.split('\n').find((one) => one.split(':')[2] === String(uid));
  return line?.split(':')[0] ?? String(uid);
}

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

/** A command that gives a folder to the account of this program. */
const give = (path: string): string => `sudo chown -R ${nameOfOwn()} ${quoted(path)}`;

function nameOfOwn(): string {
  try {
    return userInfo().username;
  } catch {
    // The account has no name, as in many containers.
    return String(process.geteuid?.() ?? 0);
  }
}
