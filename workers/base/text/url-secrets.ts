/** Addresses without what lets somebody in: user info, and query parameters that name a key. Pure. */

/** Stands for a secret that is set, wherever values are shown. Posted back, it leaves the secret as it is. */
export const secretMask = '********';

/** Indexes into the text, `end` exclusive. */
interface Span {
  start: number;
  end: number;
}

const scheme = /^\s*[a-z][a-z0-9+.-]+:\/\//i;

/** `user:password@host`, for whoever forgets the scheme. */
const noScheme = /^\s*(?=[^\s/\\:@]+:[^\s/\\@]+@)/;

/** GitHub and others take a token for the user name, and this for the password. */
const noPassword = /^(|x|x-oauth-basic)$/i;

/**
 * Between scheme and host. A password may hold an @ that nobody escaped: the last one before the host counts, and in a
 * text that is no URL the last one of all.
 */
function userInfo(text: string): Span | undefined {
  const start = (scheme.exec(text) ?? noScheme.exec(text))?.[0].length;
  if (start === undefined) return undefined;
  const rest = text.slice(start);
  const authority = URL.canParse(text) ? (/^[^/?#\\]*/.exec(rest)?.[0] ?? '') : rest;
  const at = authority.lastIndexOf('@');
  return at > 0 ? { start, end: start + at } : undefined;
}

/** The password of PostgreSQL, whose user names are known to all who use it; of other services the whole user info. */
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

/** In their order; none begins within another. */
function secretSpans(text: string): Span[] {
  const user = secretUserInfo(text);
  const spans: Span[] = [];
  for (const span of [...(user === undefined ? [] : [user]), ...secretParameters(text)])
    if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span);
  return spans;
}

/** The text as it may be shown, logged and carried. */
export function maskedUrl(text: string): string {
  let end = 0;
  const parts = secretSpans(text).map((span) => {
    const part = text.slice(end, span.start) + secretMask;
    end = span.end;
    return part;
  });
  return parts.join('') + text.slice(end);
}

/** Whether a secret of the URL is the mask of one: it was shown, and the address around it was changed. */
export const holdsMask = (text: string): boolean =>
  secretSpans(text).some(({ start, end }) => text.slice(start, end).includes(secretMask));

/** As they are written there, and decoded: for a log that must not hold them. */
export function urlSecrets(text: string): string[] {
  const user = userInfo(text);
  const found = secretSpans(text).map(({ start, end }) =>
    start === user?.start ? secretOfUser(text.slice(start, end)) : text.slice(start, end),
  );
  return [...new Set(found.flatMap((secret) => [secret, decoded(secret)]))].filter((secret) => secret !== '');
}

/** The password, or the name where that is the key. A name beside a password is a word like any other. */
function secretOfUser(info: string): string {
  const [, name = info, password = ''] = /^([^:]*):(.*)$/s.exec(info) ?? [];
  return noPassword.test(password) ? name : password;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
