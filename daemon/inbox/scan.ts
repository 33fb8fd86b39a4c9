/**
 * Divides the inbox into entries: files that belong together because they are in one folder.
 *
 * entry      a folder, a ZIP or a loose file directly in the inbox
 * loose      a file in no folder: its tags decide its album
 * settled    no file of the entry has changed for some seconds
 * import     a job that imports settled entries as one batch
 * set aside  moved to `failed/` or `duplicates/`, with a text file that gives the reason
 */
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { mendNames } from '../../workers/base/files/mend-names.js';
import { isIgnored, isZipName, nameKey } from '../../workers/base/files/names.js';
import { fileIdentity } from '../../workers/base/files/seen-file.js';
import { foundAt, mendAfter, unlessGone, walk, type FoundFile } from '../../workers/base/files/walk.js';
import { say, type Words } from '../../workers/base/language/sentence.js';

/** Folders of the inbox for files that are set aside. */
export const failedFolder = 'failed';
export const duplicatesFolder = 'duplicates';
const ours = [failedFolder, duplicatesFolder];
/** A hidden file in a folder that a person wants as a new album, even if the library has the same tracks. */
export const anywayMark = '.tonstift-anyway';
/** Folders that systems make at the top of a disk, which users cannot read. By their name keys. */
const passedOver = new Set(['lost+found', 'system volume information', '$recycle.bin', 'recycler']);

export interface Entry {
  /** `folder/CD`, `zip/x.zip`, `loose/a.mp3`. */
  key: string;
  kind: 'folder' | 'zip' | 'loose';
  /** Name of the folder or file in the inbox. */
  name: string;
  /** Paths are relative to the folder; a ZIP or loose file is its own only file. */
  files: FoundFile[];
  /** `device:inode:birth time` of a folder. */
  identity: string | null;
  /** The folder has the mark `anywayMark`. */
  anyway: boolean;
  /** Changes when anything in the entry changes. */
  signature: string;
  /** Changes, too, when a file is replaced by one with the same name, size and time. */
  seen: string;
}

export interface InboxScan {
  entries: Entry[];
  /** Folders without a file in them. */
  emptyFolders: { name: string; identity: string }[];
  problems: InboxProblem[];
}

/** A file or folder of the inbox that cannot be read or opened; the others are processed. */
export interface InboxProblem {
  /** Below the inbox, `/` between the parts. */
  name: string;
  reason: Words;
}

/** Throws the system's error if the inbox itself cannot be read. */
export function scanInbox(inbox: string): Promise<InboxScan> {
  return inFolder(inbox, '', scanFolder);
}

async function scanFolder(inbox: HeldFolder): Promise<InboxScan> {
  const scan: InboxScan = { entries: [], emptyFolders: [], problems: [] };
  let dirents = await readdir(inbox.at(''), { withFileTypes: true });
  const refused = (name: string): void => void scan.problems.push({ name, reason: say('inbox.not_utf8') });
  if (dirents.some(({ name }) => name.includes('\ufffd')) && (await mendNames(inbox.at(''), mendAfter, refused)))
    dirents = await readdir(inbox.at(''), { withFileTypes: true });
  for (const dirent of dirents) {
    if (isIgnored(dirent.name) || passedOver.has(nameKey(dirent.name)) || ours.includes(dirent.name)) continue;
    try {
      if (await isOurs(inbox, dirent.name)) scan.problems.push({ name: dirent.name, reason: say('inbox.name_taken') });
      else await look(inbox, dirent, scan);
    } catch (error) {
      if (systemCodeOf(error) === undefined) throw error;
      scan.problems.push({ name: dirent.name, reason: unreadable(error) });
    }
  }
  return scan;
}

/** True if a folder called `Failed` is the folder `failed`, as on disks that ignore case. */
async function isOurs(inbox: HeldFolder, name: string): Promise<boolean> {
  const own = ours.find((one) => one === nameKey(name));
  if (own === undefined) return false;
  const identityOf = (one: string): Promise<string | null> => lstat(inbox.at(one)).then(fileIdentity, unlessGone(null));
  const identity = await identityOf(name);
  return identity !== null && identity === (await identityOf(own));
}

function unreadable(error: unknown): Words {
  if (error instanceof TonstiftError) return error.words;
  return ['EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '')
    ? say('inbox.forbidden')
    : say('inbox.unreadable', { why: messageOf(error) });
}

/** Merges the problems of one folder into one sentence: there may be thousands. */
function inOne([first, ...more]: InboxProblem[]): InboxProblem[] {
  if (first === undefined) return [];
  if (more.length === 0) return [first];
  return [{ ...first, reason: say('inbox.and_others', { reason: first.reason, count: more.length }) }];
}

async function look(inbox: HeldFolder, { name }: Dirent, scan: InboxScan): Promise<void> {
  const facts = await lstat(inbox.at(name)).catch(unlessGone(null));
  if (facts === null) return;
  if (facts.isDirectory()) {
    const identity = `${facts.dev}:${facts.ino}:${facts.birthtimeMs}`;
    const closed: InboxProblem[] = [];
    const files = await walk(inbox.path, {
      within: name,
      mend: true,
      closed: (path, error) => closed.push({ name: `${name}/${path}`, reason: unreadable(error) }),
    });
    scan.problems.push(...inOne(closed));
    const anyway = async (): Promise<boolean> =>
      (await lstat(inbox.at(`${name}/${anywayMark}`)).catch(unlessGone(null))) !== null;
    if (files.length > 0) scan.entries.push({ ...entry('folder', name, files, identity), anyway: await anyway() });
    else if (closed.length === 0) scan.emptyFolders.push({ name, identity });
    return;
  }
  const file = foundAt({ root: inbox.path, path: join(inbox.path, name), relativePath: name }, facts);
  scan.entries.push(entry(isZipName(name) ? 'zip' : 'loose', name, [file], null));
}

function entry(kind: Entry['kind'], name: string, files: FoundFile[], identity: string | null): Entry {
  const text = (of: (file: FoundFile) => string): string => files.map(of).sort().join('\n');
  const signature = text((file) => `${file.relativePath}\0${file.size}\0${file.mtime_ms}`);
  const seen = text((file) => `${file.relativePath}\0${file.size}\0${file.mtime_ms}\0${file.identity}`);
  return { key: `${kind}/${name}`, kind, name, files, identity, anyway: false, signature, seen };
}
