/**
 * A parcel on the disk, in the folder for uploads: its bytes in `parcel-<id>`, and the client's facts in
 * `parcel-<id>.json`. A parcel exists if both files do. Its progress is the length of the first file, and its time is
 * that of the last byte. So there is no extra record that a crash could make wrong.
 */
import { constants } from 'node:fs';
import { lstat, open, readdir, unlink, utimes, writeFile, type FileHandle } from 'node:fs/promises';
import * as z from 'zod/v4';
import { writeDurably } from '../../../workers/base/files/durable.js';
import type { HeldFolder } from '../../../workers/base/files/held-folder.js';
import { readText } from '../../../workers/base/files/seen-file.js';
import { unlessGone } from '../../../workers/base/files/walk.js';
import { jsonIn } from '../../../workers/base/input/json.js';
import { parcelPrefix } from '../../../workers/library/old-uploads.js';

const factsSchema = z.object({ size: z.int().min(0), metadata: z.string() });

type ParcelFacts = z.output<typeof factsSchema>;

/** The data of a parcel on the disk. */
export interface FoundParcel extends ParcelFacts {
  /** Number of bytes received. */
  offset: number;
  /** Milliseconds since 1970 of the last byte. */
  at: number;
}

/** An upper limit for the facts: `mostMetadata` of `http/features/uploads/tus.ts`, escaped. */
const mostFacts = 64 * 1024;

const bytesName = (id: string): string => parcelPrefix + id;
const factsName = (id: string): string => `${parcelPrefix}${id}.json`;

/** Absolute, valid while the folder is held. */
export const parcelPath = (uploads: HeldFolder, id: string): string => uploads.at(bytesName(id));

/** @param at milliseconds since 1970 @throws the system's error */
export async function makeParcel(uploads: HeldFolder, id: string, facts: ParcelFacts, at: number): Promise<void> {
  try {
    await writeFile(parcelPath(uploads, id), '', { flag: 'wx', mode: 0o600 });
    await touchParcel(uploads, id, at);
    await writeDurably(uploads.at(factsName(id)), JSON.stringify(facts), 0o600);
  } catch (error) {
    await removeParcel(uploads, id).catch(() => undefined);
    throw error;
  }
}

/** Null if the parcel does not exist or cannot be read. */
export async function findParcel(uploads: HeldFolder, id: string): Promise<FoundParcel | null> {
  const bytes = await lstat(parcelPath(uploads, id)).catch(unlessGone(null));
  if (bytes?.isFile() !== true) return null;
  const text = await readText(uploads.at(factsName(id)), mostFacts).catch(unlessGone(''));
  const facts = factsSchema.safeParse(jsonIn(text)).data;
  return facts === undefined ? null : { ...facts, offset: bytes.size, at: bytes.mtimeMs };
}

/** Opens it for appending. @throws the system's error: ELOOP for a link */
export const openParcel = (uploads: HeldFolder, id: string): Promise<FileHandle> =>
  open(parcelPath(uploads, id), constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));

export const touchParcel = (uploads: HeldFolder, id: string, at: number): Promise<void> =>
  utimes(parcelPath(uploads, id), at / 1000, at / 1000);

/** Deletes the bytes first: a parcel without bytes does not exist, and without facts it is unusable. */
export async function removeParcel(uploads: HeldFolder, id: string): Promise<void> {
  await unlink(parcelPath(uploads, id)).catch(unlessGone(undefined));
  await unlink(uploads.at(factsName(id))).catch(unlessGone(undefined));
}

/** Ids of all parcels, including incomplete pairs of files. */
export async function parcelsIn(uploads: HeldFolder): Promise<string[]> {
  const ids = (await readdir(uploads.at(''))).flatMap((name) =>
    name.startsWith(parcelPrefix) ? [name.slice(parcelPrefix.length).replace(/\.json$/, '')] : [],
  );
  return [...new Set(ids)];
}

/** Milliseconds since 1970 of the last byte, also for an incomplete pair of files; null if there is none. */
export async function timeOfParcel(uploads: HeldFolder, id: string): Promise<number | null> {
  const facts =
    (await lstat(parcelPath(uploads, id)).catch(unlessGone(null))) ??
    (await lstat(uploads.at(factsName(id))).catch(unlessGone(null)));
  return facts?.mtimeMs ?? null;
}
