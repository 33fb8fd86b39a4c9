import * as z from 'zod/v4';
import { noPapers } from '../found.js';
import { tool } from '../tool.js';

export const listConferences = tool({
  name: 'list_conferences',
  title: 'List conferences',
  description:
    'Lists the conferences and journals of the collection, with the number of papers per ' +
    'year. The other tools accept these names.',
  input: z.strictObject({}),
  facts: z.object({
    papers: z.int().describe('The total.'),
    conferences: z.array(
      z.object({
        conference: z.string(),
        papers: z.int(),
        years: z.array(z.object({ year: z.int(), papers: z.int() })).describe('Oldest first.'),
      }),
    ),
  }),
  async ask(access) {
    const { papers, conferences } = await access.counts({ query: '', conferences: [], years: [], sessions: [] });
    const lines = conferences.map(
      ({ conference, papers: own, years }) =>
        `${conference}: ${own} (${years.map((one) => `${one.year}: ${one.papers}`).join(', ')})`,
    );
    const text = papers === 0 ? noPapers : [`${papers} papers`, ...lines].join('\n');
    return { facts: { papers, conferences }, text };
  },
});
