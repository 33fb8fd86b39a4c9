/** The small forms of a saved paper, for its own page and the list: its lists, and whether it is read. */
import { say, type SentenceKey } from '../../../workers/base/language/sentence.js';
import { hidden, html, path, type Html } from '../../response/html.js';
import { savedAddress, screeningAddress } from './address.js';
import { saveForm } from './save-form.js';
import type { Decision, SavedListView, SavedPaperView } from './service.js';

export const decisionNames: Readonly<Record<Decision | 'none', SentenceKey>> = {
  ...{ yes: 'screening.yes', maybe: 'screening.maybe', no: 'screening.no', none: 'screening.none' },
};

export interface FormsOfSaved {
  uid: string;
  /** Undefined if the paper is not saved: then the forms save it. */
  saved: Pick<SavedPaperView, 'lists' | 'read_at'> | undefined;
  /** All lists, to choose from. */
  lists: readonly Pick<SavedListView, 'name'>[];
  /** The address of the page. */
  back: string;
}

/** The button that saves the paper, its lists, and the form that puts it on another one. For the page of a paper. */
export const savedForms = (forms: FormsOfSaved): Html =>
  html`${saveForm(forms.uid, forms.saved !== undefined, forms.back)}
${forms.saved !== undefined && readForm(forms.uid, forms.saved, forms.back)}
${listForms(forms)}${listNames(forms.lists)}`;

/** One button that marks the paper as read or unread. */
export function readForm(uid: string, { read_at: at }: Pick<SavedPaperView, 'read_at'>, back: string): Html {
  const words = at === null ? say('saved.mark_read') : say('saved.mark_unread');
  return html`<form method="post" action="${path('/papers/saved')}">
${hidden('action', 'read')}${hidden('uid', uid)}${hidden('read', String(at === null))}${hidden('back', back)}
<button class="plain small">${words}</button></form>`;
}

/** The page needs `listNames` too, once. */
export function listForms({ uid, saved, back }: Omit<FormsOfSaved, 'lists'>): Html {
  const on = (saved?.lists ?? []).map(
    ({ name, decision }) => html`<li class="chip">
<a href="${path(savedAddress({ list: name }))}">${name}</a>
${
  decision !== null &&
  html`<a class="count" href="${path(`${screeningAddress(name)}&${new URLSearchParams({ uid }).toString()}`)}"
  title="${say('screening.again')}">${say(decisionNames[decision])}</a>`
}
<form method="post" action="${path('/papers/saved')}">${hidden('action', 'remove_from_list')}${hidden('uid', uid)}
${hidden('list', name)}${hidden('back', back)}
<button class="link" aria-label="${say('saved.take_off', { list: name })}">✕</button></form></li>`,
  );
  return html`${on.length > 0 && html`<ul class="on-lists" aria-label="${say('saved.lists')}">${on}</ul>`}
<details class="add-to-list"><summary>${say('saved.add_to_list')}</summary>
<form method="post" action="${path('/papers/saved')}" class="find">
${hidden('action', 'add_to_list')}${hidden('uid', uid)}${hidden('back', back)}
<input name="list" required maxlength="300" list="list-names" autocomplete="off"
  aria-label="${say('saved.list_name')}" placeholder="${say('saved.list_name')}">
<button class="plain small">${say('saved.add')}</button></form></details>`;
}

/** The names that the fields for a list suggest. Once a page. */
export const listNames = (lists: readonly Pick<SavedListView, 'name'>[]): Html =>
  html`<datalist id="list-names">${lists.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>`;
