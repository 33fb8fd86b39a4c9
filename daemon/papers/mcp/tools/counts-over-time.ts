import * as z from 'zod/v4';
import type { PaperCounts } from '../../../../http/papers/papers/service.js';
import type { PaperAccess } from '../../commands/paper-access.js';
import { checkFields } from '../../found/check-fields.js';
import { checkLists, lists, query, type Lists } from '../filters.js';
import { noPapers } from '../found.js';
import { tool } from '../tool.js';

const years = z
  .array(
    z.object({
      year: z.int(),
      papers: z.int().describe('Papers with all words of the query.'),
      of: z.int().describe('All papers of that year.'),
    }),
  )
  .describe('Oldest first, without years that have no papers.');

type Years = z.input<typeof years>;

export const countsOverTime = tool({
  name: 'counts_over_time',
  title: 'Count papers over time',
  description:
    'Counts the papers of the collection by year; with a query, those with all of its words (in any of their forms) ' +
    'and all papers. Uses words, not meaning. Good for showing how a topic has grown.',
  input: z.strictObject({
    query: query
      .default('')
      .describe('Each word must be in the paper; "in a row", word* and field:"value" as in search_papers.'),
    by_conference: z.boolean('must be true or false').default(false).describe('Also count for each conference.'),
    ...lists,
  }),
  facts: z.object({
    papers: z.int(),
    years,
    conferences: z.array(z.object({ conference: z.string(), years })).describe('Empty unless by_conference.'),
    is_whole: z.boolean().describe('False while older papers are being indexed: there may be more.'),
  }),
  async ask(access, { query: given, by_conference: isParted, ...kept }) {
    const asked = given.trim();
    checkFields(asked);
    const [counts, all] = await countsAndAll(access, asked, kept);
    if (all.papers === 0 && !(await checkLists(access, kept))) return { facts: nothing, text: noPapers };
    const conferences = isParted
      ? all.conferences.map(({ conference, years: every }) => {
          const own = counts.conferences.find((one) => one.conference === conference);
          return { conference, years: beside(own?.years ?? [], every) };
        })
      : [];
    const { papers, years: some, is_whole } = counts;
    const facts = { papers, years: beside(some, all.years), conferences, is_whole };
    return { facts, text: textOf(facts, asked) };
  },
});

const nothing = { papers: 0, years: [], conferences: [], is_whole: true };

async function countsAndAll(access: PaperAccess, text: string, kept: Lists): Promise<[PaperCounts, PaperCounts]> {
  const all = await access.counts({ query: '', ...kept });
  return [text === '' ? all : await access.counts({ query: text, ...kept }), all];
}

const beside = (some: PaperCounts['years'], all: PaperCounts['years']): Years =>
  all.map(({ year, papers }) => ({ year, papers: some.find((one) => one.year === year)?.papers ?? 0, of: papers }));

type Facts = Pick<PaperCounts, 'papers' | 'is_whole'> & {
  years: Years;
  conferences: { conference: string; years: Years }[];
};

function textOf({ papers, years: sums, conferences, is_whole }: Facts, asked: string): string {
  const line = ({ year, papers: some, of }: Years[number]): string =>
    asked === '' ? `${year}: ${some}` : `${year}: ${some} of ${of} (${percent(some / of)})`;
  return [
    `${papers} papers${asked === '' ? '' : ` have all words of: ${asked}`}`,
    ...(is_whole ? [] : ['Older papers are still being indexed; there may be more.']),
    ...sums.map(line),
    ...conferences.flatMap(({ conference, years: own }) => ['', conference, ...own.map(line)]),
  ].join('\n');
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
