/** Asks before papers are deleted: their number, and the saved papers and notes concerned. */
import { say } from '../../../workers/base/language/sentence.js';
import type { PapersConcerned, PapersToDelete } from '../../../workers/papers/sql/results.js';
import { hidden, html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';

export function deleteView(what: PapersToDelete, { papers, titles, ...more }: PapersConcerned): PageView {
  const title = say('paper_delete.ask', { count: papers });
  const fields =
    'uids' in what
      ? what.uids.map((uid) => hidden('uid', uid))
      : [hidden('conference', what.conference), hidden('year', what.year)];
  const body = html`<section class="narrow">
<h1>${title}</h1>
${
  papers === 0
    ? html`<p>${say('paper_delete.none')}</p>`
    : html`${'conference' in what && html`<p>${`${what.conference} ${what.year}`}</p>`}
<p>${say('paper_delete.why')}</p>
${savedNote(more)}
${titleList(titles, papers)}`
}
<form method="post" action="${path('/papers/delete')}" class="actions">${fields}
<a class="button plain" href="${path('/papers')}">${say('paper_delete.keep')}</a>
${papers > 0 && html`<button class="danger">${say('paper_delete.it', { count: papers })}</button>`}</form>
</section>`;
  return { title, place: '/papers', body };
}

export const savedNote = ({ saved, notes }: Pick<PapersConcerned, 'saved' | 'notes'>): Html | false =>
  saved > 0 && html`<p class="note warning">${say('paper_delete.saved', { count: saved, notes })}</p>`;

export function titleList(titles: readonly string[], count: number): Html {
  const more = count - titles.length;
  return html`<ul>${titles.map((one) => html`<li>${one}</li>`)}
${more > 0 && html`<li>${say('map.more', { count: more })}</li>`}</ul>`;
}
