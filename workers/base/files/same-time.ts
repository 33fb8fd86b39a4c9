/**
 * True if two times of a file are equal to the millisecond, which is the precision of a copy on another disk. Pure.
 */
export const sameTime = (a: number | undefined, b: number): boolean => a !== undefined && Math.abs(a - b) < 1;
