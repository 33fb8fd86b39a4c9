/** Formats found papers for the tools. */
import * as z from 'zod/v4';
import { closenessAt } from '../../../http/papers/papers/closeness.js';
import type { PaperFound, PapersFound, PapersLike } from '../../../http/papers/papers/service.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { linkOf } from '../../../workers/papers/reference.js';
import { checkLists, type Lists } from './filters.js';
import { snippetOf } from './snippet.js';
import type { PaperAccess } from '../commands/paper-access.js';

const foundPaper = z.object({
  uid: z.string().describe('For fetch_paper and more_like_this.'),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.int(),
  conference: z.string(),
  session: z.string(),
  url: z.string().nullable(),
  doi: z.string().nullable(),
  closeness: z.number().nullable().describe('Similarity of meaning: 1 is identical, 0 is unrelated; null if unknown.'),
  words: z.array(z.string()).describe('The words of the query that the paper contains.'),
  found_by: z.array(z.enum(['author', 'words', 'meaning', 'fields'])).describe('Why the paper was found.'),
  snippet: z.string().describe('A part of the abstract.'),
});

export const foundFacts = {
  papers: z.array(foundPaper).describe('Best first.'),
  why: z.string().nullable().describe('Why the search used words only and not meaning; null otherwise.'),
  is_whole: z.boolean().describe('False while older papers are being indexed: there may be more.'),
};

type FoundFacts = { [Name in keyof typeof foundFacts]: z.input<(typeof foundFacts)[Name]> };

export const factsOf = ({ papers, why, is_whole }: PapersFound | PapersLike): FoundFacts => ({
  papers: papers.map(factsOfPaper),
  why: why === null ? null : String(why),
  is_whole,
});

function factsOfPaper(paper: PaperFound): z.input<typeof foundPaper> {
  const { uid, title, authors, year, conference, session, distance, words, found_by } = paper;
  const closeness = typeof distance === 'number' ? Math.round(closenessAt(distance) * 1000) / 1000 : null;
  const url = linkOf(paper);
  const facts = { uid, title, authors, year, conference, session, url, doi: paper.doi ?? null, closeness, words };
  return { ...facts, found_by, snippet: snippetOf(paper.abstract, words) };
}

/** @throws TonstiftError `bad_field` if no paper was found and a filter's value does not exist */
export async function textOf(
  access: PaperAccess,
  { papers, why, is_whole }: FoundFacts,
  asked: Lists,
): Promise<string> {
  const notes = [
    ...(why === null ? [] : [`Found by words only. ${why}`]),
    ...(is_whole ? [] : ['Older papers are still being indexed; there may be more.']),
  ];
  if (papers.length > 0) return [...notes, ...papers.map(paragraph)].join('\n\n');
  const isAny = await checkLists(access, asked);
  return [...notes, isAny ? 'No paper was found.' : noPapers].join('\n\n');
}

export const noPapers = 'There are no papers yet. Add some with: tonstift papers import FILE';

function paragraph(paper: z.input<typeof foundPaper>, at: number): string {
  const { uid, title, authors, session, url, closeness, words, found_by: by, snippet } = paper;
  const brought = [
    ...(by.includes('author') ? ['by this author'] : []),
    ...(closeness === null ? [] : [`${Math.round(closeness * 100)} % close`]),
    ...(words.length === 0 ? [] : [`has the words ${words.join(', ')}`]),
  ];
  const lines = [
    `${at + 1}. ${title}`,
    authors.join(', '),
    `${venueOf(paper)} · ${session}`,
    brought.join('; '),
    url ?? '',
    `uid: ${uid}`,
    snippet,
  ];
  return lines.filter((line) => line !== '').join('\n   ');
}
