/** Quotes the words of a command line for systemd and launchd. Pure. */

/**
 * Quotes a word of `ExecStart=:` (systemd.service(5), "Command lines") and doubles percent signs. The colon disables
 * dollar signs.
 */
export function systemdWord(word: string): string {
  const escaped = word
    .replace(/["\\]/g, '\\$&')
    .replaceAll('%', '%%')
    .replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `"${escaped}"`;
}

/** systemd rejects quotes, backslashes and control characters in the program's path, but not in its arguments. */
export function systemdCommand(words: readonly string[]): string {
  const isPlain = !/["'\\\p{Cc}]/u.test(words[0] ?? '');
  return `ExecStart=:${(isPlain ? words : ['/usr/bin/env', ...words]).map(systemdWord).join(' ')}`;
}

/** Escapes text for XML. Rejects control characters, which XML cannot contain. */
export function xmlText(text: string): string {
  if (/\p{Cc}/u.test(text))
    throw new TypeError(`${JSON.stringify(text)} has a control character, which a property list cannot hold.`);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
