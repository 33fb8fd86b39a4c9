/** Papers that were found, as tools answer them. */
import * as z from 'zod';
import { closenessAt } from '../../http/resources/papers/closeness.js';
import type { PaperFound, PapersFound, PapersLike } from '../../http/resources/papers/service.js';
import { linkOf } from '../../workers/papers/reference.js';
import { checkLists, type Lists } from './filters.js';
import { snippetOf } from './snippet.js';
import type { PaperAccess } from '../cli/commands/paper-access.js';

const foundPaper = z.object({
  uid: z.string().describe('For fetch_paper and more_like_this.'),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.int(),
  conference: z.string(),
  session: z.string(),
  url: z.string().nullable(),
  doi: z.string().nullable(),
  closeness: z.number().nullable().describe('By meaning: 1 is the same, 0 has nothing in common; null where unknown.'),
  words: z.array(z.string()).describe('Of what was asked, those that the paper has.'),
  found_by: z.array(z.enum(['author', 'words', 'meaning', 'fields'])).describe('What brought it.'),
  snippet: z.string().describe('Some of the abstract.'),
});

export const foundFacts = {
  papers: z.array(foundPaper).describe('The best first.'),
  why: z.string().nullable().describe('Why by words only, and not by meaning; null otherwise.'),
  is_whole: z.boolean().describe('False as long as older papers are still being taken in: there may be more.'),
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

/** @throws TonstiftError `bad_field` where nothing was found for a filter of something that there is none of */
export async function textOf(
  access: PaperAccess,
  { papers, why, is_whole }: FoundFacts,
  asked: Lists,
): Promise<string> {
  const notes = [
    ...(why === null ? [] : [`Found by words only. ${why}`]),
    ...(is_whole ? [] : ['Older papers are still being taken in; there may be more.']),
  ];
  if (papers.length > 0) return [...notes, ...papers.map(paragraph)].join('\n\n');
  const isAny = await checkLists(access, asked);
  return [...notes, isAny ? 'No paper was found.' : noPapers].join('\n\n');
}

export const noPapers = 'There are no papers yet. They are put in with: tonstift papers import FILE';

function paragraph(paper: z.input<typeof foundPaper>, at: number): string {
  const { uid, title, authors, year, conference, session, url, closeness, words, found_by: by, snippet } = paper;
  const brought = [
    ...(by.includes('author') ? ['by this author'] : []),
    ...(closeness === null ? [] : [`${Math.round(closeness * 100)} % close`]),
    ...(words.length === 0 ? [] : [`has the words ${words.join(', ')}`]),
  ];
  const lines = [
    `${at + 1}. ${title}`,
    authors.join(', '),
    `${conference} ${year} · ${session}`,
    brought.join('; '),
    url ?? '',
    `uid: ${uid}`,
    snippet,
  ];
  return lines.filter((line) => line !== '').join('\n   ');
}
