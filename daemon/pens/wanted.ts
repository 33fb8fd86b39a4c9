/** The files that should be on a pen: one for each album chosen for it. */
import { join } from 'node:path';
import { TonstiftError } from '../../workers/base/errors.js';
import { failureOf, fingerprintOf, type GmeTarget } from '../../workers/library/fingerprint.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import { formatOf, type Pen, type WantedFile } from '../../workers/pen/types.js';
import type { Builds } from '../albums/builds.js';
import { say } from '../../workers/base/language/sentence.js';

/** The kind of a pen, as it reports itself. */
export type PenKind = Pick<Pen, 'language' | 'generation'>;

/** Files that a feature puts on a pen besides those of albums. */
export interface FurtherFiles {
  files: readonly WantedFile[];
  /** Numbers without a current file: their old files stay on the pen. */
  absent: ReadonlySet<number>;
  /** Number of those that are being built. */
  coming: number;
}

export interface Wanted extends FurtherFiles {
  failed: { oid: number; error: TonstiftError }[];
}

/** True if an id or a serial number names a pen. A copied pen, whose id has a suffix, is named by its id only. */
export const isNamed = (name: string, { id, serial }: Pick<Pen, 'id' | 'serial'>): boolean =>
  name === id || (name === serial && !id.startsWith(`${serial}-`));

export const isFor = ({ on_pens }: AlbumRecord, pen: Pick<Pen, 'id' | 'serial'>): boolean =>
  on_pens === 'all' || (Array.isArray(on_pens) && on_pens.some((name) => isNamed(name, pen)));

/** Returns the same key for the same content of the same album. */
export const keyOf = ({ oid, sha256 }: WantedFile): string => `${oid} ${sha256}`;

/**
 * Returns the language and format for a kind of pen.
 * @param follow false: every pen gets the default target
 */
export function targetOf({ language, generation }: PenKind, own: GmeTarget, follow: boolean): GmeTarget {
  if (!follow) return own;
  return {
    language: language ?? own.language,
    format: (generation === null ? null : formatOf[generation]) ?? own.format,
  };
}

/** Also queues builds of missing files. @param gmeFolder folder of the files */
export function wantedOn(target: GmeTarget, albums: readonly AlbumRecord[], builds: Builds, gmeFolder: string): Wanted {
  const absent = new Set<number>();
  const files: WantedFile[] = [];
  const wanted: Wanted = { files, absent, coming: 0, failed: [] };
  for (const album of albums) {
    const { oid, album_title: title } = album;
    const file = builds.want(album, target);
    const failure = failureOf(album, fingerprintOf(album, target));
    if (file !== undefined) {
      const { size, sha256, filename } = file;
      files.push({ oid, title, source: join(gmeFolder, filename), size, sha256 });
      continue;
    }
    absent.add(oid);
    if (failure !== undefined) wanted.failed.push({ oid, error: unbuildable(album, failure.reason) });
    else if (!builds.isPaused(album)) wanted.coming++;
  }
  return wanted;
}

/** Adds the files of features, which are never adopted. For the same number, the last file counts. */
export function withFurther(wanted: Wanted, further: readonly FurtherFiles[]): Wanted {
  const all = [wanted, ...further];
  return {
    ...wanted,
    files: [...wanted.files, ...further.flatMap(({ files }) => files.map((file) => ({ ...file, adopts: false })))],
    absent: new Set(all.flatMap(({ absent }) => [...absent])),
    coming: all.reduce((sum, { coming }) => sum + coming, 0),
  };
}

const unbuildable = ({ oid, album_title }: AlbumRecord, reason: string): TonstiftError =>
  new TonstiftError('build_failed', say('error.gme_failed', { oid, title: album_title, reason }));
