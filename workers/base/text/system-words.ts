/** "ENOENT: no such file or directory, open '/a/b'", as Node.js writes it. */
const systemError = /\bE[A-Z0-9]+: ([a-z][^,:']*), [a-z0-9]+(?: '([^']*)'(?: -> '[^']*')?)?/g;

/**
 * Shortens the system's errors in a sentence for people: "no such file or directory (/a/b)". A path that the sentence
 * has before is left out.
 */
export const plainSystemErrors = (sentence: string): string =>
  sentence.replace(systemError, (_, what: string, path: string | undefined, at: number) =>
    path === undefined || path === '' || sentence.slice(0, at).includes(path) ? what : `${what} (${path})`,
  );
