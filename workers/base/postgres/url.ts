/** The URL of a PostgreSQL database, and what of it nobody may read. */
import { messageOf } from '../errors.js';
import { urlSecrets } from '../text/url-secrets.js';

export interface PostgresUrl {
  url: string;
  /** May go into logs: no user, no password, no parameters. */
  shown: string;
  /** As they are written in the URL, and decoded. */
  secrets: readonly string[];
}

export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:/i.test(text);

/** Undefined where it cannot be read. */
export function readPostgresUrl(given: string): PostgresUrl | undefined {
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  const secrets = [url.password, decoded(url.password), ...urlSecrets(given)].filter((secret) => secret !== '');
  return { url: given, secrets, shown: `postgresql://${url.host}${url.pathname}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A message without the passwords of this database's URL.
 * A short one goes only where it stands as in a URL, for elsewhere it may be part of any word.
 */
export function withoutSecrets(message: string, { url, shown, secrets }: PostgresUrl): string {
  return secrets.reduce(
    (text, secret) => (secret.length < 4 ? text.replaceAll(`:${secret}@`, ':***@') : text.replaceAll(secret, '***')),
    message.replaceAll(url, shown),
  );
}

/** Where all of a host's addresses refuse, the error of the network has no message but a list. */
export const reasonOf = (thrown: unknown): string =>
  messageOf(thrown) || ((thrown as Partial<AggregateError>).errors ?? []).map(messageOf).join(', ');
