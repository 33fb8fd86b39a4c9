/** Of a package without ES modules, which is loaded late: what it exports has names only so. */
import file from '@citation-js/plugin-bibtex/lib/input/file.js';

/** The entries in a text, with the definitions before them. @throws Error with the place */
export const parseBibtex = (text: string): ReturnType<typeof file.parse> => file.parse(text);
