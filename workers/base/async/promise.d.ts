/** As in ECMAScript, but not in the compiler's own declaration: `finally` waits for the promise of its function. */
interface Promise<T> {
  finally(onfinally?: (() => void | PromiseLike<unknown>) | null): Promise<T>;
}
