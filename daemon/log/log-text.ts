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
  const secrets = new Set<string>();
  return {
    add(secret) {
      if (secret.length < shortestSecret) return;
      secrets.add(secret).add(encodeURIComponent(secret.toWellFormed())).add(JSON.stringify(secret).slice(1, -1));
    },
    clean(text) {
      // Longest first, so that a secret inside another one leaves no remainder.
      const found = [...secrets].filter((secret) => text.includes(secret)).sort((a, b) => b.length - a.length);
      return found.reduce((cleaned, secret) => cleaned.replaceAll(secret, '[hidden]'), text);
    },
  };
}
