/**
 * One run of a task for all who ask while it waits: it begins after each of them has asked, and while it is at work the
 * next ones wait for a run of their own.
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
