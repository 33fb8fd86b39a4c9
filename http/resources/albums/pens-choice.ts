/** The choice of pens for albums: every pen, no pen, or those that are ticked. Works without scripts. */
import { say, type SentenceKey } from '../../../workers/base/language/sentence.js';
import type { OnPens } from '../../../workers/library/types.js';
import { flag, html, type Html, type Part } from '../../response/html.js';
import type { PenView } from '../pens/service.js';

interface Tick {
  value: string;
  words: string;
  isOn: boolean;
}

/** One for each pen. A pen that is long away, or that is not known any more, is only there if it is chosen. */
function ticksOf(chosen: OnPens, pens: readonly PenView[]): Tick[] {
  const names = Array.isArray(chosen) ? chosen : [];
  // If several pens have one number, one of them has it as its id.
  const penOf = (name: string): PenView | undefined =>
    pens.find(({ id }) => id === name) ?? pens.find(({ serial }) => serial === name);
  const ticks = pens.flatMap((pen): Tick[] => {
    const name = names.find((one) => penOf(one)?.id === pen.id);
    return name === undefined && pen.long_away
      ? []
      : [{ value: name ?? pen.id, words: pen.name, isOn: name !== undefined }];
  });
  const unknown = names.filter((name) => penOf(name) === undefined);
  return [...ticks, ...unknown.map((name) => ({ value: name, words: name, isOn: true }))];
}

/** @param whole returns a field that scripts send instead: it has the whole choice as its value */
export function pensChoice(chosen: OnPens, pens: readonly PenView[], whole?: (value: string) => Part): Html {
  const ticks = ticksOf(chosen, pens);
  const some = ticks.filter(({ isOn }) => isOn).map(({ value }) => value);
  const mode = Array.isArray(chosen) ? 'these' : chosen;
  const radio = (value: typeof mode, words: SentenceKey): Html =>
    html`<label class="tick"><input type="radio" name="on_pens" value="${value}"${flag('checked', value === mode)}>
${say(words)}</label>`;
  const box = ({ value, words, isOn }: Tick): Html =>
    html`<label class="tick"><input type="checkbox" name="on_pens" value="${value}"${flag('checked', isOn)}>
${words}</label>`;
  return html`<fieldset class="pens-choice">
<legend${whole === undefined && html` class="unseen"`}>${say('album.goes_onto')}</legend>
${whole?.(mode === 'these' ? some.join(',') : mode)}
${radio('all', 'album.every_pen')}${radio('none', 'album.no_pen')}
${ticks.length > 0 && [radio('these', 'album.these_pens'), html`<div class="these">${ticks.map(box)}</div>`]}
</fieldset>`;
}
