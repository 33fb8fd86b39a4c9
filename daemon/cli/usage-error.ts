/** An invalid command line. `message` is one line, the hint another. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    readonly hint = 'Type "tonstift --help" for help.',
  ) {
    super(message);
  }
}
