/**
 * Guesses of a password, each as slow as the real hash, from one address and from many: how many are checked, how long
 * the owner waits, and who gets 429. The test moves the clock.
 */
import { describe, expect, it } from '@jest/globals';
import { placeOf } from '../../http/security/guesser.js';
import { createGuesses } from '../../http/security/guesses.js';

/** Milliseconds of the slow hash. */
const hash = 100;

function bench() {
  let now = 1e12;
  let looked = 0;
  const due: { at: number; call: () => void }[] = [];
  const after = (ms: number): Promise<void> => new Promise((call) => due.push({ at: now + ms, call }));
  const guesses = createGuesses(() => now, after);
  const settle = async (): Promise<void> => {
    await new Promise(setImmediate);
  };
  const guess = async (address: string, isRight = false, isKnown = false): Promise<boolean | 'refused'> => {
    return guesses
      .attempt({ key: placeOf(address), isKnown }, async () => {
        await after(hash);
        looked += 1;
        return isRight;
      })
      .catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'too_many_requests', headers: { 'Retry-After': '5' } });
        return 'refused' as const;
      });
  };
  /** Clients that each guess again from the next address as soon as they have an answer. */
  const flood = (clients: number, addressOf: (n: number) => string): void => {
    let n = 0;
    const one = async (): Promise<void> => {
      for (;;) {
        const answer = await guess(addressOf(n++));
        if (answer === 'refused') await after(1000);
      }
    };
    for (let client = 0; client < clients; client += 1) void one();
  };
  const pass = async (ms: number): Promise<void> => {
    const until = now + ms;
    for (await settle(); ; await settle()) {
      const next = due.reduce<(typeof due)[number] | undefined>(
        (a, b) => (a === undefined || b.at < a.at ? b : a),
        undefined,
      );
      if (next === undefined || next.at > until) break;
      due.splice(due.indexOf(next), 1);
      now = next.at;
      next.call();
    }
    now = until;
  };
  /** Milliseconds until the owner is in. */
  const owner = async (address: string, isKnown = false): Promise<number> => {
    const begun = now;
    let answer: boolean | 'refused' | undefined;
    void guess(address, true, isKnown).then((one) => (answer = one));
    while (answer === undefined && now - begun < 120_000) await pass(10);
    expect(answer).toBe(true);
    return now - begun;
  };
  return { guess, flood, pass, owner, looked: () => looked };
}

describe('a flood', () => {
  const network = (n: number): string => `192.168.1.${n % 254}`;
  const everNew = (n: number): string => `10.${n % 250}.${Math.floor(n / 250) % 250}.${Math.floor(n / 62_500)}`;

  it.each([
    ['one address', 100, () => '10.0.0.1'],
    ['a network', 1000, network],
    ['ever new addresses', 1500, everNew],
  ])('from %s gets at most 20 guesses a second checked, and does not delay a known owner', async (_, clients, from) => {
    const { flood, pass, owner, looked } = bench();
    flood(clients, from);
    await pass(10_000);
    const before = looked();
    await pass(10_000);
    expect((looked() - before) / 10).toBeLessThanOrEqual(20);
    expect(await owner('172.16.0.1', true)).toBe(hash);
  });

  it('from one address is one guess in four seconds, and does not delay a new address', async () => {
    const { flood, pass, owner, looked } = bench();
    flood(100, () => '10.0.0.1');
    await pass(60_000);
    const before = looked();
    await pass(60_000);
    expect(looked() - before).toBeLessThanOrEqual(15);
    expect(await owner('192.168.1.7')).toBe(hash);
  });

  it('from a whole network keeps a new address waiting for 13 s at most', async () => {
    const { flood, pass, owner } = bench();
    flood(1000, network);
    await pass(1);
    expect(await owner('192.168.1.254')).toBeLessThanOrEqual(13_000);
    await pass(60_000);
    expect(await owner('192.168.1.255')).toBeLessThanOrEqual(13_000);
  });
});

it('refuses a sixth guess of one address while five wait, and takes the next one after them', async () => {
  const { guess, pass } = bench();
  const guesses = Array.from({ length: 6 }, () => guess('192.168.1.7'));
  await pass(60_000);
  expect(await Promise.all(guesses)).toEqual([false, false, false, false, false, 'refused']);
  const right = guess('192.168.1.7', true);
  await pass(60_000);
  expect(await right).toBe(true);
});

it('refuses strangers while 1,300 of them wait, but nobody who is known', async () => {
  const { guess, pass } = bench();
  const guesses = Array.from({ length: 1301 }, (_, n) => guess(`10.1.${n % 250}.${Math.floor(n / 250)}`));
  const known = guess('192.168.1.7', true, true);
  await pass(120_000);
  expect((await Promise.all(guesses)).map((answer) => answer === 'refused').lastIndexOf(false)).toBe(1299);
  expect(await known).toBe(true);
});

it('counts guesses by IPv4 address, and by /64 network of IPv6', () => {
  expect(placeOf('192.168.1.7')).toBe('192.168.1.7');
  expect(placeOf('::ffff:192.168.1.7')).toBe(placeOf('192.168.1.7'));
  expect(placeOf('2001:db8::5')).toBe('2001.db8.0.0');
  expect(placeOf('2001:db8::5')).toBe(placeOf('2001:db8:0:0:1:2:3:4'));
  expect(placeOf('fe80::1%eth0')).toBe('fe80.0.0.0');
  expect([placeOf('::1'), placeOf('127.3.4.5')]).toEqual(['::1', '127.3.4.5']);
});
