/** Makes text safe for a log: one line, no terminal commands, no secrets. */

/** Characters. A longer message is truncated, so that a file name or the output of a program cannot fill the log. */
const longestMessage = 4000;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Escapes control characters (also C1 and terminal escapes), line separators, and bidirectional marks, because file
 * names may contain anything.
 */
export function oneLine(message: string): string {
  const text =
    message.length > longestMessage ? `${message.slice(0, longestMessage)} … (${message.length} characters)` : message;
  return text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Shorter secrets are not replaced: they would match in every line, which would reveal them. */
const shortestSecret = 3;

export interface Redactor {
  add: (secret: string) => void;
  /** The text with each secret, also in its URL form, replaced by `[hidden]`. */
  clean: (text: string) => string;
}

export function createRedactor(): Redactor {
  const secrets = new Map<string, RegExp>();
  return {
    add(secret) {
      if (secret.length < shortestSecret) return;
      const forms = [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
      for (const form of forms) secrets.set(form, patternOf(form));
    },
    clean(text) {
      // Longest first, so that a secret inside another one leaves no remainder.
      const found = [...secrets.keys()].filter((secret) => text.includes(secret)).sort((a, b) => b.length - a.length);
      return found.reduce((cleaned, secret) => cleaned.replaceAll(secrets.get(secret) ?? secret, '[hidden]'), text);
    },
  };
}

/** A secret of letters only is hidden as a whole word: within a longer one, `[hidden]er` would reveal it. */
function patternOf(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return /^\p{L}+$/u.test(secret)
    ? new RegExp(`(?<![\\p{L}\\p{M}])${literal}(?![\\p{L}\\p{M}])`, 'gu')
    : new RegExp(literal, 'gu');
}
