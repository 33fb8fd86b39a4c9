import { describe, expect, it } from '@jest/globals';
import { createBatchSize } from '../../../../workers/papers/embedding-api/batch-size.js';

/**
 * Sends `total` texts to an API that takes at most `limit` at once, the way `embed-batches.ts` does;
 * answers the sizes of the requests.
 */
function send(total: number, wanted: number, limit: (request: number) => number): number[] {
  const size = createBatchSize(wanted);
  const requests: number[] = [];
  const all = (texts: number): number => {
    let largest = 0;
    for (let left = texts; left > 0;) {
      const now = Math.min(left, size.now());
      left -= now;
      largest = Math.max(largest, one(now));
    }
    return largest;
  };
  const one = (texts: number): number => {
    requests.push(texts);
    if (texts <= limit(requests.length)) {
      size.worked(texts);
      return texts;
    }
    const largest = Math.max(all(Math.ceil(texts / 2)), all(Math.floor(texts / 2)));
    size.tooLong(texts, largest);
    return largest;
  };
  all(total);
  return requests;
}

describe('the size of batches', () => {
  it('is what was wanted as long as that works', () => {
    expect(send(1000, 100, () => Infinity)).toEqual(Array(10).fill(100));
  });

  it.each([1, 2, 7, 10, 50, 99])('finds a limit of %i in few requests', (limit) => {
    const requests = send(5000, 100, () => limit);
    expect(requests.length).toBeLessThan((5000 / limit) * 1.12 + 40);
    expect(requests.filter((size) => size > limit).length).toBeLessThan(35);
  });

  it('recovers from one text that must go alone', () => {
    const requests = send(5000, 100, (request) => (request > 3 && request < 10 ? 1 : Infinity));
    expect(requests.at(-2)).toBe(100);
    expect(requests.length).toBeLessThan(80);
  });

  it('comes to believe that a size which worked works no more', () => {
    const requests = send(10_000, 100, (request) => (request < 5 ? 100 : 10));
    expect(requests.length).toBeLessThan(1200);
    expect(Math.max(...requests.slice(-20))).toBeLessThanOrEqual(25);
  });
});
