/**
 * Stands for `@citation-js/core` in the bundle and in the tests: what the reader of BibTeX takes of it. The rest fetches
 * from the web, takes half a second to be loaded, and wants a Node.js that gives ES modules to `require`.
 */
const { Grammar } = require('@citation-js/core/lib/util/grammar.js');

/** It warns of entries that it reads all the same. */
module.exports = { util: { Grammar }, logger: { warn: () => undefined } };
