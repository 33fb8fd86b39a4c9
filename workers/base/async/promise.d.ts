/** As ECMAScript has it and the compiler's own declaration has not: `finally` waits for the promise of its function. */
interface Promise<T> {
  finally(onfinally?: (() => void | PromiseLike<unknown>) | null): Promise<T>;
}
