/**
 * The built program without a line of its list of features: an album goes from the inbox to the pen, and no page of the
 * core leads to a page of the missing feature.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractMedia } from '../../workers/build/read-gme.js';
import { simulatePen } from '../../workers/pen/simulate.js';
import { mp3 } from '../fixtures/mp3.js';
import { suiteFolder } from '../support/folder.js';
import { until } from '../support/patience.js';
import { isLong } from '../support/times.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const listIn = /const features = \[([^\]]*)\]/;
const [, list = ''] = listIn.exec(readFileSync(join(root, 'dist/daemon/features.js'), 'utf8')) ?? [];
/** The lines of the list of features, by name. */
const lines = new Map(
  [...list.matchAll(/^ *(?:daemonOnly\('([\w-]+)'|(\w+)).*$/gm)].map(([line, name, variable = '']) => [
    name ?? variable,
    line,
  ]),
);
const names = [...lines.keys()];

/** A command or a path of each feature, and the answer of the program without it. */
const gone: Readonly<Record<string, string>> = {
  'first-run': '/first-run',
  problems: '/problems',
  arrivals: '/arrivals',
  uploads: '/uploads',
  tryFeature: '/try',
  rearrange: '/library/920/split',
  deleted: '/deleted',
  backup: '/backup',
  papers: '/papers',
  openapi: '/openapi.json',
  metrics: '/metrics',
  takeover: 'import-ttmp32gme',
  service: 'service status',
  doctor: 'doctor',
};

/** A copy of the program without some features. */
async function programWithout(without: readonly string[], folder: string): Promise<string> {
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  for (const used of ['node_modules', 'http', 'workers']) await symlink(join(root, used), join(folder, used));
  const path = join(folder, 'dist/daemon/features.js');
  const kept = [...lines].filter(([name]) => !without.includes(name)).map(([, line]) => line);
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(listIn, `const features = [${kept.join('\n')}]`));
  return join(folder, 'dist/daemon/main.js');
}

/** All pages that can be reached by links, with their status. */
async function walk(url: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const waiting = ['/', '/library', '/library/920', '/print', '/pens', '/config', '/logs', '/help'];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (found.has(at)) continue;
    const answer = await fetch(url + at, { headers: { accept: 'text/html' } });
    found.set(at, answer.status);
    const text = answer.headers.get('content-type')?.startsWith('text/html') === true ? await answer.text() : '';
    for (const [, link = ''] of text.matchAll(/ (?:href|src|data-from)="(\/[^"#?]*)/g)) waiting.push(link);
  }
  return found;
}

it('every feature is tried', () => expect(names.toSorted()).toEqual(Object.keys(gone).toSorted()));

/** A short run leaves out the largest ones and all; a long run each in turn. */
const leftOut = isLong ? names : ['papers', 'rearrange', 'arrivals'];

describe.each([...leftOut.map((name) => [name, [name]] as const), ['all', names] as const])(
  'without %s',
  (_, without) => {
    let program = '';
    let daemon: RunningDaemon;
    afterAll(() => daemon.stop());
    const folder = suiteFolder();
    beforeAll(async () => {
      program = await programWithout(without, join(folder, 'program'));
      const pen = join(folder, 'pen');
      await simulatePen(pen, {});
      daemon = await startProgram(join(folder, 'home'), ['--pen-paths', pen], [], program);
    });

    it('an album goes from the inbox to the pen, and no link leads nowhere', async () => {
      const sound = await mp3({ offset: 1 });
      await mkdir(join(daemon.inbox, 'Sounds'));
      await writeFile(join(daemon.inbox, 'Sounds', '1.mp3'), sound);
      const file = await until('the file on the pen', async () =>
        (await readdir(join(folder, 'pen'))).find((name) => name.endsWith('.gme')),
      );
      await extractMedia(join(folder, 'pen', file), 0, join(folder, 'heard'));
      expect(sound.includes(await readFile(join(folder, 'heard')))).toBe(true);
      const sheet = await fetch(`${daemon.url}/pdf?oids=920`);
      expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const pages = await walk(daemon.url);
      expect(pages.size).toBeGreaterThan(15);
      expect([...pages].filter(([, status]) => status >= 400)).toEqual([]);
      expect(daemon.output()).not.toMatch(/ (error|Unexpected)/i);
    });

    it('what it brought is not there', async () => {
      for (const name of without) {
        const what = gone[name] ?? '';
        if (what.startsWith('/')) expect([what, (await fetch(daemon.url + what)).status]).toEqual([what, 404]);
        else {
          const run = promisify(execFile)(process.execPath, [program, ...what.split(' ')]);
          await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Unknown command') });
        }
      }
    });
  },
);
