import * as z from 'zod/v4';
import { checkFields } from '../../found/check-fields.js';
import { limit, lists, query } from '../filters.js';
import { factsOf, foundFacts, textOf } from '../found.js';
import { tool } from '../tool.js';

/** The default distance of the page. */
const usualDistance = 1.1;

export const searchPapers = tool({
  name: 'search_papers',
  title: 'Search papers',
  description:
    "Searches the user's own collection of scientific papers, by meaning and by words together; the best come " +
    'first. Describe the topic in a sentence or in key words, or name an author. Words in double quotes are a ' +
    'phrase, word* is the beginning of a word, AND, OR, NOT in capitals, parentheses and -word combine and exclude ' +
    'words, and field:"value" (title, authors, keywords, session, decision, ' +
    'award, …) must be in that field. Each paper shows its closeness and which of the words it has. If meaning ' +
    'cannot be searched, only words are, and `why` gives the reason.',
  input: z.strictObject({
    query: query.trim().min(1, 'must not be empty').describe('What the papers are about, or who wrote them.'),
    limit: limit(100),
    ...lists,
  }),
  facts: z.object({
    by: z.enum(['words and meaning', 'words', 'fields']).describe('How the search was done.'),
    ...foundFacts,
  }),
  async ask(access, { query: text, limit: most, ...asked }) {
    checkFields(text);
    const found = await access.search({ query: text, limit: most, ...asked, distance_threshold: usualDistance });
    const facts = { by: found.by, ...factsOf(found) };
    return { facts, text: await textOf(access, facts, asked) };
  },
});
