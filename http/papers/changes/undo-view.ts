/** Asks before an import is undone. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, path } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { savedNote, titleList } from './delete-view.js';
import type { UndoQuestion } from './service.js';

export function undoView({ import: record, papers, restored, kept, titles, ...more }: UndoQuestion): PageView {
  const title = record.kind === 'merge' ? say('paper_merge.undo') : say(questions[record.kind], { name: record.name });
  const facts = [
    papers > 0 && say('paper_undo.deletes', { count: papers }),
    restored > 0 && say(record.kind === 'deletion' ? 'paper_undo.returns' : 'paper_undo.restores', { count: restored }),
    kept > 0 && say('paper_undo.keeps', { count: kept }),
  ].filter((fact) => fact !== false);
  const body = html`<section class="narrow">
<h1>${title}</h1>
${facts.length === 0 && html`<p>${say('paper_undo.nothing')}</p>`}
<ul>${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
${savedNote(more)}
${titles.length > 0 && titleList(titles, papers)}
<form method="post" action="${path('/papers/undo')}" class="actions">${hidden('id', record.id)}
<a class="button plain" href="${path('/papers/imports')}">${say('paper_undo.leave')}</a>
${record.can_undo && html`<button class="danger">${say('paper_undo.it')}</button>`}</form>
</section>`;
  return { title, place: '/papers', body };
}

const questions = { import: 'paper_undo.ask', deletion: 'paper_undo.ask_deletion' } as const;
