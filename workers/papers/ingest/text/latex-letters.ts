/** Of a package without ES modules, which is loaded late: what it exports has names only so. */
import constants from '@citation-js/plugin-bibtex/lib/input/constants.js';

/** Accents as combining characters, letters and signs, Greek letters: by the command without its backslash. */
export const { diacritics, commands, mathCommands } = constants;
