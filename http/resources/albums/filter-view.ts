/** The filters of the library that find something, each with the number of remaining albums. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { flag, html, path, type Html, type Part } from '../../response/html.js';
import type { PenView } from '../pens/service.js';
import { shelfOf } from '../pens/shelf.js';
import { choicesOf, type Choice } from './many/choose.js';
import { noPen, withQuery, type LibraryQuery } from './query.js';

/** @param found the albums that the query finds */
export function filterChoice(found: readonly AlbumView[], query: LibraryQuery, pens: readonly PenView[]): Html {
  const ticks = choicesOf(found, query, pens).map((choice) => tick(choice, pens));
  return html`<fieldset class="filters" id="filters" data-live
  data-from="${path(withQuery('/library/filters', { ...query, page: 1 }))}"
  data-on="album.added album.removed album.changed pens.changed library.changed">
<legend class="unseen">${say('library.filters')}</legend>${ticks}</fieldset>`;
}

function tick({ field, value, isOn, count }: Choice, pens: readonly PenView[]): Html {
  const id = `filter-${field}-${encodeURIComponent(value)}`;
  return html`<label class="chip"><input type="checkbox" name="${field}" value="${value}" id="${id}"
  data-choice${flag('checked', isOn)}> <span>${wordsOf(field, value, pens)}</span>
<span class="count">${count}</span></label>`;
}

function wordsOf(field: Choice['field'], value: string, pens: readonly PenView[]): Part {
  if (field === 'filter') return say(value === 'problem' ? 'library.filter.problem' : 'library.filter.not_printed');
  if (value === noPen) return say('library.filter.no_pen');
  const pen = pens.find(({ id }) => id === value);
  return pen === undefined ? value : shelfOf(pen);
}
