/** Backups of the open library: the BackupService of the HTTP layer. */
import { PassThrough, type Readable } from 'node:stream';
import type { BackupService, BackupStatus, RestoreReport } from '../../../http/features/backup/service.js';
import type { Settings } from '../../../config/settings.js';
import { backupFileName, lackingIn } from '../../../workers/features/backup/format.js';
import { openBackup, type OpenBackup } from '../../../workers/features/backup/read.js';
import { openLines } from '../../../workers/features/backup/read-lines.js';
import { restoreBackup } from '../../../workers/features/backup/restore.js';
import { freeFor, type Restored } from '../../../workers/features/backup/restored.js';
import { openSource } from '../../../workers/features/backup/source.js';
import { writeBackup, type PartOfBackup } from '../../../workers/features/backup/write.js';
import { say } from '../../../workers/base/language/sentence.js';
import { messageOf, wordsOf } from '../../../workers/base/errors.js';
import type { Clock, Log } from '../../../workers/base/ports.js';
import { counted } from '../../../workers/base/text/counted.js';
import type { ImportContext } from '../../../workers/import/types.js';
import type { Library } from '../../../workers/library/library.js';
import type { Albums } from '../../albums/albums.js';
import type { BackupOptions, BackupPart, RestoredPart } from '../../backup-part.js';
import type { EventBus } from '../../events.js';
import type { JobContext, Jobs } from '../../jobs.js';
import { chosenSettings, takeSettings } from './settings.js';

export interface BackupParts {
  library: Library;
  settings: Settings;
  jobs: Jobs;
  events: EventBus;
  albums: Pick<Albums, 'arrived'>;
  importing: Pick<ImportContext, 'alone' | 'log'>;
  /** Data besides the albums. */
  parts: () => readonly BackupPart[];
  clock: Clock;
  log: Log;
  version: string;
  weekly?: () => BackupStatus['weekly'];
}

/** Lines of the log; the page and the command have all. */
const mostNamed = 20;

export class Backups implements BackupService {
  private restoring: BackupStatus['restoring'] = null;
  private last: BackupStatus['last'] = null;
  private lacks: string[] = [];

  constructor(private readonly parts: BackupParts) {}

  status(): BackupStatus {
    const { albums } = this.parts.library;
    const bytes = albums.reduce((sum, { tracks }) => sum + tracks.reduce((all, { size }) => all + size, 0), 0);
    const { restoring, last, lacks } = this;
    return { albums: albums.length, bytes, restoring, last, lacks, weekly: this.parts.weekly?.() ?? null };
  }

  filename(): string {
    return backupFileName(new Date(this.parts.clock.now()));
  }

  async write(options: BackupOptions, left: AbortSignal): Promise<PassThrough> {
    const { library, settings, jobs, importing, clock, log, version } = this.parts;
    await library.verify();
    const bytes = new PassThrough();
    // Without its own listener, an error before anyone reads would end the process.
    bytes.on('error', () => undefined);
    const parts = writable(this.parts.parts(), options);
    const order = { source: openSource(library, importing.alone), program: version, now: clock.now(), parts };
    jobs
      .run({ kind: 'backup', title: 'A backup', oid: null, signal: left }, ({ signal, progress }) =>
        writeBackup({ ...order, settings: chosenSettings(settings), signal, progress }, bytes),
      )
      .then(
        (manifest) => {
          const { albums, tracks } = manifest.counts;
          log.info(`A backup of ${albums} albums with ${tracks} tracks was made.`);
          this.lacks = lackingIn(manifest);
          for (const one of this.lacks.slice(0, mostNamed)) log.warn(`The backup lacks ${one}`);
          this.changed();
        },
        (error: unknown) => {
          log.warn(`A backup was aborted: ${messageOf(error)}`);
          bytes.destroy(error as Error);
        },
      );
    return bytes;
  }

  async restore(path: string): Promise<RestoreReport> {
    const { jobs } = this.parts;
    const job = { lane: 'restore', kind: 'restore', title: 'A backup', oid: null } as const;
    try {
      const report = await jobs.run(job, async (context) => {
        this.restoring = { done: 0, total: 0 };
        this.changed();
        try {
          return await this.bring(path, context);
        } finally {
          // Within the job: another restore may begin right after it.
          this.restoring = null;
        }
      });
      this.last = { report };
      return report;
    } catch (error) {
      this.last = { error: wordsOf(error) };
      throw error;
    } finally {
      this.changed();
    }
  }

  /** Restores the data besides the albums. A failure of one part is reported, and the others continue. */
  private async bringOthers(backup: OpenBackup, signal: AbortSignal): Promise<RestoreReport['others']> {
    const report: RestoredPart[] = backup.manifest.lacks.map((what) => ({
      ...{ sentence: say('backup.lacked', { what }), complete: false },
    }));
    for (const part of this.parts.parts()) {
      const open = (name: string): Promise<Readable | undefined> => openLines(backup, name, signal);
      await part.restore(open, signal).then(
        (sentences) => report.push(...sentences),
        (error: unknown) => {
          signal.throwIfAborted();
          this.parts.log.warn(`A backup was restored without its ${part.name}: ${messageOf(error)}`);
          report.push({ sentence: say('backup.other_failed', { reason: wordsOf(error) }), complete: false });
        },
      );
    }
    return report;
  }

  private changed(): void {
    this.parts.events.emit('backup.changed', { restoring: this.restoring });
  }

  room(): Promise<number> {
    return freeFor(this.parts);
  }

  private async bring(path: string, { signal, progress }: JobContext): Promise<RestoreReport> {
    const { library, settings, importing, albums, log } = this.parts;
    await library.verify();
    using backup = await openBackup(path);
    const { manifest } = backup;
    // Settings first: files for the pen are built with them.
    const failed: RestoredPart[] = [];
    const taken = await takeSettings(manifest.settings, settings).catch((error: unknown) => {
      log.warn(`A backup was restored without its settings: ${messageOf(error)}`);
      failed.push({ sentence: say('backup.settings_failed', { reason: wordsOf(error) }), complete: false });
      return [];
    });
    const done = await restoreBackup(backup, {
      ...{ library, log, signal, alone: importing.alone },
      arrived: (album) => {
        albums.arrived([album]);
        this.changed();
      },
      progress: (moved, total) => {
        this.restoring = { done: moved, total };
        progress(moved, total);
      },
    });
    const others = [...failed, ...(await this.bringOthers(backup, signal))];
    const report = { ...reportOf(done), made_at: manifest.made_at, settings: taken, others };
    log.info(
      `Restored ${counted(report.came.length, 'album')} of a backup; ${report.here.length} existed already, ` +
        `${report.failed.length} failed.`,
    );
    return report;
  }
}

/** Gives the same options to all parts of a backup. */
export const writable = (parts: readonly BackupPart[], options: BackupOptions): PartOfBackup[] =>
  parts.map((part) => ({ name: part.name, write: (put) => part.write(put, options) }));

const reportOf = ({ came, here, failed }: Restored): Pick<RestoreReport, 'came' | 'here' | 'failed'> => ({
  came: came.map(({ album: { oid, album_title }, formerly, missing }) => ({
    ...{ oid, album_title, formerly, missing: [...missing] },
  })),
  here: here.map(({ album: { oid, album_title }, isEdited }) => ({ oid, album_title, edited: isEdited })),
  failed: failed.map(({ oid, album_title, error }) => ({ oid, album_title, reason: error.words })),
});

declare module '../../events.js' {
  interface EventData {
    /** Progress of a restore; null when it has ended. */
    'backup.changed': { restoring: { done: number; total: number } | null };
  }
}
