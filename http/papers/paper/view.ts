/** The page of a paper: all that is known of it, similar papers, and citations to copy. */
import { say } from '../../../workers/base/language/sentence.js';
import type { Paper } from '../../../workers/papers/types.js';
import { html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { linksOf, pageOf } from '../found/addresses.js';
import { factsOf, likePath } from '../found/result.js';
import { citationFormats, type PaperCitations, type PapersLike } from '../papers/service.js';
import { noteForm } from '../saved/note-form.js';
import { savedForms } from '../saved/saved-forms.js';
import type { SavedListView, SavedPaperView } from '../saved/service.js';

export interface PaperPage {
  paper: Paper;
  citations: PaperCitations;
  /** Undefined if it is not saved. */
  saved: SavedPaperView | undefined;
  /** All lists. */
  lists: readonly SavedListView[];
  /** Null if similar papers cannot be searched now. */
  similar: PapersLike | null;
}

const names: Readonly<Record<keyof PaperCitations, string>> = { bibtex: 'BibTeX', ris: 'RIS', csl: 'CSL-JSON' };

export function paperView({ paper, citations, saved, lists, similar }: PaperPage): PageView {
  const { uid, title, abstract, keywords = [] } = paper;
  const back = pageOf(uid).text;
  const body = html`<section class="papers">
<p class="quiet"><a href="${path('/papers')}">${say('page.papers')}</a></p>
<article class="card paper-found paper-page" id="p-${uid}">
<h1>${title}</h1>
${authorsOf(paper)}
<p class="quiet">${factsOf(paper)}</p>
${linksOf(paper)}
<h2>${say('papers.abstract')}</h2>
${abstract === '' ? html`<p class="quiet">${say('papers.no_abstract')}</p>` : html`<p class="abstract">${abstract}</p>`}
${keywords.length > 0 && html`<p class="quiet">${say('papers.keywords', { words: keywords.join(', ') })}</p>`}
<div class="actions">${savedForms({ uid, saved, lists, back })}</div>
${saved !== undefined && noteForm(uid, saved.note)}
</article>
${similar !== null && similarTo(uid, similar)}
${citationsOf(citations)}
</section>`;
  return { title: title.slice(0, 100), place: '/papers', body, scripts: ['papers/saved.js'] };
}

/** Further authors are not linked: a paper may have thousands. */
const mostLinked = 100;

function authorsOf({ authors }: Paper): Html {
  const all = authors.map((author, n) => [n > 0 && ', ', n < mostLinked ? authorLink(author) : author]);
  return html`<p class="authors">${all}</p>`;
}

/** A quotation mark would end the value of a filter. */
function authorLink(author: string): Html {
  const [part = ''] = author.split('"').sort((one, other) => other.length - one.length);
  const q = `authors:"${part.trim()}"`;
  return html`<a href="${path(`/papers?${new URLSearchParams({ q }).toString()}`)}"
  aria-label="${say('papers.by_author', { author })}">${author}</a>`;
}

function similarTo(uid: string, { papers, why }: PapersLike): Html | false {
  if (papers.length === 0) return false;
  const list = papers.map(
    (one) => html`<li><a href="${pageOf(one.uid)}">${one.title}</a> <small class="quiet">${factsOf(one)}</small></li>`,
  );
  return html`<section class="card" aria-labelledby="similar-title"><h2 id="similar-title">${say('papers.like')}</h2>
${why !== null && html`<p class="quiet">${say('papers.by_words')} ${why}</p>`}
<ul class="plain-list similar">${list}</ul>
<p><a href="${likePath(uid)}">${say('papers.all_like')}</a></p></section>`;
}

/** Without scripts, a click selects a text, and its keyboard focus makes it scroll. */
function citationsOf(citations: PaperCitations): Html {
  const texts = citationFormats.map((format) => {
    const copy = html`data-copy="${say('frame.copy')}" data-copied="${say('frame.copied')}"`;
    return html`<details class="more"><summary>${names[format]}</summary>
<pre class="citation" tabindex="0" role="group" aria-label="${names[format]}"
  ${copy}>${citations[format]}</pre></details>`;
  });
  return html`<section class="card" aria-labelledby="cite-title"><h2 id="cite-title">${say('papers.cite')}</h2>
<p class="help">${say('papers.cite_help')}</p>
${texts}</section>`;
}
