import * as z from 'zod/v4';
import { limit, lists, uid } from '../filters.js';
import { factsOf, foundFacts, textOf } from '../found.js';
import { tool } from '../tool.js';

export const moreLikeThis = tool({
  name: 'more_like_this',
  title: 'More like this paper',
  description:
    'Finds the papers of the collection that are most similar to one of them in meaning, nearest first, without ' +
    'that paper. If the paper has no vector, finds papers with the same words, and `why` gives the reason.',
  input: z.strictObject({ uid, limit: limit(100), ...lists }),
  facts: z.object({
    paper: z.object({ uid: z.string(), title: z.string() }).describe('The paper that the others are similar to.'),
    by: z.enum(['meaning', 'words']).describe('How the search was done.'),
    ...foundFacts,
  }),
  async ask(access, { uid: asked, limit: most, ...kept }) {
    const found = await access.like({ uid: asked, limit: most, ...kept });
    const { uid: own, title } = found.paper;
    const facts = { paper: { uid: own, title }, by: found.by, ...factsOf(found) };
    return { facts, text: `More like “${title}”:\n\n${await textOf(access, facts, kept)}` };
  },
});
