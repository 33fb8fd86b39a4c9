/** All of a file system is put onto its medium, or given up in time; nothing is thrown. */
import { expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncVolume } from '../../../workers/pen/transfer/sync-volume.js';
import { openVolume } from '../../../workers/pen/volume-root.js';
import { temporaryFolders } from '../../support/folder.js';
import { until } from '../../support/patience.js';
import { recordedLog } from '../../support/recorded-log.js';

const folder = temporaryFolders();

/** With a program of its own in the place of the system's. @returns what was logged */
async function syncedBy(script: string, signal?: AbortSignal): Promise<string[]> {
  const bin = await folder();
  const program = join(bin, 'sync');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  const { logged, log } = recordedLog('warn');
  await syncVolume(bin, { program, log, ...(signal && { signal }) });
  return logged;
}

it('asks for the file system of the folder', async () => {
  expect(await syncedBy('test "$1" = -f && test -d "$2"')).toEqual([]);
});

it('leads the program of the system to a volume that is held open', async () => {
  const volume = await openVolume(await folder(), { mounted: false });
  const { logged, log } = recordedLog('warn');
  await syncVolume(volume.at(''), { log }).finally(() => volume.close());
  expect(logged).toEqual([]);
});

it('says what failed, and goes on', async () => {
  expect(await syncedBy('echo Input/output error >&2; exit 1')).toEqual([
    expect.stringContaining('Input/output error'),
  ]);
});

it('waits no longer for a medium that does not answer than the daemon runs', async () => {
  const stop = new AbortController();
  const place = await folder();
  // As a process that waits for its disk, it hears no signal.
  const waiting = `touch ${place}/begun; while [ ! -e ${place}/end ]; do sleep 0.1; done; touch ${place}/over`;
  const syncing = syncedBy(`trap '' TERM; ${waiting}`, stop.signal);
  await until('the program', () => existsSync(join(place, 'begun')));
  stop.abort();
  expect(await syncing).toHaveLength(1);
  expect(existsSync(join(place, 'over'))).toBe(false);
  await writeFile(join(place, 'end'), '');
  await until('its end', () => existsSync(join(place, 'over')));
});
