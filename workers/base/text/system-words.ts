/** "ENOENT: no such file or directory, open '/a/b'", as Node.js writes it. */
const systemError = /\bE[A-Z0-9]+: ([a-z][^,:']*), [a-z0-9]+(?: '([^']*)'(?: -> '[^']*')?)?/g;

/** macOS answers EPERM for the desktop, documents, downloads and removable volumes until the user allows them. */
const privacy =
  '; macOS may protect this folder: allow it for Node.js in System Settings > Privacy & Security > Files and Folders';

/**
 * Shortens the system's errors in a sentence for people: "no such file or directory (/a/b)". A path that the sentence
 * has before is left out.
 */
export const plainSystemErrors = (sentence: string, platform = process.platform): string =>
  sentence.replace(systemError, (code: string, what: string, path: string | undefined, at: number) => {
    const known = path === undefined || path === '' || sentence.slice(0, at).includes(path);
    return `${what}${known ? '' : ` (${path})`}${platform === 'darwin' && code.startsWith('EPERM') ? privacy : ''}`;
  });
