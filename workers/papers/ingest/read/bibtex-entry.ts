/** Of a package without ES modules, which is loaded late: what it exports has names only so. */
import file from '@citation-js/plugin-bibtex/lib/input/file.js';

export interface BibtexEntry {
  type: string;
  label: string;
  /** Values as LaTeX, by their keys in lower case. */
  properties: Record<string, string | number>;
}

/** The entries in a text, with the definitions before them. @throws Error with the place */
export const parseBibtex = (text: string): BibtexEntry[] => file.parse(text);
