import { isIgnored, isPartial, pathParts } from '../../../base/files/names.js';
import { formatOf, isPaperFile, type PaperFormat } from '../types.js';

/** The most names of other files in a message. */
export const mostNamed = 10;

/**
 * Returns the path of a file in an archive, with `/` between folders, and its format; undefined if it does not hold
 * papers. Returns undefined for a hidden or incomplete file.
 */
export function archivedFile(path: string): { name: string; format: PaperFormat | undefined } | undefined {
  const parts = pathParts(path);
  if (parts.length === 0 || parts.some((part) => isIgnored(part) || isPartial(part))) return undefined;
  const name = parts.join('/');
  return { name, format: isPaperFile(name) ? formatOf(name) : undefined };
}
