/** The page of papers: a search box, its results, and the state of the index. */
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { PageView } from '../../response/page.js';
import { facets } from '../found/facets.js';
import { results, type Results } from '../found/results.js';
import { keepForm } from '../alerts/keep-form.js';
import { exportLinks } from '../saved/export-links.js';
import { nearForm } from './near.js';
import type { PaperStatus } from './service.js';
import { flag, hidden, html, link, path, type Html } from '../../response/html.js';

export interface PapersPage extends Results {
  status: PaperStatus;
  /** Why the search failed, as a sentence. */
  problem: Words | null;
}

export function papersView({ status, problem, ...all }: PapersPage): PageView {
  const { query } = all;
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
${status.papers > 0 && html`${searchForm(status, all)}${searchHelp}`}
${problem !== null && html`<p class="note warning" role="alert">${problem}</p>`}
${query.query !== '' && problem === null && html`${results(all)}${keepForm(query)}`}
<div id="papers-state" data-live data-on="papers.changed" data-from="${path('/papers')}">${state(status)}</div>
${query.query === '' && status.papers > 0 && exportLinks('/papers/export', 'papers.download_all')}
${putIn(status)}
</section>`;
  const title = query.query === '' ? say('page.papers') : say('papers.title', { words: query.query.slice(0, 60) });
  return { title, place: '/papers', body, scripts: ['papers/papers.js', 'papers/saved.js'] };
}

function searchForm(status: PaperStatus, { query, matches }: Results): Html {
  return html`<form class="find wide" method="get" action="${path('/papers')}" role="search">
<input type="search" name="q" value="${query.query}" placeholder="${say('papers.search_hint')}"
  aria-label="${say('papers.search')}" aria-describedby="find-help">
<button>${say('papers.search')}</button>
${facets(status, query, matches)}
${nearForm(query.distance_threshold)}
</form>`;
}

const searchHelp = html`<details class="more search-help"><summary>${say('papers.search_how')}</summary>
<p class="quiet help" id="find-help">${say('papers.search_help', {
  title: html`<code>title:"graph"</code>`,
  authors: html`<code>authors:"lovelace"</code>`,
  row: html`<code>"deep learning"</code>`,
  beginning: html`<code>equivar*</code>`,
  operators: html`<code>graph AND (speech OR vision) NOT survey</code>`,
  minus: html`<code>-survey</code>`,
})}</p></details>`;

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
  return html`<details class="more" id="refused"><summary>${say('papers.refused', { count })}</summary>
<ul class="plain-list">${list}</ul></details>`;
}

const embedAllAnew = (): Html => html`<form method="post" action="${path('/papers/embed')}">
${hidden('all', 'true')}<button>${say('papers.embed_all')}</button></form>`;

const embedMissing = (isRunning: boolean): Html => html`<form method="post" action="${path('/papers/embed')}">
<button class="plain"${flag('disabled', isRunning)}>${say('papers.embed_missing')}</button></form>`;

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
  const isMissing = waiting + failed + elsewhere + lost > 0 || problem !== null;
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
${isMissing && embedMissing(status.state === 'embedding')}</div>
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
