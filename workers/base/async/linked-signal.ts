/**
 * A signal that follows several, and the function that ends that. `AbortSignal.any` would do, but keeps a memory of
 * every signal made from one that lives as long as the process.
 */
export function linkedSignal(sources: readonly (AbortSignal | null | undefined)[]): {
  signal: AbortSignal;
  unlink: () => void;
} {
  const controller = new AbortController();
  const links = sources.flatMap((source) => (source ? [{ source, abort: () => controller.abort(source.reason) }] : []));
  for (const { source, abort } of links) {
    source.addEventListener('abort', abort, { once: true });
    if (source.aborted) abort();
  }
  return {
    signal: controller.signal,
    unlink: () => {
      for (const { source, abort } of links) source.removeEventListener('abort', abort);
    },
  };
}

/** What comes of the work, or the signal's reason, whichever is first. The work itself goes on. */
export function orAborted<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}
