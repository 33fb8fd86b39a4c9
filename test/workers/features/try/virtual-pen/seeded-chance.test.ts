/** Chance that can be told again. */
import { describe, expect, it } from '@jest/globals';
import { seededChance } from '../../../../../workers/features/try/virtual-pen/seeded-chance.js';

const numbers = (seed: number, count: number, below: number): number[] => {
  const { chance } = seededChance(seed);
  return Array.from({ length: count }, () => chance(below));
};

describe('chance by a seed', () => {
  it.each([0, 1, 12_345, 2 ** 32 - 1])('is the same for the same seed: %s', (seed) => {
    expect(numbers(seed, 100, 1000)).toEqual(numbers(seed, 100, 1000));
    expect(new Set(numbers(seed, 100, 1000)).size).toBeGreaterThan(80);
  });

  it('goes on where it was', () => {
    const whole = numbers(7, 20, 100);
    const first = seededChance(7);
    for (let n = 0; n < 8; n++) first.chance(100);
    expect(numbers(first.seed(), 12, 100)).toEqual(whole.slice(8));
  });

  it.each([1, 2, 3, 10])('has each of %s about equally often', (below) => {
    const counts = new Map<number, number>();
    for (const one of numbers(99, 10_000, below)) counts.set(one, (counts.get(one) ?? 0) + 1);
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: below }, (_, n) => n));
    for (const count of counts.values()) expect(Math.abs(count / (10_000 / below) - 1)).toBeLessThan(0.1);
  });
});
