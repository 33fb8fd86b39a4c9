/** Decides whether a volume is a pen, and which one. */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { systemCodeOf } from '../../base/errors.js';
import { isPenName } from './label.js';
import { type PenLog, penLogBytes, readPenLog } from './pen-log.js';
import { type Entry, type PenSystem, thisSystem } from './system.js';
import type { Pen, Volume } from '../types.js';

/** File names that mark a pen, in lower case. */
const marks: ReadonlySet<string> = new Set(['.tiptoi', '.tiptoi.log', 'tiptoi.ico']);

export const hasMark = (entries: readonly Entry[]): boolean =>
  entries.some(({ name }) => marks.has(name.toLowerCase()));

/** A pen, and the ids that distinguish pens with the same number. */
export interface FoundPen {
  pen: Pen;
  /** Id of the volume; never changes for a pen, but copies of a pen may share it. */
  volumeId: string;
  /** Equal for two paths to the same folder. */
  folder: string;
}

export interface Evidence {
  /** The configuration lists it as a pen. */
  configured: boolean;
  /** It is a mount point, so its name counts. The name of a plain folder does not. */
  mounted: boolean;
}

/** @throws the system's error if the volume cannot be read */
export async function penOf(volume: Volume, configured: boolean, system: PenSystem = thisSystem): Promise<Pen | null> {
  return (await identify(volume, { configured, mounted: true }, system))?.pen ?? null;
}

/** Same as `penOf`. Calls run one after the other, so that a hanging volume blocks only one thread. */
export async function identify(
  volume: Volume,
  { configured, mounted }: Evidence,
  system: PenSystem,
): Promise<FoundPen | null> {
  const { path, label, isPart = false } = volume;
  const folder = await system.identity(path);
  const entries = await system.entries(path);
  const named = isPenName(label ?? '') || (mounted && !isPart && isPenName(basename(path)));
  if (!configured && !named && !hasMark(entries)) return null;

  const log = await penLogOf(path, entries, system);
  const volumeId = await volumeIdOf(volume, system);
  const pen: Pen = {
    id: log.serial ?? volumeId,
    name: nameOf(volume),
    path,
    ...log,
    readOnly: volume.readOnly || !(await system.writable(path)),
  };
  return { pen, volumeId, folder };
}

async function penLogOf(path: string, entries: readonly Entry[], system: PenSystem): Promise<PenLog> {
  const entry = entries.find(({ name, kind }) => kind === 'file' && name.toLowerCase() === '.tiptoi.log');
  const bytes = entry && (await system.head(join(path, entry.name), penLogBytes).catch(unreadable));
  return readPenLog(bytes ?? new Uint8Array());
}

/** An unreadable log counts as missing: the volume then identifies the pen. */
function unreadable(error: unknown): undefined {
  // The pen was unplugged after its files were listed. Without its log, it would be listed as another pen.
  if (systemCodeOf(error) === 'ENOENT') throw error;
}

/** Removes control characters and paths from displayed names. */
function nameOf({ path, label }: Volume): string {
  const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return printable(label ?? '') || printable(basename(path)) || path;
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

export const isPlaceId = (id: string): boolean => /^path-[0-9a-f]{12}$/.test(id);

/** Returns an id made from the path. */
export const placeId = (path: string): string => `path-${shortHash(path)}`;

async function volumeIdOf({ path, label, uuid }: Volume, system: PenSystem): Promise<string> {
  const safe = (text: string): string => text.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 48);
  if (uuid !== null) return `volume-${safe(uuid)}`;
  const size = label === null ? null : await system.size(path).catch(() => null);
  return label === null || size === null ? placeId(path) : `volume-${safe(label)}-${size}`;
}
