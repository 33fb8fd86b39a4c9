/** The button that saves a paper, or removes it from the list. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, path, type Html } from '../../response/html.js';

const words = { save: 'saved.save', remove: 'saved.saved' } as const;

/** http/public/papers/saved.js sends it without leaving the page. @param back the address of the page */
export function saveForm(uid: string, isSaved: boolean, back: string): Html {
  const action = isSaved ? 'remove' : 'save';
  return html`<form method="post" action="${path('/papers/saved')}" class="save-paper" data-save="${say(words.save)}"
  data-saved="${say(words.remove)}">
${hidden('action', action)}${hidden('uid', uid)}${hidden('back', back)}
<button class="plain small${isSaved && ' is-saved'}">${say(words[action])}</button></form>`;
}
