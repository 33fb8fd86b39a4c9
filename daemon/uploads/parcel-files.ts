/**
 * A parcel on the disk, in the folder for uploads: its bytes under `parcel-<id>`, and what the client said of it under
 * `parcel-<id>.json`. It is there where both are. How much has come is the length of the first, and its time is that of
 * the last byte, so nothing has to be written down that a crash could make wrong.
 */
import { constants } from 'node:fs';
import { lstat, open, readdir, statfs, unlink, utimes, writeFile, type FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import type { HeldFolder } from '../../workers/base/files/held-folder.js';
import { readText } from '../../workers/base/files/seen-file.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { parcelPrefix } from '../../workers/library/old-uploads.js';

const factsSchema = z.object({ size: z.int().min(0), metadata: z.string() });

type ParcelFacts = z.output<typeof factsSchema>;

/** What lies on the disk of a parcel. */
export interface FoundParcel extends ParcelFacts {
  /** Bytes that are there. */
  offset: number;
  /** Milliseconds since 1970 of the last byte. */
  at: number;
}

/** Larger than any facts are: `mostMetadata` of `http/resources/upload/tus.ts`, escaped. */
const mostFacts = 64 * 1024;

const bytesName = (id: string): string => parcelPrefix + id;
const factsName = (id: string): string => `${parcelPrefix}${id}.json`;

/** Absolute, good as long as the folder is held. */
export const parcelPath = (uploads: HeldFolder, id: string): string => uploads.at(bytesName(id));

/** @param at milliseconds since 1970 @throws the system's error */
export async function makeParcel(uploads: HeldFolder, id: string, facts: ParcelFacts, at: number): Promise<void> {
  const made = { flag: 'wx', mode: 0o600 };
  try {
    await writeFile(uploads.at(factsName(id)), JSON.stringify(facts), made);
    await writeFile(parcelPath(uploads, id), '', made);
    await touchParcel(uploads, id, at);
  } catch (error) {
    await removeParcel(uploads, id).catch(() => undefined);
    throw error;
  }
}

/** Null where there is none, or none that can be read. */
export async function findParcel(uploads: HeldFolder, id: string): Promise<FoundParcel | null> {
  const bytes = await lstat(parcelPath(uploads, id)).catch(unlessGone(null));
  if (bytes?.isFile() !== true) return null;
  const text = await readText(uploads.at(factsName(id)), mostFacts).catch(unlessGone(''));
  const facts = factsSchema.safeParse(parsed(text)).data;
  return facts === undefined ? null : { ...facts, offset: bytes.size, at: bytes.mtimeMs };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For writing behind what is there. @throws the system's error: ELOOP for a link */
export const openParcel = (uploads: HeldFolder, id: string): Promise<FileHandle> =>
  open(parcelPath(uploads, id), constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));

export const touchParcel = (uploads: HeldFolder, id: string, at: number): Promise<void> =>
  utimes(parcelPath(uploads, id), at / 1000, at / 1000);

/** Without its bytes it is gone; without its facts nobody could use it. */
export async function removeParcel(uploads: HeldFolder, id: string): Promise<void> {
  await unlink(parcelPath(uploads, id)).catch(unlessGone(undefined));
  await unlink(uploads.at(factsName(id))).catch(unlessGone(undefined));
}

/** Ids of all that there is, of half ones too. */
export async function parcelsIn(uploads: HeldFolder): Promise<string[]> {
  const ids = (await readdir(uploads.at(''))).flatMap((name) =>
    name.startsWith(parcelPrefix) ? [name.slice(parcelPrefix.length).replace(/\.json$/, '')] : [],
  );
  return [...new Set(ids)];
}

/** Milliseconds since 1970 of the last byte of what is there, be it half a parcel; null where nothing is. */
export async function timeOfParcel(uploads: HeldFolder, id: string): Promise<number | null> {
  const facts =
    (await lstat(parcelPath(uploads, id)).catch(unlessGone(null))) ??
    (await lstat(uploads.at(factsName(id))).catch(unlessGone(null)));
  return facts?.mtimeMs ?? null;
}

/** Bytes that this account may still write. */
export async function freeBytes(uploads: HeldFolder): Promise<number> {
  const { bavail, bsize } = await statfs(uploads.at(''));
  return bavail * bsize;
}
