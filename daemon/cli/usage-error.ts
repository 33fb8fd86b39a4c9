/** What is wrong with a command line. */

/** `message` is one line; the hint is another. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    readonly hint = 'Type "tonstift --help" for what there is.',
  ) {
    super(message);
  }
}
