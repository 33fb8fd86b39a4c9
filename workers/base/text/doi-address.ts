/** Returns the address of a DOI. Some have `#`, `?` or `<` in them. Percent escapes stay: lists have them, too. */
export function doiAddress(doi: string): string {
  const escaped = encodeURI(doi.toWellFormed()).replace(/[?#]/g, encodeURIComponent);
  return `https://doi.org/${escaped.replace(/%25(?=[\da-f]{2})/gi, '%')}`;
}
