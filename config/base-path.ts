/** The path below which a reverse proxy shows this service. */

/** Characters. */
const longest = 200;

/**
 * Whether a text is a path such as `/tonstift` or `/api/house/token`: unreserved characters of RFC 3986 only, and no
 * segment that is empty, `.` or `..`. So it can neither name another site nor end an attribute, a header or a cookie.
 */
export const isBasePath = (text: string): boolean =>
  text.length <= longest && /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/.test(text);
