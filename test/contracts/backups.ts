/** What http relies on of backups. */
import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BackupService } from '../../http/features/backup/service.js';
import { refuses } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedBackups {
  /** Of a library with one album. */
  service: BackupService;
  folder: string;
  close(): Promise<void>;
}

export function describeBackups(name: string, open: () => Promise<OpenedBackups>): void {
  describe(`${name} as backups`, () => {
    const opened = forEachTest(open, (one) => one.close());

    it('are given as a file of the day, and taken again', async () => {
      const { service, folder } = opened;
      expect(service.filename()).toMatch(/^tonstift-backup-\d{4}-\d\d-\d\d\.zip$/);
      const bytes = await buffer(await service.write({ vectors: true }, new AbortController().signal));
      expect(bytes.subarray(0, 2).toString()).toBe('PK');
      const path = join(folder, 'b.zip');
      await writeFile(path, bytes);
      const report = await service.restore(path);
      expect(report).toMatchObject({ came: [], here: [{ edited: false }], failed: [], settings: [], others: [] });
      expect(new Date(report.made_at).toISOString()).toBe(report.made_at);
      expect(service.status()).toMatchObject({ albums: 1, restoring: null, last: { report } });
      expect(service.status().bytes).toBeGreaterThan(0);
      expect(await service.room()).toBeGreaterThan(0);
    });

    it('refuse what is none, and tell why afterwards, too', async () => {
      const path = join(opened.folder, 'text');
      await writeFile(path, 'text');
      await refuses(() => opened.service.restore(path), 'unreadable_backup');
      const { last } = opened.service.status();
      expect(last !== null && 'error' in last && String(last.error)).toMatch(/not a (Tonstift )?backup/);
    });
  });
}
