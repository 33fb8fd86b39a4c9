/** Words of a command line in the notations of systemd and launchd. Pure. */

/**
 * A word of `ExecStart=:` (systemd.service(5), "Command lines"): quoted, with percent signs doubled. The colon keeps
 * dollar signs as they are.
 */
export function systemdWord(word: string): string {
  const escaped = word
    .replace(/["\\]/g, '\\$&')
    .replaceAll('%', '%%')
    .replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `"${escaped}"`;
}

/** systemd refuses quotes, backslashes and control characters in the name of the program, but not in its arguments. */
export function systemdCommand(words: readonly string[]): string {
  const isPlain = !/["'\\\p{Cc}]/u.test(words[0] ?? '');
  return `ExecStart=:${(isPlain ? words : ['/usr/bin/env', ...words]).map(systemdWord).join(' ')}`;
}

/** Text of an XML element. Control characters, which XML cannot hold, are refused. */
export function xmlText(text: string): string {
  if (/\p{Cc}/u.test(text))
    throw new TypeError(`${JSON.stringify(text)} has a control character, which a property list cannot hold.`);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
