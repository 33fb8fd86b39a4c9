/** The results of a search. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { html, path, type Html } from '../../response/html.js';
import { searchQuery } from '../papers/address.js';
import { farthest } from '../papers/near.js';
import type { PaperMatches, PaperQuery, PapersFound } from '../papers/service.js';
import { exportLinks } from '../saved/export-links.js';
import { saveForm } from '../saved/save-form.js';
import { screenForm } from '../saved/screen-form.js';
import { howFound } from './brought-by.js';
import { result } from './result.js';
import { total } from './total.js';

export interface Results {
  query: PaperQuery;
  found: PapersFound;
  /** Null if they could not be counted. */
  matches: PaperMatches | null;
  /** The uids of the found papers that are saved. */
  saved: readonly string[];
}

export function results({ query, found: answer, matches, saved }: Results): Html {
  const { papers: found, by } = answer;
  const { limit, distance_threshold: distance } = query;
  const more = (changes: Record<string, string>, words: Sentence): Html =>
    html`<a class="button plain" href="${path(`/papers?${addressOf(query, changes)}`)}">${words}</a>`;
  if (found.length === 0) {
    const anyway = html`<p>${more({ distance: String(farthest) }, say('papers.anyway'))}</p>`;
    const isSorted = by === 'words' && (query.sort ?? 'relevance') !== 'relevance';
    return html`${howFound(answer)}
<div class="empty"><p>${say(isSorted ? 'papers.none_all' : nothingFound[by])}</p>
${by === 'words and meaning' && distance < farthest && anyway}</div>`;
  }
  const here = `/papers?${addressOf(query, {})}`;
  const onMap = path(`/papers/map?${addressOf({ ...query, limit: 10 }, {})}`);
  const isSaved = new Set(saved);
  const next = more({ limit: String(Math.min(1000, limit * 5)) }, say('papers.show_more'));
  return html`${matches !== null && total(matches, query, answer)}
${howFound(answer)}
<ol class="found">${found.map((paper) => result(paper, saveForm(paper.uid, isSaved.has(paper.uid), here)))}</ol>
${exportLinks(`/papers/export?${addressOf(query, {})}`)}
${screenForm(addressOf(query, {}))}
<form method="get" action="${path('/papers/delete')}" id="selected" class="actions">
<button class="plain small">${say('paper_delete.selected')}</button></form>
<p class="quiet"><a href="${onMap}">${say('map.of_these')}</a></p>
${found.length === limit && limit < 1000 && html`<nav class="pager" aria-label="${say('papers.more')}">${next}</nav>`}`;
}

const nothingFound = {
  'words and meaning': 'papers.none_near',
  words: 'papers.none_words',
  fields: 'papers.none_fields',
} as const satisfies Record<PapersFound['by'], string>;

/** The query of an address that repeats a search. Leaves out what is usual. */
function addressOf(query: PaperQuery, changes: Record<string, string>): string {
  const { query: q, limit, distance_threshold: distance, sort = 'relevance', ...lists } = query;
  const given = {
    q,
    ...(limit === 10 ? {} : { limit: String(limit) }),
    ...(distance === 1.1 ? {} : { distance: String(distance) }),
    ...(sort === 'relevance' ? {} : { sort }),
  };
  return searchQuery({ ...given, ...changes }, lists);
}
