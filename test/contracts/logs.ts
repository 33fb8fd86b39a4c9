/** What http relies on of the log. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { logLevels, type LogLevel, type LogService } from '../../http/resources/logs/service.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedLogs {
  /** Empty, at the level `info`. */
  service: LogService;
  write(level: LogLevel, message: string): void;
  close(): Promise<void>;
}

export function describeLogs(name: string, open: () => Promise<OpenedLogs>): void {
  describe(`${name} as a log`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: LogService;
    beforeEach(() => void (service = opened.service));

    const messages = (least?: LogLevel): string[] => service.recent(least).map(({ message }) => message);
    const writeEach = (): void => logLevels.forEach((level) => opened.write(level, `so ${level}`));

    it('is empty at first, and takes what is at least info', () => {
      expect([service.level(), service.recent()]).toEqual(['info', []]);
      writeEach();
      expect(messages()).toEqual(['so info', 'so warn', 'so error']);
    });

    it('answers what was said, when, how severe and where', () => {
      opened.write('warn', 'Grüße & <b>');
      const [entry] = service.recent();
      expect(entry).toEqual({
        time: expect.any(String),
        level: 'warn',
        area: expect.stringMatching(/^\w+$/),
        message: 'Grüße & <b>',
      });
      expect(new Date(entry?.time ?? '').toISOString()).toBe(entry?.time);
    });

    it('answers the newest first, of those that are severe enough', () => {
      for (let n = 0; n < 5; n++) opened.write(n === 1 ? 'error' : 'info', `entry ${n}`);
      expect(messages()).toEqual(['entry 4', 'entry 3', 'entry 2', 'entry 1', 'entry 0']);
      expect(messages('warn')).toEqual(['entry 1']);
    });

    it('takes another level at once, and keeps what it has', async () => {
      writeEach();
      await service.setLevel('debug');
      expect(service.level()).toBe('debug');
      writeEach();
      expect(messages().slice(0, 4)).toEqual(['so debug', 'so info', 'so warn', 'so error']);
      await service.setLevel('error');
      opened.write('warn', 'not this');
      expect([messages()[0], messages().length]).toEqual(['so debug', 7]);
    });

    it('says nothing of a new level by itself, nor of the one that it has', async () => {
      for (const level of logLevels) await service.setLevel(level);
      await service.setLevel('debug');
      expect(service.recent()).toEqual([]);
    });

    it('keeps the last 2,000 entries', () => {
      for (let n = 0; n < 2005; n++) opened.write('error', `entry ${n}`);
      const all = messages();
      expect([all.length, all[0], all.at(-1)]).toEqual([2000, 'entry 2004', 'entry 5']);
    });
  });
}
