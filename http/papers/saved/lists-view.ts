/** The lists of saved papers: the choice of one, filters by reading and decision, and what can be done with a list. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { hidden, html, path, type Html } from '../../response/html.js';
import { savedAddress, screeningAddress } from './address.js';
import { decisionNames } from './saved-forms.js';
import { decisions, type SavedFilter, type SavedListView } from './service.js';

interface Choice {
  words: Sentence | string;
  filter: SavedFilter;
  count?: number;
}

function choices(label: Sentence, all: readonly Choice[], chosen: SavedFilter): Html {
  const here = savedAddress(chosen);
  const links = all.map(({ words, filter, count }) => {
    const address = savedAddress(filter);
    const isHere = address === here && html` aria-current="page"`;
    return html`<a class="chip" href="${path(address)}"${isHere}>${words}
${count !== undefined && html`<span class="count">${count}</span>`}</a>`;
  });
  return html`<nav class="filters" aria-label="${label}">${links}</nav>`;
}

export interface Lists {
  lists: readonly SavedListView[];
  filter: SavedFilter;
  /** All saved papers. */
  all: number;
  unread: number;
}

/** The chosen list. Undefined also if no paper is on it any more. */
export const chosenList = ({ lists, filter }: Pick<Lists, 'lists' | 'filter'>): SavedListView | undefined =>
  lists.find(({ name }) => name === filter.list);

export function listChoices({ lists, filter, all, unread }: Lists): Html {
  const chosen = chosenList({ lists, filter });
  const { list } = filter;
  const counts = chosen ?? { papers: all, unread };
  const byReading = [
    { words: say('saved.all'), filter: { list } },
    { words: say('saved.unread'), filter: { list, read: false }, count: counts.unread },
    { words: say('saved.read'), filter: { list, read: true }, count: counts.papers - counts.unread },
  ];
  const byDecision =
    chosen === undefined || screened(chosen) === 0
      ? []
      : [...decisions, 'none' as const].map((decision) => ({
          ...{ words: say(decisionNames[decision]), filter: { list, decision } },
          count: decision === 'none' ? chosen.papers - screened(chosen) : chosen[decision],
        }));
  const byList = [
    { words: say('saved.title'), filter: {}, count: all },
    ...lists.map(({ name, papers }) => ({ words: name, filter: { list: name }, count: papers })),
  ];
  return html`${lists.length > 0 && choices(say('saved.lists'), byList, { list })}
${choices(say('saved.filters'), [...byReading, ...byDecision], filter)}`;
}

export const screened = ({ yes, maybe, no }: SavedListView): number => yes + maybe + no;

/** Screening, a new name, and the end of a list. */
export const listActions = ({ name }: SavedListView): Html => html`<div class="actions list-actions">
<a class="button" href="${path(screeningAddress(name))}">${say('saved.screen')}</a>
<details class="more"><summary>${say('saved.change_list')}</summary>
<form method="post" action="${path('/papers/lists')}" class="find">${hidden('action', 'rename')}${hidden('list', name)}
<input name="name" value="${name}" required maxlength="300" autocomplete="off"
  aria-label="${say('saved.list_name')}"><button class="plain">${say('saved.rename')}</button></form>
<form method="post" action="${path('/papers/lists')}">${hidden('action', 'delete')}${hidden('list', name)}
<p class="help">${say('saved.delete_list_help')}</p>
<button class="danger">${say('saved.delete_list')}</button></form></details></div>`;
