/** The page of problems, and the short list on the start page. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, link, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import type { Problem, ProblemAction } from '../../resources/status/problem.js';

/** More would make the page heavy. Programs get all problems. */
const mostShown = 100;
/** The number of problems on the start page. */
const mostInShort = 3;

export function problemsView(problems: readonly Problem[]): PageView {
  const body = html`<section class="narrow problems-page">
<h1>${say('page.problems')}</h1>
<div id="problems" data-live data-on="problems.changed">${
    problems.length === 0
      ? html`<p class="empty good">${say('problems.none')}</p>`
      : html`<ul class="problems">${problems.slice(0, mostShown).map(row)}</ul>${more(problems.length - mostShown)}`
  }</div>
<p class="quiet">${say('problems.arrivals', { arrivals: link('/#arrivals'), logs: link('/logs') })}</p>
</section>`;
  return { title: say('page.problems'), place: null, body };
}

const more = (count: number): Html | false =>
  count > 0 && html`<p class="quiet">${say('problems.more', { count })}</p>`;

function row(problem: Problem): Html {
  return html`<li>${headOf(problem)}<p>${problem.reason}</p><p class="quiet">${problem.advice}</p>
${problem.actions.length > 0 && html`<div class="actions">${problem.actions.map(actionForm)}</div>`}</li>`;
}

const headOf = ({ kind, what, path: to }: Problem): Html =>
  html`<p><strong class="bad">${say(`problems.kind.${kind}`)}</strong>
<a class="name" href="${path(to)}">${what}</a></p>`;

const actionForm = ({ name, path: to, fields }: ProblemAction): Html =>
  html`<form method="post" action="${path(to)}">${Object.entries(fields).map(([key, value]) => hidden(key, value))}
<button class="plain">${say(`problems.do.${name}`)}</button></form>`;

/** The first problems, shown above the arrivals; empty if there are none. */
export function problemsPart(problems: readonly Problem[]): Html {
  const count = problems.length;
  return html`<section id="problems" data-live data-on="problems.changed" data-from="${path('/problems/short')}"${
    count > 0 && html` aria-labelledby="problems-title"`
  }>${
    count > 0 &&
    html`<h2 id="problems-title">${say('page.problems')}</h2>
<ul class="problems">${problems
      .slice(0, mostInShort)
      .map((problem) => html`<li>${headOf(problem)}<p>${problem.reason}</p></li>`)}</ul>
<p><a href="${path('/problems')}">${say('problems.all', { count })}</a></p>`
  }</section>`;
}

/** For the help page. */
export const problemsHelp = (): Html => html`<p>${say('help.problems', { problems: link('/problems') })}</p>
`;
