/** The file of the test sheet: the pens wait while it is made, but not if that has failed. */
import { expect, it } from '@jest/globals';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SheetOnPens } from '../../../../daemon/features/first-run/sheet-on-pens.js';
import type { FurtherFiles } from '../../../../daemon/pens/wanted.js';
import { sha256OfFile } from '../../../../workers/base/files/hash.js';
import { temporaryFolders } from '../../../support/folder.js';
import { until } from '../../../support/patience.js';
import { recordedLog } from '../../../support/recorded-log.js';

const folder = temporaryFolders();
const target = { language: 'GERMAN', format: 'mp3' } as const;
const missing = { files: [], absent: new Set([993]) };
const none: FurtherFiles = { files: [], absent: new Set(), coming: 0 };

async function sheetIn(inner: string, obstacle?: string) {
  const home = await folder();
  if (obstacle !== undefined) await writeFile(join(home, obstacle), '');
  const now = { isWanted: true, changes: 0 };
  const { log, logged: warnings } = recordedLog('warn');
  const sheet = new SheetOnPens({
    folder: join(home, inner),
    isWanted: () => now.isWanted,
    knownPens: () => [],
    changed: () => void now.changes++,
    log,
  });
  return { home, sheet, now, warnings };
}

it('is awaited while it is made, listed when it is made, and not listed when it is not wanted', async () => {
  const { sheet, now } = await sheetIn('staging');
  now.isWanted = false;
  expect(sheet.files(target)).toEqual(none);
  now.isWanted = true;
  expect(sheet.files(target)).toEqual({ ...missing, coming: 1 });
  expect(sheet.view()).toMatchObject({ made: false });
  expect(sheet.files(target)).toEqual({ ...missing, coming: 1 });
  await sheet.stop();
  expect(now.changes).toBe(1);
  expect(sheet.view()).toEqual({ made: true, pens: [], trouble: null });
  const made = sheet.files(target);
  expect(made).toMatchObject({ files: [{ oid: 993 }], absent: new Set(), coming: 0 });
  const [file] = made.files;
  expect(await sha256OfFile(file?.source ?? '')).toBe(file?.sha256);
  now.isWanted = false;
  expect(sheet.files(target)).toEqual(none);
});

it('is not awaited after it could not be made, and listed once that succeeds', async () => {
  const { home, sheet, now, warnings } = await sheetIn(join('blocked', 'staging'), 'blocked');
  expect(sheet.files(target)).toEqual({ ...missing, coming: 1 });
  await sheet.stop();
  expect([now.changes, warnings.length, sheet.view().trouble]).toEqual([1, 1, expect.anything()]);
  expect(sheet.files(target)).toEqual({ ...missing, coming: 0 });
  await sheet.stop();
  expect([now.changes, warnings.length]).toEqual([1, 1]);
  await rm(join(home, 'blocked'));
  expect(sheet.files(target)).toEqual({ ...missing, coming: 0 });
  await until('the file', () => Promise.resolve(now.changes === 2), 5);
  expect([sheet.files(target).files.length, sheet.view().trouble]).toEqual([1, null]);
});
