/** Below the results of a search: puts them on a list, and screens it. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, path, type Html } from '../../response/html.js';

/** @param query the query string of the search */
export function screenForm(query: string): Html {
  const fields = new URLSearchParams(query);
  const words = (fields.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
  return html`<form method="post" action="${path('/papers/lists')}" class="find screen-these">
${hidden('action', 'add')}${[...fields].map(([name, value]) => hidden(name, value))}
<label for="screen-list">${say('screening.these')}</label>
<input id="screen-list" name="list" value="${words}" required maxlength="300" autocomplete="off">
<button class="plain small">${say('screening.start')}</button></form>`;
}
