import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLater } from '../../../daemon/updates/later.js';
import { newerIn, NewerVersion } from '../../../daemon/updates/newer-version.js';
import { silentLog } from '../../../workers/base/ports.js';
import { manualClock } from '../../support/manual-clock.js';
import { until } from '../../support/patience.js';

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tonstift-newer-'));
});
afterEach(() => rmSync(data, { recursive: true }));

describe('isLater', () => {
  it.each([
    ['0.2.0', '0.1.9'],
    ['0.10.0', '0.9.0'],
    ['1.0.0', '1.0.0-rc.1'],
    ['1.0.0-rc.2', '1.0.0-rc.1'],
    ['1.0.0-rc.10', '1.0.0-rc.9'],
    ['1.0.0-rc', '1.0.0-3'],
    ['1.0.0-a.b', '1.0.0-a'],
    ['v2.0.0', '1.0.0+build'],
  ])('%s is later than %s, and not the other way round', (one, other) => {
    expect([isLater(one, other), isLater(other, one), isLater(one, one)]).toEqual([true, false, false]);
  });

  it.each(['', 'latest', '1.2', '1.2.3.4', '99999999999.0.0', '2.0.0\n', '<b>9.0.0'])('%j is no version', (text) =>
    expect(isLater(text, '0.0.1')).toBe(false),
  );
});

describe('NewerVersion', () => {
  const looking = async (answers: (string | Error)[], url = 'https://example.org/v') => {
    const [asked, warned]: [string[], string[]] = [[], []];
    const clock = manualClock();
    const ask = async (address: string): Promise<string> => {
      asked.push(address);
      const answer = answers.shift() ?? '{}';
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const log = { ...silentLog, warn: (text: string) => void warned.push(text) };
    const newer = await NewerVersion.open({ url: () => url, own: '0.1.0', data, ask, clock, log });
    return { asked, warned, clock, newer };
  };

  it('asks nobody where nobody is named', async () => {
    const { newer, asked } = await looking([], '');
    await newer.look();
    expect([asked, newer.newer()]).toEqual([[], null]);
  });

  it('looks a minute after the start, and once a day', async () => {
    const { newer, asked, clock } = await looking(['{"version":"0.1.0"}', '{"version":"0.2.0"}']);
    const end = newer.follow();
    clock.advance(59_999);
    expect(asked).toEqual([]);
    clock.advance(1);
    clock.advance(24 * 3_600_000);
    expect(asked).toHaveLength(2);
    await until('the answer', () => newer.newer() === '0.2.0');
    end();
    clock.advance(48 * 3_600_000);
    expect(asked).toHaveLength(2);
  });

  it('keeps what it learnt for the command line, until it is so no more', async () => {
    const { newer } = await looking(['{"version":"0.2.0"}', '{"version":"0.1.0"}']);
    await newer.look();
    expect([newer.newer(), await newerIn(data, '0.1.0'), await newerIn(data, '0.2.0')]).toEqual([
      '0.2.0',
      '0.2.0',
      null,
    ]);
    expect((await looking([])).newer.newer()).toBe('0.2.0');
    await newer.look();
    expect([newer.newer(), existsSync(join(data, 'newer-version.json'))]).toEqual([null, false]);
  });

  it('tells once of an address that tells nothing, and keeps what it knows', async () => {
    const { newer, warned } = await looking([
      '{"version":"0.2.0"}',
      new Error('no way'),
      new Error('no way'),
      '[]',
      'x',
    ]);
    for (let n = 0; n < 5; n++) await newer.look();
    expect(newer.newer()).toBe('0.2.0');
    expect(warned).toHaveLength(3);
    expect(warned[0]).toContain('no way');
    expect(warned[1]).toContain('no "version"');
  });
});
