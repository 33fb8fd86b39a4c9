/** Wraps a package without ES modules, so that its exports have types. Loaded on demand. */
import file from '@citation-js/plugin-bibtex/lib/input/file.js';

export interface BibtexEntry {
  type: string;
  label: string;
  /** LaTeX values by key in lower case. */
  properties: Record<string, string | number>;
}

/** Parses the entries of a text that starts with their definitions. @throws Error with the position */
export const parseBibtex = (text: string): BibtexEntry[] => file.parse(text);
