/** DOIs, which sources write plain, after `doi:` or as an address. */

/** Returns a text without the address of the resolver, or `doi:`. */
export const withoutResolver = (text: string): string =>
  text
    .trim()
    .replace(/^(https?:\/\/)?(dx\.|www\.)?doi\.org\//i, '')
    .replace(/^doi:\s*/i, '')
    .replace(/^(10\.\d{4,9})%2F/i, '$1/');

/** Before a DOI: the address of a publisher, or a word. */
const beforeDoi = /^(?:https?:\/\/[^/\s]+\/doi\/(?:\w+\/)?|(?:info:|urn:)?doi[:/\s]\s*)(?=10\.)/i;

/** Returns the plain DOI. Undefined for anything else: a table may have `-` in its place. */
export function bareDoi(text: unknown): string | undefined {
  const doi = typeof text === 'string' ? withoutResolver(text).replace(beforeDoi, '') : '';
  return /^10\.\d[\d.]*\/./.test(doi) ? doi : undefined;
}

/** Returns the address of a DOI, undefined for anything else. */
export function addressOfDoi(text: unknown): string | undefined {
  const doi = bareDoi(text);
  return doi === undefined ? undefined : doiAddress(doi);
}

/** Returns the address of a DOI. Some have `#`, `?` or `<` in them. Percent escapes stay: lists have them, too. */
export function doiAddress(doi: string): string {
  const escaped = encodeURI(doi.toWellFormed()).replace(/[?#]/g, encodeURIComponent);
  return `https://doi.org/${escaped.replace(/%25(?=[\da-f]{2})/gi, '%')}`;
}
