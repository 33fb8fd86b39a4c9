/** The form for the note on a saved paper. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, path, type Html } from '../../response/html.js';
import { longestNote } from './input.js';

/** A note that was not stored, because it was changed elsewhere meanwhile. */
export interface Unkept {
  uid: string;
  typed: string;
}

/** HTML parsers drop a line break at the start of a textarea, so the template has one. */
export function noteForm(uid: string, note: string, unkept?: Unkept): Html {
  const typed = unkept?.typed ?? note;
  const lines = Math.min(12, Math.max(2, typed.split('\n').length));
  return html`<form method="post" action="${path('/papers/saved')}" class="paper-note" data-note
  data-kept="${say('saved.kept')}" data-unkept="${say('saved.unkept')}">
${hidden('action', 'note')}${hidden('uid', uid)}<textarea name="shown" hidden>
${note}</textarea>
${
  unkept !== undefined &&
  html`<div class="note warning" role="alert"><p>${say('saved.changed')}</p>
<p class="stored">${note}</p></div>`
}
<label for="n-${uid}">${say('saved.note')}</label>
<textarea id="n-${uid}" name="note" rows="${lines}" maxlength="${longestNote}">
${typed}</textarea>
<p class="actions"><button class="plain small">${say('saved.keep')}</button> <output></output></p></form>`;
}
