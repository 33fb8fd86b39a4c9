/** Wraps a package without ES modules, so that its exports have types. Loaded on demand. */
import constants from '@citation-js/plugin-bibtex/lib/input/constants.js';

type Signs = Readonly<Record<string, string | null>>;

/** Accents as combining characters, letters and signs, and Greek letters, by command name without backslash. */
export const diacritics: Signs = constants.diacritics;
export const commands: Signs = constants.commands;
export const mathCommands: Signs = constants.mathCommands;
