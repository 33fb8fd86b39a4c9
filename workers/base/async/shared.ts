/**
 * Shares one run of a task between all callers that wait for it. A run begins only after its callers have asked.
 * Calls during a run share the next one.
 */
export function shared<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;

  function begin(): Promise<Result> {
    next = undefined;
    const own = task();
    const ended = (): void => {
      if (running === own) running = undefined;
    };
    running = own;
    own.then(ended, ended);
    return own;
  }

  return () => {
    if (running === undefined && next === undefined) return begin();
    next ??= Promise.resolve(running).then(begin, begin);
    return next;
  };
}
