/** Whether a volume is a pen, and which. */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { isPenName } from './label.js';
import { type PenLog, penLogBytes, readPenLog } from './pen-log.js';
import { type Entry, type PenSystem, thisSystem } from './system.js';
import type { Pen, Volume } from '../types.js';

/** Files that pens have, in lower case. */
const marks: ReadonlySet<string> = new Set(['.tiptoi', '.tiptoi.log', 'tiptoi.ico']);

export const hasMark = (entries: readonly Entry[]): boolean =>
  entries.some(({ name }) => marks.has(name.toLowerCase()));

/** A pen, and what tells two with one number apart. */
export interface FoundPen {
  pen: Pen;
  /** Of the volume; never changes for one pen, but copies of a pen may share it. */
  volumeId: string;
  /** The same for two paths to one folder. */
  folder: string;
}

export interface Evidence {
  /** The configuration says that it is a pen. */
  configured: boolean;
  /** A mount point, so that its name tells; that of a folder, mounted or not, tells nothing. */
  mounted: boolean;
}

/** @throws the system's error where the volume cannot be read */
export async function penOf(volume: Volume, configured: boolean, system: PenSystem = thisSystem): Promise<Pen | null> {
  return (await identify(volume, { configured, mounted: true }, system))?.pen ?? null;
}

/** As `penOf`. One call after the other: a volume that hangs then takes one thread, not several. */
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
  // A log that cannot be read is like none: the pen is known by its volume then.
  const bytes = entry && (await system.head(join(path, entry.name), penLogBytes).catch(() => undefined));
  return readPenLog(bytes ?? new Uint8Array());
}

/** `/` and control characters have no place in what people see. */
function nameOf({ path, label }: Volume): string {
  const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return printable(label ?? '') || printable(basename(path)) || path;
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

export const isPlaceId = (id: string): boolean => /^path-[0-9a-f]{12}$/.test(id);

/** Known by where it is. */
export const placeId = (path: string): string => `path-${shortHash(path)}`;

async function volumeIdOf({ path, label, uuid }: Volume, system: PenSystem): Promise<string> {
  const safe = (text: string): string => text.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 48);
  if (uuid !== null) return `volume-${safe(uuid)}`;
  const size = label === null ? null : await system.size(path).catch(() => null);
  return label === null || size === null ? placeId(path) : `volume-${safe(label)}-${size}`;
}
