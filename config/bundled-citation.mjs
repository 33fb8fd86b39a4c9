/**
 * Stands for `@citation-js/core` in the bundle: what the reader of BibTeX takes of it. The rest fetches from the web,
 * and takes half a second to be loaded.
 */
import { Grammar } from '../node_modules/@citation-js/core/lib/util/grammar.js';

export const util = { Grammar };
/** It warns of entries that it reads all the same. */
export const logger = { warn: () => undefined };
