/** Of a package without ES modules, which is loaded late: what it exports has names only so. */
import constants from '@citation-js/plugin-bibtex/lib/input/constants.js';

type Signs = Readonly<Record<string, string | null>>;

/** Accents as combining characters, letters and signs, Greek letters: by the command without its backslash. */
export const diacritics: Signs = constants.diacritics;
export const commands: Signs = constants.commands;
export const mathCommands: Signs = constants.mathCommands;
