/** The page of imports: what each has changed, with a button to undo it. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, option, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import type { DeletionChoices, ImportRecord } from './service.js';

export function importsView(imports: readonly ImportRecord[], choices: DeletionChoices): PageView {
  const body = html`<section class="papers">
<p class="quiet"><a href="${path('/papers')}">${say('page.papers')}</a></p>
<div class="head"><h1>${say('paper_imports.title')}</h1></div>
<p class="help">${say('paper_imports.help')}</p>
${imports.length === 0 && html`<p class="empty">${say('paper_imports.none')}</p>`}
<ol class="found">${imports.map(entry)}</ol>
<p><a href="${path('/papers/duplicates')}">${say('paper_merge.title')}</a></p>
${choices.conferences.length > 0 && deleteSlice(choices)}
</section>`;
  return { title: say('paper_imports.title'), place: '/papers', body };
}

function entry(record: ImportRecord): Html {
  const { id, kind, name, started_at: at, ended_at: ended, undone_at: undone, can_undo: canUndo } = record;
  const { added, updated, unchanged, deleted, rejected } = record;
  const counts =
    kind === 'deletion'
      ? say('paper_delete.done', { count: deleted })
      : kind === 'merge'
        ? say('paper_merge.done', { count: updated, deleted })
        : say(rejected > 0 ? 'papers.report_rejected' : 'papers.report', { added, updated, unchanged, rejected });
  return html`<li class="paper-found" id="i-${id}"><h2>${kind === 'merge' ? say('paper_merge.title') : name}</h2>
<p>${counts}</p>
<p class="quiet">${say('paper_imports.at', { id: String(id), at: new Date(at) })}
${ended === null && html`· ${say('paper_imports.unfinished')}`}
${undone !== null && html`· ${say('paper_imports.undone', { at: new Date(undone) })}`}</p>
${
  canUndo &&
  html`<div class="actions"><a class="button plain small" href="${path(`/papers/undo?id=${id}`)}"
  aria-label="${say('paper_imports.undo_it', { name })}">${say('paper_imports.undo')}</a></div>`
}</li>`;
}

/** Lists of preprints may have a name for each paper. */
const mostOptions = 500;

function deleteSlice({ conferences, years }: DeletionChoices): Html {
  return html`<details class="card more"><summary>${say('paper_delete.slice')}</summary>
<form method="get" action="${path('/papers/delete')}">
<p><label for="delete-conference">${say('papers.conference')}</label>
${
  conferences.length > mostOptions
    ? html`<input id="delete-conference" name="conference" required>`
    : html`<select id="delete-conference" name="conference">${conferences.map((name) => option(name, name))}</select>`
}</p>
<p><label for="delete-year">${say('papers.year')}</label>
<select id="delete-year" name="year">${years.map((year) => option(year, String(year)))}</select></p>
<p class="actions"><button class="plain">${say('paper_delete.go')}</button></p>
</form></details>`;
}
