/** Whether two times of a file are the same: a copy on another disk has it to the millisecond. Pure. */
export const sameTime = (a: number | undefined, b: number): boolean => a !== undefined && Math.abs(a - b) < 1;
