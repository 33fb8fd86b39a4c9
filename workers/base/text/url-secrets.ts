/** Removes credentials from URLs: user info, and query parameters that name a key. Pure. */
import { percentDecoded } from './percent-decoded.js';

/** Replaces a secret wherever values are shown. If a form sends it back, the secret stays unchanged. */
export const secretMask = '********';

/** Indexes into the text, `end` exclusive. */
interface Span {
  start: number;
  end: number;
}

const scheme = /^\s*[a-z][a-z0-9+.-]+:\/\//i;

/** `user:password@host`, in case the scheme is missing. */
const noScheme = /^\s*(?=[^\s/\\:@]+:[^\s/\\@]+@)/;

/** GitHub and others accept a token as user name with one of these passwords. */
const noPassword = /^(|x|x-oauth-basic)$/i;

/**
 * Finds the part between scheme and host. A password may contain an unescaped @: the last one before the host counts,
 * or the last one of all if the text is not a valid URL.
 */
function userInfo(text: string): Span | undefined {
  const start = (scheme.exec(text) ?? noScheme.exec(text))?.[0].length;
  if (start === undefined) return undefined;
  const rest = text.slice(start);
  const authority = URL.canParse(text) ? (/^[^/?#\\]*/.exec(rest)?.[0] ?? '') : rest;
  const at = authority.lastIndexOf('@');
  return at > 0 ? { start, end: start + at } : undefined;
}

/**
 * Finds the secret user info: only the password for PostgreSQL, whose user names all its users know; the whole user
 * info for other services.
 */
function secretUserInfo(text: string): Span | undefined {
  const whole = userInfo(text);
  if (whole === undefined || !/^\s*postgres(ql)?:/i.test(text)) return whole;
  const colon = text.slice(whole.start, whole.end).indexOf(':');
  const start = whole.start + colon + 1;
  return colon >= 0 && start < whole.end ? { start, end: whole.end } : undefined;
}

const secretWords = new Set(
  (
    'key apikey accesskey authkey token secret password passwd pwd pass passphrase ' +
    'sig signature auth authorization credential credentials code jwt bearer'
  ).split(' '),
);

/** `api-key`, `apiKey`, `X-Amz-Signature`, `access_token`, `sslpassword`; not `sslkey`, which is a path. */
function isSecretName(name: string): boolean {
  const words = decoded(name)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => secretWords.has(word) || /(apikey|accesskey|token|password|secret)$/.test(word));
}

function secretParameters(text: string): Span[] {
  return [...text.matchAll(/(?<=[?&;#])[^=&;#?]+(?==)/g)].flatMap(({ 0: name, index }) => {
    const start = index + name.length + 1;
    const end = start + (/^[^&#]*/.exec(text.slice(start))?.[0].length ?? 0);
    return isSecretName(name) && end > start ? [{ start, end }] : [];
  });
}

/** Sorted by position, without overlaps. */
function secretSpans(text: string): Span[] {
  const user = secretUserInfo(text);
  const spans: Span[] = [];
  for (const span of [...(user === undefined ? [] : [user]), ...secretParameters(text)])
    if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span);
  return spans;
}

/** Returns the text with its secrets masked, safe for pages, logs and transfer. */
export function maskedUrl(text: string): string {
  let end = 0;
  const parts = secretSpans(text).map((span) => {
    const part = text.slice(end, span.start) + secretMask;
    end = span.end;
    return part;
  });
  return parts.join('') + text.slice(end);
}

/** True if a secret of the URL is the mask: the URL was shown, and the user changed the rest of it. */
export const holdsMask = (text: string): boolean =>
  secretSpans(text).some(({ start, end }) => text.slice(start, end).includes(secretMask));

/** Returns the secrets as written and decoded, so that a log can remove them. */
export function urlSecrets(text: string): string[] {
  const user = userInfo(text);
  const found = secretSpans(text).map(({ start, end }) =>
    start === user?.start ? secretOfUser(text.slice(start, end)) : text.slice(start, end),
  );
  return [...new Set(found.flatMap((secret) => [secret, decoded(secret)]))].filter((secret) => secret !== '');
}

/** The password, or the name if that is the key. A name with a password is not secret. */
function secretOfUser(info: string): string {
  const [, name = info, password = ''] = /^([^:]*):(.*)$/s.exec(info) ?? [];
  return noPassword.test(password) ? name : password;
}

const decoded = (text: string): string => percentDecoded(text.replaceAll('+', ' '));
