/** One paper with its citation. */
import { citationOf, linkOf } from '../../../workers/papers/reference.js';
import type { Paper } from '../../../workers/papers/types.js';

export interface WholePaper {
  paper: Paper;
  /** For a list of references. */
  citation: string;
  url: string | null;
}

export const wholePaper = (paper: Paper): WholePaper => ({ paper, citation: citationOf(paper), url: linkOf(paper) });

/** Fields that the citation or another part of the text already contains. */
const shown = new Set(['title', 'authors', 'year', 'conference', 'abstract', 'keywords']);

export function textOfPaper({ paper, citation }: WholePaper): string {
  const { title, abstract, keywords = [], ...more } = paper;
  const facts = Object.entries(more).filter(([name]) => !shown.has(name));
  const parts = [
    title,
    citation,
    abstract === '' ? 'It has no abstract.' : abstract,
    keywords.length === 0 ? '' : `Keywords: ${keywords.join(', ')}`,
    facts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${String(value)}`])).join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
