/** How thorough a run is: `npm run test:long` does all, and what it does more is said here. */

export const isLong = process.env['TONSTIFT_TEST_LONG'] === '1';

/** How often a test does what it does: a few times, or in a long run many. */
export const times = (few: number, many: number): number => (isLong ? many : few);
