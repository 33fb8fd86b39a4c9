/** The page of papers similar to one paper: the paper, filters, and the similar papers. */
import { say } from '../../../../workers/base/language/sentence.js';
import { hidden, html, path, type Html } from '../../../response/html.js';
import type { PageView } from '../../../response/page.js';
import { howFound } from '../../found/brought-by.js';
import { result } from '../../found/result.js';
import { saveForm } from '../../saved/save-form.js';
import { searchQuery } from '../address.js';
import { narrowing } from '../narrow.js';
import type { LikeQuery, PaperFound, PapersLike, PaperStatus } from '../service.js';

export interface LikePage {
  status: PaperStatus;
  query: LikeQuery;
  found: PapersLike;
  /** The uids of the papers on this page that are saved. */
  saved: readonly string[];
}

export function likeView({ status, query, found, saved }: LikePage): PageView {
  const { paper } = found;
  const here = `/papers/like?${addressOf(query)}`;
  const isSaved = new Set(saved);
  const save = ({ uid }: { uid: string }): Html => saveForm(uid, isSaved.has(uid), here);
  const body = html`<section class="papers">
<div class="head"><h1>${say('papers.like')}</h1></div>
<article class="card">
<ol class="found itself">${result({ ...paper, found_by: [], words: [] }, save(paper), 'itself')}</ol>
</article>
${narrowForm(status, query)}
${howFound(found)}
${others(found, query, save)}
</section>`;
  return {
    title: say('papers.like_of', { title: paper.title.slice(0, 60) }),
    place: '/papers',
    body,
    scripts: ['papers/saved.js'],
  };
}

function narrowForm(status: PaperStatus, query: LikeQuery): Html | false {
  const selects = narrowing(status, query);
  if (selects.length === 0) return false;
  return html`<form class="find choices" method="get" action="${path('/papers/like')}">${hidden('uid', query.uid)}
${selects}<button>${say('papers.narrow')}</button></form>`;
}

function others({ papers }: PapersLike, query: LikeQuery, save: (paper: PaperFound) => Html): Html {
  if (papers.length === 0) return html`<div class="empty"><p>${say('papers.none_like')}</p></div>`;
  const { limit } = query;
  const more = path(`/papers/like?${addressOf({ ...query, limit: Math.min(1000, limit * 5) })}`);
  return html`<ol class="found">${papers.map((one) => result(one, save(one)))}</ol>
${
  papers.length === limit &&
  limit < 1000 &&
  html`<nav class="pager" aria-label="${say('papers.more')}"><a class="button plain" href="${more}">${say(
    'papers.show_more',
  )}</a></nav>`
}`;
}

const addressOf = ({ uid, limit, ...lists }: LikeQuery): string => searchQuery({ uid, limit: String(limit) }, lists);
