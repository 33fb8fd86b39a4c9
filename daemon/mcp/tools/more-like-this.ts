import * as z from 'zod';
import { limit, lists, uid } from '../filters.js';
import { factsOf, foundFacts, textOf } from '../found.js';
import { tool } from '../tool.js';

export const moreLikeThis = tool({
  name: 'more_like_this',
  title: 'More like this paper',
  description:
    'The papers of the collection that are most like one of them, by its meaning, without the paper itself; the ' +
    'nearest come first. Where its meaning is not known, papers with its words are answered, and `why` says so.',
  input: z.strictObject({ uid, limit: limit(100), ...lists }),
  facts: z.object({
    paper: z.object({ uid: z.string(), title: z.string() }).describe('The one that the others are like.'),
    by: z.enum(['meaning', 'words']).describe('How was searched.'),
    ...foundFacts,
  }),
  async ask(access, { uid: asked, limit: most, ...kept }) {
    const found = await access.like({ uid: asked, limit: most, ...kept });
    const { uid: own, title } = found.paper;
    const facts = { paper: { uid: own, title }, by: found.by, ...factsOf(found) };
    return { facts, text: `More like “${title}”:\n\n${await textOf(access, facts, kept)}` };
  },
});
