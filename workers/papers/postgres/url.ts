/** The URL of a PostgreSQL database, and its secret parts. */
import { messageOf } from '../../base/errors.js';
import { percentDecoded } from '../../base/text/percent-decoded.js';
import { urlSecrets } from '../../base/text/url-secrets.js';

export interface PostgresUrl {
  url: string;
  /** Safe for logs: no user, no password, no parameters. */
  shown: string;
  /** Each as written in the URL, and decoded. */
  secrets: readonly string[];
}

export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:/i.test(text);

/** Returns undefined if it cannot be parsed. */
export function readPostgresUrl(given: string): PostgresUrl | undefined {
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  const secrets = [url.password, percentDecoded(url.password), ...urlSecrets(given)].filter((secret) => secret !== '');
  return { url: given, secrets, shown: `postgresql://${url.host}${url.pathname}` };
}

/**
 * Removes the passwords of this database's URL from a message. A short password is removed only in the form that URLs
 * have, because elsewhere it may be part of any word.
 */
export function withoutSecrets(message: string, { url, shown, secrets }: PostgresUrl): string {
  return secrets.reduce(
    (text, secret) => (secret.length < 4 ? text.replaceAll(`:${secret}@`, ':***@') : text.replaceAll(secret, '***')),
    message.replaceAll(url, shown),
  );
}

/** If all addresses of a host refuse, the network error has a list of errors and no message. */
export const reasonOf = (thrown: unknown): string =>
  messageOf(thrown) || ((thrown as Partial<AggregateError>).errors ?? []).map(messageOf).join(', ');
