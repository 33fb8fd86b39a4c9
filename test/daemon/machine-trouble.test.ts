/** What is wrong with the machine itself. */
import { describe, expect, it } from '@jest/globals';
import { accountTrouble, clockTrouble, Unwatched } from '../../daemon/machine-trouble.js';

const day = 86_400_000;
const newest = Date.UTC(2026, 10, 22, 12);

describe('the clock', () => {
  it('is right where nothing is newer, and may be behind by a day', () => {
    expect(clockTrouble(newest, [])).toEqual([]);
    expect(clockTrouble(newest, [0, newest, newest - day])).toEqual([]);
    expect(clockTrouble(newest - day, [newest])).toEqual([]);
  });

  it('is told with both times where it is behind, in each language', () => {
    const [trouble] = clockTrouble(Date.UTC(2006, 0, 1, 8), [newest, 5]);
    expect(trouble?.reason.in('en')).toMatch(/It shows Jan 1, 2006.* is dated Nov 22, 2026/);
    expect(trouble?.reason.in('de')).toMatch(/Sie zeigt 1\. Jan\. 2006.* vom 22\. Nov\. 2026/);
  });
});

it('folders that cannot be watched are told until they are watched, and each change once', () => {
  const unwatched = new Unwatched();
  let changes = 0;
  unwatched.changed = () => changes++;
  unwatched.note('/inbox', null);
  unwatched.note('/inbox', 'ENOSPC');
  unwatched.note('/inbox', 'ENOSPC');
  expect(unwatched.list().map(({ what, reason }) => `${what.in('en')}: ${reason.in('en')}`)).toEqual([
    expect.stringMatching(/^\/inbox: .*\(ENOSPC\)/),
  ]);
  unwatched.note('/inbox', null);
  expect([unwatched.list(), changes]).toEqual([[], 2]);
});

describe('accounts that Linux hides', () => {
  const settings = { password: '', allow_unauthenticated: false };
  it('are a problem without a password only', () => {
    expect(accountTrouble(false, settings)).toEqual([]);
    expect(accountTrouble(true, { ...settings, password: 'eight letters' })).toEqual([]);
    expect(accountTrouble(true, { ...settings, allow_unauthenticated: true })).toEqual([]);
    const [trouble] = accountTrouble(true, settings);
    expect(trouble?.advice.in('en')).toMatch(/tonstift password/);
    expect(trouble?.advice.in('de')).toMatch(/tonstift password/);
  });
});
