/** The page of papers: a search box, its results, and the state of the index. */
import { say, type Sentence, type Words } from '../../../workers/base/language/sentence.js';
import { labelledAddresses } from '../../../workers/base/text/labelled-addresses.js';
import type { PageView } from '../../response/page.js';
import { broughtBy, howFound } from './brought-by.js';
import { keepForm } from '../alerts/keep-form.js';
import { narrowing } from './narrow.js';
import { farthest, nearForm } from './near.js';
import { exportLinks } from '../saved/export-links.js';
import { saveForm } from '../saved/save-form.js';
import { screenForm } from '../saved/screen-form.js';
import type { PaperFound, PaperQuery, PapersFound, PaperStatus } from './service.js';
import { flag, hidden, html, link, path, webAddress, type Html } from '../../response/html.js';

export interface PapersPage {
  status: PaperStatus;
  query: PaperQuery;
  found: PapersFound;
  /** The uids of the found papers that are saved. */
  saved: readonly string[];
  /** Why the search failed, as a sentence. */
  problem: Words | null;
}

export function papersView({ status, query, found, saved, problem }: PapersPage): PageView {
  // Only the state is live: repeating the search at each event would send a request to the embedding API each time.
  const body = html`<section class="papers">
<div class="head"><h1>${say('page.papers')}</h1>
${
  status.papers > 0 &&
  html`<span class="actions"><a class="button plain" href="${path('/papers/saved')}">${say('saved.title')}</a>
<a class="button plain" href="${path('/papers/map')}">${say('map.title')}</a>
<a class="button plain" href="${path('/papers/alerts')}">${say('alerts.title')}</a>
<a class="button plain" href="${path('/papers/imports')}">${say('paper_imports.title')}</a></span>`
}</div>
${status.papers > 0 && searchForm(status, query)}
${problem !== null && html`<p class="note warning" role="alert">${problem}</p>`}
${query.query !== '' && problem === null && html`${results(found, query, saved)}${keepForm(query)}`}
<div id="papers-state" data-live data-on="papers.changed" data-from="${path('/papers')}">${state(status)}</div>
${putIn(status)}
</section>`;
  const title = query.query === '' ? say('page.papers') : say('papers.title', { words: query.query.slice(0, 60) });
  return { title, place: '/papers', body, scripts: ['papers/papers.js', 'papers/saved.js'] };
}

function searchForm(status: PaperStatus, query: PaperQuery): Html {
  return html`<form class="find wide" method="get" action="${path('/papers')}" role="search">
<input type="search" name="q" value="${query.query}" placeholder="${say('papers.search_hint')}"
  aria-label="${say('papers.search')}" aria-describedby="find-help">
${narrowing(status, query)}
<button>${say('papers.search')}</button>
${nearForm(query.distance_threshold)}
</form>
<p class="quiet help" id="find-help">${say('papers.search_help', {
    title: html`<code>title:"graph"</code>`,
    authors: html`<code>authors:"lovelace"</code>`,
    row: html`<code>"deep learning"</code>`,
    beginning: html`<code>equivar*</code>`,
    operators: html`<code>graph AND (speech OR vision) NOT survey</code>`,
    minus: html`<code>-survey</code>`,
  })}</p>`;
}

function results(answer: PapersFound, query: PaperQuery, saved: readonly string[]): Html {
  const { papers: found, by } = answer;
  const { limit, distance_threshold: distance } = query;
  const more = (changes: Record<string, string>, words: Sentence): Html =>
    html`<a class="button plain" href="${path(`/papers?${asked(query, changes)}`)}">${words}</a>`;
  if (found.length === 0) {
    const anyway = html`<p>${more({ distance: String(farthest) }, say('papers.anyway'))}</p>`;
    return html`${howFound(answer)}
<div class="empty"><p>${say(nothingFound[by])}</p>${by === 'words and meaning' && distance < farthest && anyway}</div>`;
  }
  const here = `/papers?${asked(query, {})}`;
  const isSaved = new Set(saved);
  const next = more({ limit: String(Math.min(1000, limit * 5)) }, say('papers.show_more'));
  return html`${howFound(answer)}
<ol class="found">${found.map((paper) => result(paper, saveForm(paper.uid, isSaved.has(paper.uid), here)))}</ol>
${exportLinks(`/papers/export?${asked(query, {})}`)}
${screenForm(asked(query, {}))}
<form method="get" action="${path('/papers/delete')}" id="selected" class="actions">
<button class="plain small">${say('paper_delete.selected')}</button></form>
<p class="quiet"><a href="${path(`/papers/map?${asked({ ...query, limit: 10 }, {})}`)}">${say('map.of_these')}</a></p>
${found.length === limit && limit < 1000 && html`<nav class="pager" aria-label="${say('papers.more')}">${next}</nav>`}`;
}

const nothingFound = {
  'words and meaning': 'papers.none_near',
  words: 'papers.none_words',
  fields: 'papers.none_fields',
} as const satisfies Record<PapersFound['by'], string>;

function asked(
  { query, limit, distance_threshold: distance, conferences, years, sessions }: PaperQuery,
  changes: Record<string, string>,
): string {
  const words = new URLSearchParams({
    q: query,
    ...(limit === 10 ? {} : { limit: String(limit) }),
    ...(distance === 1.1 ? {} : { distance: String(distance) }),
    ...changes,
  });
  for (const [name, values] of [
    ['conference', conferences],
    ['year', years],
    ['session', sessions],
  ] as const)
    for (const value of values) words.append(name, String(value));
  return words.toString();
}

/**
 * @param save the button that saves the paper
 * @param what `itself` has no link to similar papers
 */
export function result(paper: PaperFound, save: Html | false = false, what: 'found' | 'itself' = 'found'): Html {
  const { title, authors, abstract, conference, year, session, distance, found_by: by } = paper;
  const address = webAddress(paper.paper_pdf_url) ?? webAddress(paper.url);
  const named = address !== undefined ? html`<a href="${address}" rel="noreferrer">${title}</a>` : html`${title}`;
  const facts = [
    `${conference} ${year}`,
    session === 'No session' ? '' : session,
    paper.decision ?? '',
    paper.award ?? '',
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
  // The slider hides only papers that were found by meaning alone.
  const isByMeaning = by.length === 1 && by[0] === 'meaning';
  const far = typeof distance === 'number' && isByMeaning && html` data-distance="${distance}"`;
  return html`<li class="paper-found" id="p-${paper.uid}"${far}><h2>${named}</h2>
<p>${authors.join(', ')}</p>
<p class="quiet">${facts}</p>
${broughtBy(paper)}
${
  abstract !== '' &&
  html`<details class="more"${flag('open', abstract.length < 300)}><summary>${say('papers.abstract')}</summary>
<p class="abstract">${abstract}</p></details>`
}
${linksOf(paper.links)}
${(paper.keywords ?? []).length > 0 && html`<p class="quiet">${(paper.keywords ?? []).join(', ')}</p>`}
<div class="actions">${save}${what === 'found' && likeLink(paper)}
${
  what === 'found' &&
  html`<label><input type="checkbox" name="uid" value="${paper.uid}" form="selected"
  aria-label="${say('paper_delete.select', { title })}"> ${say('paper_delete.select_it')}</label>`
}</div></li>`;
}

const likeLink = ({ uid, title }: PaperFound): Html =>
  html`<a href="${path(`/papers/like?${new URLSearchParams({ uid }).toString()}`)}"
  aria-label="${say('papers.like_of', { title })}">${say('papers.like')}</a>`;

/** "code https://…; video https://…" */
function linksOf(links: string | undefined): Html | false {
  const shown = labelledAddresses(links ?? '').flatMap(({ label, address: given }) => {
    const address = webAddress(given);
    return address === undefined ? [] : [html`<a href="${address}" rel="noreferrer">${label}</a>`];
  });
  return shown.length > 0 && html`<p class="quiet">${shown.map((one, n) => [n > 0 && ' · ', one])}</p>`;
}

function stateWord({ state: doing, waiting, fact }: PaperStatus): Html | false {
  // The program tries the default server from time to time, which is not worth a sentence.
  if (fact !== null) return false;
  if (doing === 'embedding') return html`<strong class="piece busy">${say('papers.state.embedding')}</strong>`;
  if (doing === 'waiting') return html`<strong class="piece bad">${say('papers.state.waiting')}</strong>`;
  return waiting === 0 && html`<span class="piece good">${say('papers.state.complete')}</span>`;
}

function refused(count: number, failures: PaperStatus['failures']): Html {
  const list = failures.map(
    ({ title, reason }) => html`<li><strong>${title}</strong> <small lang="en">${reason}</small></li>`,
  );
  return html`<details class="more"><summary>${say('papers.refused', { count })}</summary>
<ul class="plain-list">${list}</ul></details>`;
}

const embedAllAnew = (): Html => html`<form method="post" action="${path('/papers/embed')}">
${hidden('all', 'true')}<button>${say('papers.embed_all')}</button></form>`;

const inputSetting = '/config?all=true#f-embedding_input';
const serverSetting = '/config?all=true#f-llm_backend_url';

function state(status: PaperStatus): Html {
  const { papers, embedded, waiting, failed, failures, problem, fact, progress, elsewhere, lost } = status;
  const { next_run: next, texts_per_request: fewer } = status;
  if (papers === 0 && problem === null) return html`<p class="empty">${say('papers.empty')}</p>`;
  const counts = [
    say('papers.count', { count: papers }),
    say('papers.embedded', { count: embedded }),
    waiting > 0 && say('papers.waiting', { count: waiting }),
    failed > 0 && say('papers.failed', { count: failed }),
  ].filter((count) => count !== false);
  const retried = status.other_model === null && say('papers.retried');
  return html`<article class="card">
<h2>${say('papers.index')} ${stateWord(status)}</h2>
<p>${counts.map((count, n) => [n > 0 && ', ', count])}. ${say('papers.model', {
    model: html`<code>${status.model}</code>`,
  })}</p>
${
  progress !== null &&
  html`<progress value="${progress.done}" max="${Math.max(1, progress.total)}"
  aria-label="${say('papers.progress')}"></progress>`
}
${problem !== null && html`<p class="note warning">${problem} ${retried}</p>`}
${fact !== null && html`<p>${fact} ${link(serverSetting)([say('page.config')])}</p>`}
${lost > 0 && html`<p class="note warning">${say('papers.lost', { count: lost })}</p>`}
${elsewhere > 0 && html`<p class="note warning">${say('papers.elsewhere', { count: elsewhere })}</p>`}
${failures.length > 0 && refused(failed, failures)}
${fewer !== null && html`<p class="quiet">${say('papers.fewer_texts', { count: fewer })}</p>`}
${status.is_improvable && html`<p>${say('papers.improvable', { settings: link(inputSetting) })}</p>`}
<div class="actions">${(status.other_model !== null || status.is_improvable) && embedAllAnew()}
<form method="post" action="${path('/papers/embed')}">
<button class="plain"${flag('disabled', status.state === 'embedding')}>${say('papers.embed_missing')}</button>
</form></div>
${next !== null && html`<p class="quiet">${say('papers.next', { at: new Date(next), settings: link('/config') })}</p>`}
</article>`;
}

/** For the file dialog of browsers. The service decides which names it accepts. */
const endings =
  '.json,.jsonl,.ndjson,.csv,.tsv,.bib,.bibtex,.ris,.nbib,.ciw,.enw,.txt,.xml,.atom,.db,.sqlite,.sqlite3,' +
  '.xlsx,.parquet,.zip,.tar,.tgz,.gz,.bz2,.xz,.zst';

function putIn(status: PaperStatus): Html {
  return html`<details class="card more"${flag('open', status.papers === 0)}><summary>${say('papers.add')}</summary>
<form method="post" action="${path('/papers')}" enctype="multipart/form-data">
<p><label for="paper-files">${say('papers.files')}</label>
<input type="file" id="paper-files" name="files" multiple required
  accept="${endings},application/json,text/csv"></p>
<p class="help">${say('papers.files_help')}</p>
<fieldset><legend>${say('papers.given')}</legend>
<p class="help" id="given-help">${say('papers.given_help')}</p>
<p><label for="paper-conference">${say('papers.conference')}</label>
<input id="paper-conference" name="conference" maxlength="300" autocomplete="off" aria-describedby="given-help"></p>
<p><label for="paper-year">${say('papers.year')}</label>
<input id="paper-year" name="year" inputmode="numeric" pattern="(19|20)[0-9]{2}|2100" maxlength="4" size="6"
  autocomplete="off" aria-describedby="given-help"></p>
</fieldset>
<p class="actions"><button>${say('papers.add_them')}</button></p>
</form></details>`;
}
