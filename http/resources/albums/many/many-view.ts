/** The controls for many albums: choosing them, and acting on the chosen ones. */
import { say, type Sentence, type SentenceKey } from '../../../../workers/base/language/sentence.js';
import { hidden, html, option, path, type Html } from '../../../response/html.js';
import type { PenView } from '../../pens/service.js';
import { pensChoice } from '../pens-choice.js';

interface Shown {
  /** Number of albums that the query finds. */
  found: number;
  /** Number of them on this page. */
  shown: number;
  /** Number of albums in the library. */
  total: number;
}

/** Shows the number of albums, and controls to choose all of them. */
export function choosing({ found, shown, total }: Shown): Html {
  const albums =
    found === total ? say('count.albums', { count: total }) : say('library.found', { count: found, total });
  const all = say('many.found', { count: found });
  return html`<div class="choosing"><p class="quiet">${albums}</p>
${shown < found && chooser('page', say('many.page', { count: shown }))} ${chooser('found', all)}
<label class="without-script"><input type="checkbox" name="found" value="true"> ${all}</label></div>`;
}

const chooser = (what: 'page' | 'found' | 'none', words: Sentence): Html =>
  html`<button type="button" class="link with-script" id="many-${what}" data-choose="${what}">${words}</button>`;

/** The actions on the chosen albums. With scripts, it is shown only if some are chosen. */
export function manyBar(pens: readonly PenView[]): Html {
  const there = pens.filter((pen) => pen.plugged_in);
  return html`<div class="many" id="many-bar" data-live data-on="pens.changed"
  data-from="${path('/library/filters')}" role="group" aria-label="${say('many.actions')}">
<p><span class="without-script">${say('many.with')}</span>
<output class="with-script" data-words="${say('many.chosen', { count: '{count}' })}"></output>
${chooser('none', say('many.none'))}</p>
<div class="actions">${button('print', 'many.print')}
${there.length > 0 && [penChoice(there), button('copy_gme', 'album.copy'), button('delete_from_pen', 'album.take_off')]}
${button('create_gme', 'many.build')}${button('cleanup', 'album.cleanup')}
${button('delete', 'many.delete', 'danger')}</div>
<details class="more"><summary>${say('many.pens')}</summary>
${pensChoice('all', pens)}${button('choose_pens', 'many.pens_save')}</details>
${facts}</div>`;
}

const button = (action: string, words: SentenceKey, kind = 'plain'): Html =>
  html`<button class="${kind}" name="action" value="${action}" id="many-${action}">${say(words)}</button>`;

const fact = (name: string, words: SentenceKey, more: Html): Html =>
  html`<label>${say(words)} <input name="${name}" placeholder="${say('many.facts_hint')}" ${more}></label>`;

const facts = html`<details class="more"><summary>${say('many.facts')}</summary>
<div class="facts">${fact('album_artist', 'album.artist', html`maxlength="300"`)}
${fact('album_year', 'album.year', html`inputmode="numeric" maxlength="4"`)}
${button('set_artist_year', 'many.facts_save')}</div></details>`;

function penChoice(pens: readonly PenView[]): Html {
  const [only, second] = pens;
  if (only !== undefined && second === undefined) return hidden('pen', only.id);
  const choices = pens.map(({ id, name }) => option(id, name));
  return html`<select name="pen" id="many-pen" aria-label="${say('many.pen')}">${choices}</select>`;
}
