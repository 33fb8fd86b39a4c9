/** The papers: a search box, what it found, and the state of the index. */
import type { FoundPaper } from '../../../workers/embeddings/search/search-papers.js';
import type { PageView } from '../../response/page.js';
import type { PaperQuery, PaperStatus } from './service.js';
import { flag, hidden, html, option, path, webAddress, type Html } from '../../response/html.js';
import { capitalised, counted, localTime } from '../../response/words.js';

export interface PapersPage {
  status: PaperStatus;
  query: PaperQuery;
  found: readonly FoundPaper[];
  /** Why there is no answer; a sentence. */
  problem: string | null;
}

export function papersView({ status, query, found, problem }: PapersPage): PageView {
  // Each event says look again; a search must not be made anew each time, with a request to the embedding API.
  const body = html`<section class="papers" data-live-from="${path('/papers')}">
<div class="head"><h1>Papers</h1></div>
${status.papers > 0 && searchForm(status, query)}
${problem !== null && html`<p class="note warning" role="alert">${problem}</p>`}
${query.query !== '' && problem === null && results(found, query)}
<div id="papers-state" data-live>${state(status)}</div>
${putIn(status)}
</section>`;
  return { title: query.query === '' ? 'Papers' : `${query.query.slice(0, 60)} · Papers`, place: '/papers', body };
}

function searchForm(status: PaperStatus, query: PaperQuery): Html {
  const select = (
    name: string,
    values: readonly (string | number)[],
    chosen: readonly (string | number)[],
  ): Html | false => {
    if (values.length <= 1) return false;
    const options = values.map((value) => option(value, String(value), chosen.includes(value)));
    const all = option('', `all ${name}s`);
    return html`<select name="${name}" aria-label="${capitalised(name)}">${all}${options}</select>`;
  };
  return html`<form class="find wide" method="get" action="${path('/papers')}" role="search">
<input type="search" name="q" value="${query.query}" placeholder="What is it about? Who wrote it?"
  aria-label="Search" aria-describedby="find-help">
${select('conference', status.conferences, query.conferences)}
${select('year', status.years, query.years)}
${status.sessions.length <= 200 && select('session', status.sessions, query.sessions)}
<button>Search</button>
</form>
<p class="quiet help" id="find-help">Found by meaning.
<code>title:"graph"</code>, <code>authors:"lovelace"</code> and the like must be in that field.</p>`;
}

/** Any two vectors of length 1 are nearer than this. */
const farthest = 2;

function results(found: readonly FoundPaper[], query: PaperQuery): Html {
  const { limit, distance_threshold: distance } = query;
  const more = (changes: Record<string, string>, words: string): Html =>
    html`<a class="button plain" href="${path(`/papers?${asked(query, changes)}`)}">${words}</a>`;
  if (found.length === 0) {
    const anyway = html`<p>${more({ distance: String(farthest) }, 'Show the nearest anyway')}</p>`;
    return html`<div class="empty"><p>No paper is near enough.</p>${distance < farthest && anyway}</div>`;
  }
  const next = more({ limit: String(Math.min(1000, limit * 5)) }, 'Show more');
  return html`<ol class="found">${found.map(result)}</ol>
${found.length === limit && limit < 1000 && html`<nav class="pager" aria-label="More papers">${next}</nav>`}`;
}

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

function result(paper: FoundPaper): Html {
  const { title, authors, abstract, conference, year, session, distance } = paper;
  const link = webAddress(paper.paper_pdf_url) ?? webAddress(paper.url);
  const named = link !== undefined ? html`<a href="${link}" rel="noreferrer">${title}</a>` : html`${title}`;
  const facts = [
    `${conference} ${year}`,
    session === 'No session' ? '' : session,
    paper.decision ?? '',
    paper.award ?? '',
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
  return html`<li class="paper-found"><h2>${named}</h2>
<p>${authors.join(', ')}</p>
<p class="quiet">${facts}${typeof distance === 'number' && distanceOf(distance)}</p>
${
  abstract !== '' &&
  html`<details class="more"${flag('open', abstract.length < 300)}><summary>Abstract</summary>
<p class="abstract">${abstract}</p></details>`
}
${(paper.keywords ?? []).length > 0 && html`<p class="quiet">${(paper.keywords ?? []).join(', ')}</p>`}</li>`;
}

function distanceOf(distance: number): Html {
  const scale = 'Euclidean: 0 is the same, 1.41 has nothing in common';
  return html` · <span title="${scale}">distance ${distance.toFixed(3)}</span>`;
}

function stateWord({ state: doing, waiting }: PaperStatus): Html | false {
  if (doing === 'embedding') return html`<strong class="piece busy">embedding</strong>`;
  if (doing === 'waiting') return html`<strong class="piece bad">waiting</strong>`;
  return waiting === 0 && html`<span class="piece good">complete</span>`;
}

function refused(count: number, failures: PaperStatus['failures']): Html {
  const list = failures.map(({ title, reason }) => html`<li><strong>${title}</strong> <small>${reason}</small></li>`);
  return html`<details class="more"><summary>${counted(count, 'paper')} refused by the server</summary>
<ul class="plain-list">${list}</ul></details>`;
}

const embedAllAnew = (): Html => html`<form method="post" action="${path('/papers/embed')}">
${hidden('all', 'true')}<button>Embed all papers anew</button></form>`;

function state(status: PaperStatus): Html {
  const { papers, embedded, waiting, failed, failures, problem, progress, next_run: next } = status;
  if (papers === 0 && problem === null)
    return html`<p class="empty">No papers yet. Choose a file below, or copy one into the inbox.</p>`;
  const counts = [
    counted(papers, 'paper'),
    `${embedded.toLocaleString('en')} embedded`,
    waiting > 0 && `${waiting.toLocaleString('en')} waiting`,
    failed > 0 && `${failed.toLocaleString('en')} refused`,
  ].filter((count) => count !== false);
  const retried = status.other_model === null && ' It is tried again by itself.';
  return html`<article class="card">
<h2>The index ${stateWord(status)}</h2>
<p>${counts.join(', ')}. Model <code>${status.model}</code>.</p>
${
  progress !== null &&
  html`<progress value="${progress.done}" max="${Math.max(1, progress.total)}"
  aria-label="Embedded"></progress>`
}
${problem !== null && html`<p class="note warning">${problem}${retried}</p>`}
${failures.length > 0 && refused(failed, failures)}
<div class="actions">${status.other_model !== null && embedAllAnew()}
<form method="post" action="${path('/papers/embed')}">
<button class="plain"${flag('disabled', status.state === 'embedding')}>Embed what is missing now</button></form></div>
${
  next !== null &&
  html`<p class="quiet">Looked at again by itself: ${localTime(next)[1].slice(0, 5)}.
<a href="${path('/config')}">Settings</a></p>`
}
</article>`;
}

function putIn(status: PaperStatus): Html {
  return html`<details class="card more"${flag('open', status.papers === 0)}><summary>Add papers</summary>
<form method="post" action="${path('/papers')}" enctype="multipart/form-data">
<p><label for="paper-files">Files of papers: JSON, JSON Lines or CSV</label>
<input type="file" id="paper-files" name="files" multiple required
  accept=".json,.jsonl,.ndjson,.csv,.tsv,application/json,text/csv"></p>
<p class="help">Each paper needs a title, a year and a conference;
abstract, authors, session, keywords and links are kept too. A paper that is there already is brought up to date.
Files may also be copied into the inbox.</p>
<p class="actions"><button>Add them</button></p>
</form></details>`;
}
