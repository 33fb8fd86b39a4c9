import { setFlagsFromString } from 'node:v8';

/**
 * Of V8, for all heaps of the process from now on; each thread has one. Left alone, V8 lets a heap grow to twice of
 * what lives in it, and does not look into that of a thread at all before it has tens of megabytes.
 */
const flags = [
  // Grows by a third at most before it is looked through. In Node.js 20 and 22 it gives threads a young generation of
  // 1 MB, too, whatever they ask for.
  '--optimize-for-size',
  // Megabytes at which that of a new thread is looked through for the first time.
  '--initial-old-space-size=8',
  // What `NODE_OPTIONS` says is for the main thread; in later versions threads get what they ask for by this.
  '--max-semi-space-size=0',
  // A second compiled form of what has run a few times: 15 MB after ten minutes of work, and nothing is faster by it.
  '--no-sparkplug',
  // For the start: what makes code faster is 6 MB of Node.js itself, that a program at rest does not need.
  '--no-opt',
];

let areSmall = false;
let works = 0;

/** Before the first thread starts: some are read only then. */
export function keepHeapsSmall(): void {
  areSmall = true;
  for (const flag of flags) setFlagsFromString(flag);
}

/**
 * Lets the heaps grow while something is done that makes much and keeps some of it: looked through at each third more,
 * an import of papers takes half as long again, most of it in V8's own threads. What it has grown by is given back when
 * the program rests.
 */
export async function withLargeHeaps<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!areSmall) return work();
  if (works++ === 0) setFlagsFromString('--no-optimize-for-size');
  try {
    return await work();
  } finally {
    if (--works === 0) setFlagsFromString('--optimize-for-size');
  }
}

/** What runs often is made faster from now on, in all threads. */
export const optimizeAgain = (): void => setFlagsFromString('--opt');
