/**
 * Guesses of a password, each as slow as the real hash is, from crowds of addresses: how many are looked at, how long
 * the owner waits who comes from a new address, and that nobody sends the owner away. Time is moved by hand.
 */
import { describe, expect, it } from '@jest/globals';
import { placeOf } from '../../http/security/guesser.js';
import { createGuesses, type Guesser } from '../../http/security/guesses.js';

/** Milliseconds of the slow hash. */
const hash = 100;

function bench(random?: () => number) {
  let now = 1e12;
  let looked = 0;
  const due: { at: number; call: () => void }[] = [];
  const after = (ms: number): Promise<void> => new Promise((call) => due.push({ at: now + ms, call }));
  const guesses = createGuesses(() => now, after, random);
  const settle = async (): Promise<void> => {
    await new Promise(setImmediate);
  };
  const guess = async (address: string, isRight = false): Promise<boolean | 'refused'> => {
    const guesser: Guesser = { ...placeOf(address), isKnown: false };
    return guesses
      .attempt(guesser, async () => {
        await after(hash);
        looked += 1;
        return isRight;
      })
      .catch(() => 'refused' as const);
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
  const owner = async (address: string): Promise<number> => {
    const begun = now;
    let answer: boolean | 'refused' | undefined;
    void guess(address, true).then((one) => (answer = one));
    while (answer === undefined && now - begun < 120_000) await pass(10);
    expect(answer).toBe(true);
    return now - begun;
  };
  return { guess, flood, pass, owner, looked: () => looked };
}

describe('the owner, from a new address', () => {
  it.each<[string, number, (n: number) => string, string, number]>([
    ['200 addresses of another network', 200, (n) => `10.0.0.${n % 200}`, '192.168.1.7', 300],
    ['200 addresses of the same network', 200, (n) => `192.168.1.${20 + (n % 200)}`, '192.168.1.7', 300],
    [
      'ever new addresses of one large network',
      200,
      (n) => `10.0.${Math.floor(n / 250) % 250}.${n % 250}`,
      '192.168.1.7',
      300,
    ],
    ['ever new /64 of one provider', 200, (n) => `2001:db8:${n.toString(16)}::1`, '2a02:1:2:3::4', 300],
    [
      '1,500 clients of another network',
      1500,
      (n) => `10.${n % 250}.${Math.floor(n / 250) % 250}.1`,
      '192.168.1.7',
      300,
    ],
  ])('is in at once among guessers from %s', async (_, clients, addressOf, home, most) => {
    const { flood, pass, owner, looked } = bench();
    flood(clients, addressOf);
    await pass(10_000);
    const before = looked();
    await pass(10_000);
    // Two at a time, 100 ms each.
    expect((looked() - before) / 10).toBeLessThanOrEqual(20);
    expect(await owner(home)).toBeLessThanOrEqual(most);
    await pass(1000);
    expect(await owner(home.replace(/7$|4$/, '9'))).toBeLessThanOrEqual(most);
  });

  it('waits for its turn, and no longer, when a whole network begins at the same moment', async () => {
    const { flood, pass, owner } = bench();
    flood(250, (n) => `192.168.1.${n % 250}`);
    await pass(1);
    // 250 that are as new as the owner, two at a time.
    expect(await owner('192.168.1.252')).toBeLessThanOrEqual(13_000);
  });

  it('is not sent away by 1,500 that wait', async () => {
    const { guess, pass, owner } = bench();
    for (let n = 0; n < 1500; n += 1) void guess(`10.1.${n % 250}.${Math.floor(n / 250)}`);
    await pass(1);
    expect(await owner('192.168.1.7')).toBeLessThan(100_000);
  });
});

it.each([
  [0, ['refused', false, false, true]],
  [0.6, [false, false, 'refused', true]],
  [0.99, [false, false, false, 'refused']],
])('of too many from one address any goes, by lot (%d)', async (lot, outcome) => {
  const { guess, pass } = bench(() => lot);
  const looked = [guess('192.168.1.7'), guess('192.168.1.7')];
  const waiting = [guess('192.168.1.7'), guess('192.168.1.7'), guess('192.168.1.7'), guess('192.168.1.7', true)];
  await pass(60_000);
  expect(await Promise.all(looked)).toEqual([false, false]);
  expect(await Promise.all(waiting)).toEqual(outcome);
});

it('an address stands for what one guesser may have', () => {
  expect(placeOf('192.168.1.7')).toEqual({ key: '192.168.1.7', networks: ['192.168.1', '192.168'] });
  expect(placeOf('::ffff:192.168.1.7')).toEqual(placeOf('192.168.1.7'));
  expect(placeOf('2001:db8::5')).toEqual({ key: '2001.db8.0.0', networks: ['2001.db8.0', '2001.db8'] });
  expect(placeOf('2001:db8::5').key).toBe(placeOf('2001:db8:0:0:1:2:3:4').key);
  expect(placeOf('fe80::1%eth0').key).toBe('fe80.0.0.0');
  expect(placeOf('127.3.4.5').networks).toEqual(placeOf('::1').networks);
});
