/** Backups in memory: any file that begins like a ZIP is one. */
import { readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import type { BackupService, BackupStatus, RestoreReport } from '../../../http/features/backup/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';

export interface FakeBackups extends BackupService {
  /** What comes of the next one. */
  report: RestoreReport;
  free: number;
  /** Bytes of a backup; null where it is broken off. */
  content: Buffer | null;
  /** Paths of those that were restored, with what was in them. */
  restored: Buffer[];
  state: BackupStatus;
}

export const emptyReport: RestoreReport = {
  made_at: '2026-11-23T12:00:00.000Z',
  came: [],
  here: [],
  failed: [],
  settings: [],
  others: [],
};

export function fakeBackups(): FakeBackups {
  return {
    report: emptyReport,
    free: 1e9,
    content: Buffer.from('PK backup'),
    restored: [],
    state: { albums: 0, bytes: 0, restoring: null, last: null, lacks: [], weekly: null },
    status() {
      return this.state;
    },
    filename: () => 'tonstift-backup-2026-11-23.zip',
    async write() {
      const bytes = new PassThrough();
      bytes.on('error', () => undefined);
      bytes.write('PK');
      if (this.content === null) setTimeout(() => bytes.destroy(new Error('the disk is gone')), 50);
      else bytes.end(this.content.subarray(2));
      return bytes;
    },
    async restore(path) {
      const content = await readFile(path);
      this.restored.push(content);
      if (!content.toString('latin1').startsWith('PK')) {
        const error = say('backup.not_ours');
        this.state = { ...this.state, last: { error } };
        throw new TonstiftError('unreadable_backup', error);
      }
      this.state = { ...this.state, last: { report: this.report } };
      return this.report;
    },
    room() {
      return Promise.resolve(this.free);
    },
  };
}
