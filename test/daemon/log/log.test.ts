import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { LogEntry, LogLevel } from '../../../http/resources/logs/service.js';
import { createLog, type DaemonLog } from '../../../daemon/log/log.js';
import { createLogWriter, type LogPlaces } from '../../../daemon/log/log-writer.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();
let folder = '';
beforeEach(async () => {
  folder = await newFolder();
});

function listening({ level = 'info', ...places }: LogPlaces & { level?: LogLevel } = {}): {
  log: DaemonLog;
  logged: () => string;
} {
  const stream = new PassThrough({ highWaterMark: 1e9 });
  const console = stream as unknown as NodeJS.WriteStream;
  const log = createLog(level, (trouble) => createLogWriter({ console, style: 'plain', ...places }, trouble));
  return { log, logged: () => String((stream.read() as Buffer | null) ?? '') };
}

describe('createLog', () => {
  it('is closed when a second close returns', async () => {
    let isClosed = false;
    const close = async (): Promise<void> => {
      await new Promise(setImmediate);
      isClosed = true;
    };
    const log = createLog('info', () => ({ write: () => undefined, close }));
    void log.close();
    await log.close();
    expect(isClosed).toBe(true);
  });

  it('writes time, level, area and sentence on one line', () => {
    const { log, logged } = listening();
    log.area('inbox').warn('Grüße & Töne 日本語');
    log.debug('not this');
    expect(logged()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d warn {2}inbox {3}Grüße & Töne 日本語\n$/);
  });

  it('writes one object of JSON a line, on the console and in the file', async () => {
    const { log, logged } = listening({ folder, format: 'json' });
    log.area('inbox').warn('a "quoted"\nline');
    log.redact('hunter"2');
    log.info('the key hunter"2');
    const console = logged();
    const lines = console.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { time: expect.any(String), level: 'warn', area: 'inbox', message: 'a "quoted"\\nline' },
      { time: expect.any(String), level: 'info', area: 'daemon', message: 'the key [hidden]' },
    ]);
    await log.close();
    expect(readFileSync(join(folder, 'tonstift.log'), 'utf8')).toBe(console);
    const { log: other, logged: journal } = listening({ style: 'journal', format: 'json' });
    other.error('x');
    expect(journal()).toMatch(/^<3>\{"time":"[^"]+","level":"error","area":"daemon","message":"x"\}\n$/);
  });

  it('speaks to the journal in its own way', () => {
    const { log, logged } = listening({ style: 'journal', level: 'debug' });
    for (const level of ['error', 'warn', 'info', 'debug'] as const) log[level]('x');
    expect(logged()).toBe('<3>daemon: x\n<4>daemon: x\n<6>daemon: x\n<7>daemon: x\n');
  });

  it('keeps a message on its line, whatever it holds', () => {
    const { log, logged } = listening();
    log.info('a\nb\r\u001b[31mred\u009b\u2028\u202Egnp.exe\0');
    expect(logged()).toContain('a\\nb\\r\\u001b[31mred\\u009b\\u2028\\u202egnp.exe\\u0000\n');
    log.info('x'.repeat(1e6));
    expect(logged().length).toBeLessThan(5000);
  });

  it('takes a new level at once, keeps its entries, and says nothing of it', () => {
    const { log, logged } = listening();
    log.setLevel('error');
    log.warn('no');
    log.setLevel('debug');
    log.debug('yes');
    expect(logged()).toMatch(/^\S+ \S+ debug daemon {2}yes\n$/);
    expect(log.level()).toBe('debug');
    log.setLevel('error');
    expect(log.recent().map(({ message }) => message)).toEqual(['yes']);
  });

  it('answers the newest entries first, at least as severe as asked, of at most 2,000', () => {
    const { log } = listening();
    for (let n = 0; n < 2500; n++) log.info(`entry ${n}`);
    log.error('bad');
    const recent = log.recent();
    expect(recent.slice(0, 2).map(({ message }) => message)).toEqual(['bad', 'entry 2499']);
    expect(recent).toHaveLength(2000);
    expect(log.recent('warn').map(({ message }) => message)).toEqual(['bad']);
  });

  it('tells listeners until they leave', () => {
    const { log } = listening();
    const heard: LogEntry[] = [];
    const end = log.onEntry((entry) => heard.push(entry));
    log.area('gme').info('one');
    end();
    log.info('two');
    expect(heard).toEqual([{ time: expect.any(String), level: 'info', area: 'gme', message: 'one' }]);
    expect(new Date(heard[0]?.time ?? '').toISOString()).toBe(heard[0]?.time);
  });

  it('hides secrets everywhere, also in a URL and when one holds another', async () => {
    const { log, logged } = listening({ folder });
    for (const secret of ['', 'a', 'geheim', 'geheimnis & co', 'quo"te']) log.redact(secret);
    log.info('http://x/?p=geheimnis%20%26%20co {"p":"quo\\"te"} geheimnis & co geheim a');
    const expected = 'http://x/?p=[hidden] {"p":"[hidden]"} [hidden] [hidden] a';
    expect(logged()).toContain(expected);
    expect(log.recent()[0]?.message).toBe(expected);
    await log.close();
    expect(readFileSync(join(folder, 'tonstift.log'), 'utf8')).toContain(expected);
  });

  it('hides a word that is a secret only where it is a word of its own', () => {
    const { log, logged } = listening();
    log.redact('short');
    log.redact('p.s-[1]');
    log.info('It is shorter, and "short" is in http://u:short@x/%20short p.s-[1] pxs-[1].');
    expect(logged()).toContain('It is shorter, and "[hidden]" is in http://u:[hidden]@x/%20[hidden] [hidden] pxs-[1].');
  });

  it('has everything in the file when it is closed, and keeps the file private', async () => {
    const { log } = listening({ folder: join(folder, 'deep/logs') });
    for (let n = 0; n < 5000; n++) log.info(`entry ${n}`);
    await log.close();
    log.info('after the end');
    const path = join(folder, 'deep/logs/tonstift.log');
    expect(readFileSync(path, 'utf8').match(/entry \d+/g)).toEqual(
      Array.from({ length: 5000 }, (_, n) => `entry ${n}`),
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('rotates without losing a line, and keeps five files', async () => {
    const rounds = 8;
    const padding = '.'.repeat(2000);
    for (let round = 0; round < rounds; round++) {
      const { log } = listening({ folder });
      for (let n = 0; n < 1900; n++) {
        log.info(`entry ${round * 1900 + n} ${padding}`);
      }
      await log.close();
    }
    const files = readdirSync(folder).sort();
    expect(files).toEqual(['tonstift.1.log', 'tonstift.2.log', 'tonstift.3.log', 'tonstift.4.log', 'tonstift.log']);
    const oldestFirst = ['tonstift.4.log', 'tonstift.3.log', 'tonstift.2.log', 'tonstift.1.log', 'tonstift.log'];
    const numbers = oldestFirst.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/entry (\d+)/g)].map(([, n]) => Number(n)),
    );
    const kept = numbers.length;
    expect(kept).toBeGreaterThan(9000);
    expect(numbers).toEqual(Array.from({ length: kept }, (_, n) => rounds * 1900 - kept + n));
    for (const name of files) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(5_000_000);
  });

  it('writes a new file when another program has renamed or deleted it', async () => {
    const { log } = listening({ folder });
    const path = join(folder, 'tonstift.log');
    log.info('one');
    renameSync(path, join(folder, 'tonstift.log-20260301'));
    log.info('two');
    rmSync(path);
    log.info('three');
    await log.close();
    expect(readFileSync(path, 'utf8')).toMatch(/^[^\n]* three\n$/);
    expect(readFileSync(join(folder, 'tonstift.log-20260301'), 'utf8')).toMatch(/^[^\n]* one\n$/);
  });

  it('goes on without a file where none can be made', () => {
    writeFileSync(join(folder, 'file'), '');
    const { log, logged } = listening({ folder: join(folder, 'file', 'logs') });
    log.info('still here');
    log.info('and here');
    const lines = logged();
    expect(lines).toMatch(/warn {2}log {5}Cannot write the log file in .*: .*ENOTDIR/);
    expect(lines.match(/(still|and) here/g)).toHaveLength(2);
    expect(lines.match(/Cannot write the log file/g)).toHaveLength(1);
  });

  // The device behind /dev/full refuses every write, as a full disk does; only root can make a second one.
  (existsSync('/dev/full') && process.getuid?.() === 0 ? it : it.skip)(
    'goes on when the disk is full (skipped without root: it needs a device)',
    async () => {
      execFileSync('mknod', [join(folder, 'tonstift.log'), 'c', '1', '7']);
      const { log, logged } = listening({ folder });
      for (let n = 0; n < 30; n++) {
        for (let m = 0; m < 100; m++) log.info(`entry ${n * 100 + m}`);
        await new Promise(setImmediate);
      }
      const lines = logged();
      expect(lines.match(/Cannot write the log file in .*ENOSPC/g)).toHaveLength(1);
      expect(lines.match(/entry \d+/g)).toHaveLength(3000);
      await log.close();
    },
  );

  it.each(['file', 'folder'])('follows no link in the place of its %s', async (what) => {
    const outside = await newFolder();
    const place = join(folder, 'logs');
    writeFileSync(join(outside, 'tonstift.log'), 'not ours\n');
    if (what === 'file') {
      mkdirSync(place);
      symlinkSync(join(outside, 'tonstift.log'), join(place, 'tonstift.log'));
    } else symlinkSync(outside, place);
    const { log, logged } = listening({ folder: place });
    log.info('here');
    await log.close();
    expect(logged()).toMatch(/Cannot write the log file in .*link/);
    expect(readFileSync(join(outside, 'tonstift.log'), 'utf8')).toBe('not ours\n');
  });
});
