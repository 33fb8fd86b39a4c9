/**
 * Returns a signal that aborts when one of several does, and unlinks it at the end of a block with `using`.
 * `AbortSignal.any` would do, but a source that lives as long as the process keeps every signal made from it in memory.
 */
export function linkedSignal(sources: readonly (AbortSignal | null | undefined)[]): {
  signal: AbortSignal;
  unlink: () => void;
  [Symbol.dispose]: () => void;
} {
  const controller = new AbortController();
  const links = sources.flatMap((source) => (source ? [{ source, abort: () => controller.abort(source.reason) }] : []));
  for (const { source, abort } of links) {
    source.addEventListener('abort', abort, { once: true });
    if (source.aborted) abort();
  }
  const unlink = (): void => {
    for (const { source, abort } of links) source.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, unlink, [Symbol.dispose]: unlink };
}

/** Resolves as the work does, or rejects with the signal's reason if that aborts first. The work itself continues. */
export function orAborted<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}
