/** Makes a backup every week in the folder of the setting `backup_folder`, and keeps the newest ones. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupService, WeeklyStatus } from '../../../http/features/backup/service.js';
import type { Problem } from '../../../http/resources/status/problem.js';
import { messageOf, systemCodeOf, TonstiftError, wordsOf } from '../../../workers/base/errors.js';
import { freeBytes } from '../../../workers/base/files/free-bytes.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { Clock, Log } from '../../../workers/base/ports.js';
import { fileSize } from '../../../workers/base/text/file-size.js';
import { isWeeklyName, lackingIn, weeklyFileName } from '../../../workers/features/backup/format.js';
import { openBackup } from '../../../workers/features/backup/read.js';
import { reserve } from '../../../workers/features/backup/restored.js';
import { abandoned, writeNew } from './new-file.js';

export interface WeeklyParts {
  /** The current folder; '' for none. */
  folder: () => string;
  /** The id of the library. */
  library: () => string;
  backups: Pick<BackupService, 'status' | 'write'>;
  /** Called when the status has changed. */
  changed: () => void;
  clock: Clock;
  log: Log;
}

const hour = 3_600_000;
const week = 7 * 24 * hour;
const mostKept = 4;

export class WeeklyBackups {
  /** The newest backup that was seen. It counts only while its folder is the current one. */
  private last: { folder: string; path: string; at: number } | null = null;
  private problem: Words | null = null;
  /** Says what the last backup could not include. */
  private lacks: Words | null = null;
  private running: Promise<void> | null = null;
  private readonly ending = new AbortController();

  constructor(private readonly parts: WeeklyParts) {}

  /** Looks now and every hour. Returns a function that stops it. */
  start(): () => Promise<void> {
    const cancel = this.parts.clock.every(hour, () => void this.look());
    void this.look();
    return async () => {
      cancel();
      this.ending.abort(new Error('the daemon stops'));
      await this.running;
    };
  }

  status(): WeeklyStatus | null {
    const folder = this.parts.folder();
    const at = this.lastIn(folder);
    const last_at = at === undefined ? null : new Date(at).toISOString();
    return folder === '' ? null : { folder, last_at, problem: this.problem ?? this.lacks };
  }

  /** Milliseconds since 1970. */
  private lastIn(folder: string): number | undefined {
    return this.last?.folder === folder ? this.last.at : undefined;
  }

  /** Seconds since the last backup; undefined if none was seen since the start, or there is no folder. */
  age(): number | undefined {
    const at = this.lastIn(this.parts.folder());
    return at === undefined ? undefined : (this.parts.clock.now() - at) / 1000;
  }

  problems(): Problem[] {
    const reason = this.problem ?? this.lacks;
    if (reason === null || this.parts.folder() === '') return [];
    const about = { kind: 'library', path: '/backup', oid: null, pen: null, actions: [] } as const;
    const advice = say(this.problem === null ? 'backup.lacking_advice' : 'backup.weekly_advice');
    return [{ ...about, what: say('backup.weekly'), reason, advice }];
  }

  /** Makes a backup if the newest one is a week old. Also call it when the folder has changed. Never rejects. */
  look(): Promise<void> {
    const place = this.parts.folder();
    this.running ??= this.makeIfDue(place)
      .then(
        () => (this.problem = null),
        (thrown: unknown) => this.failed(thrown, place),
      )
      .then(() => {
        this.running = null;
        this.parts.changed();
        const isOther = this.parts.folder() !== place && !this.ending.signal.aborted;
        return isOther ? this.look() : undefined;
      });
    return this.running;
  }

  private async makeIfDue(place: string): Promise<void> {
    const { clock, log, backups, library } = this.parts;
    if (place === '') return;
    const [newest] = await this.made(place);
    // After a restart or in another folder, only the file says what it lacks. One that is damaged says nothing.
    if (newest?.path !== this.last?.path)
      this.lacks = newest === undefined ? null : await lackingOf(newest.path).catch(() => null);
    this.last = newest === undefined ? null : { folder: place, ...newest };
    if (newest !== undefined && clock.now() - newest.at < week) return;
    const { signal } = this.ending;
    const target = join(place, weeklyFileName(library(), new Date(clock.now())));
    await this.removeAbandoned(place);
    const needed = backups.status().bytes + reserve;
    if ((await freeBytes(place)) < needed)
      throw new TonstiftError('no_space', say('backup.weekly_full', { folder: place, size: fileSize(needed) }));
    this.lacks = await writeNew(
      target,
      async (output) => pipeline(await backups.write({ vectors: true }, signal), output, { signal }),
      lackingOf,
    );
    this.last = { folder: place, path: target, at: clock.now() };
    log.info(`The backup of this week is ${target}.`);
    // Otherwise four incomplete ones would be all that is left.
    if (this.lacks === null) for (const { path } of (await this.made(place)).slice(mostKept)) await rm(path);
  }

  /** Leaves out files from the future: they would count as the newest, and be kept instead of newer ones. */
  private async made(place: string): Promise<{ path: string; at: number }[]> {
    const latest = this.parts.clock.now() + week;
    return (await filesIn(place, (name) => this.isOurs(name))).filter(({ at }) => at < latest);
  }

  /** A crash leaves a partial file, and the next backup has the name of another day. */
  private async removeAbandoned(folder: string): Promise<void> {
    const parts = await filesIn(folder, (name) => name.endsWith('.part') && this.isOurs(name.slice(0, -5)));
    for (const { path, at } of parts) if (this.parts.clock.now() - at > abandoned) await rm(path, { force: true });
  }

  private isOurs(name: string): boolean {
    return isWeeklyName(name, this.parts.library());
  }

  private failed(thrown: unknown, folder: string): void {
    if (this.ending.signal.aborted) return;
    const former = String(this.problem);
    // Not created: the disk may not be mounted.
    this.problem = systemCodeOf(thrown) === 'ENOENT' ? say('backup.no_folder', { folder }) : wordsOf(thrown);
    // It is tried every hour, and a disk may be away for a year.
    const level = String(this.problem) === former ? 'debug' : 'warn';
    this.parts.log[level](`The backup of this week was not made: ${messageOf(thrown)}`);
  }
}

/** Says what a backup lacks; null if it is complete. */
async function lackingOf(path: string): Promise<Words | null> {
  using backup = await openBackup(path);
  const [what] = lackingIn(backup.manifest);
  return what === undefined ? null : say('backup.lacking', { what });
}

/** The newest first. */
async function filesIn(folder: string, isMeant: (name: string) => boolean): Promise<{ path: string; at: number }[]> {
  const paths = (await readdir(folder)).filter(isMeant).map((name) => join(folder, name));
  const found = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  return found.sort((a, b) => b.at - a.at);
}
