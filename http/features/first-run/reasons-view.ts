/** Help for a silent sheet: three likely reasons with pictures, then the test sheet. */
import { say, type SentenceKey } from '../../../workers/base/language/sentence.js';
import type { Action } from './progress.js';
import { hidden, html, link, option, path, type Html } from '../../response/html.js';
import type { PenView } from '../../resources/pens/service.js';
import { penProgress, penState } from '../../resources/pens/view.js';
import { orderPicture, scalePicture, tonerPicture } from './pictures.js';
import type { FirstRunState, SheetFile } from './service.js';

export interface ReasonsPage {
  at: 'start' | 'page';
  state: FirstRunState;
  pens: readonly PenView[];
  sheetFile: SheetFile;
  /** The values of the settings. */
  values: Readonly<Record<string, unknown>>;
  /** The form of the step with its buttons. */
  form: Html;
  button: (action: Action, words: SentenceKey, kind?: 'plain') => Html;
}

/** The settings that the test sheet prints, as one choice; see `workers/print/test-sheet/fields.ts`. */
const printers: readonly (readonly [number, readonly number[]])[] = [
  [300, [1]],
  [600, [1, 2, 3]],
  [1200, [1, 2, 3, 4]],
  [2400, [2, 3, 4]],
];

const reasons = [
  ['order', orderPicture],
  ['scale', scalePicture],
  ['toner', tonerPicture],
] as const;

export function reasonsView(page: ReasonsPage): Html {
  const list = reasons.map(
    ([name, picture]) => html`<li>${picture}
<div><h2>${say(`first.reason.${name}`)}</h2><p>${say(`first.reason.${name}.do`)}</p></div></li>`,
  );
  return html`<p>${say('first.reasons')}</p>
<ol class="reasons">${list}</ol>
${page.form}
${testSheet(page)}`;
}

function testSheet(page: ReasonsPage): Html {
  const { at, state, button, values } = page;
  const chosen = `${String(values['print_dpi'])}-${String(values['print_pixel_size'])}`;
  const choices = printers.flatMap(([dpi, dots]) =>
    dots.map((dotSize) => {
      const value = `${dpi}-${dotSize}`;
      return option(value, say('test.setting', { dpi: String(dpi), dotSize }), value === chosen);
    }),
  );
  const row = html`${hidden('at', at)}
<p><label>${say('first.test.row')} <select name="printer">${choices}</select></label></p>
<p class="actions">${button('row', 'first.test.played', 'plain')}</p>`;
  return html`<h2>${say('first.test')}</h2>
<p>${say('first.test.how')}</p>
<form method="post" action="${path('/first-run')}" target="_blank">
<p class="actions">${button('test_sheet', 'first.test.print', 'plain')}</p></form>
${state.aid === 'test_sheet' && fileOnPens(page)}
<p class="quiet">${say('first.test.zip', { zip: link('/download_oid_images') })}</p>
<form method="post" action="${path('/first-run')}">${row}</form>
<p class="quiet">${say('first.test.picture', { setting: link('/config?all=true#f-print_show_start_cover') })}</p>`;
}

/** The place of the test sheet's file. */
function fileOnPens({ pens, sheetFile, values }: ReasonsPage): Html {
  // A pen is ready only if it has the file, also one that was copied by hand.
  const isOnReady = sheetFile.made && values['pen_auto_sync'] !== false;
  const here = pens.filter(({ plugged_in }) => plugged_in);
  if (sheetFile.trouble !== null)
    return html`<div class="note warning"><p>${say('first.test.trouble')}</p><p>${sheetFile.trouble}</p></div>`;
  const away = pens.filter(({ id, plugged_in }) => !plugged_in && sheetFile.pens.includes(id));
  if (here.length + away.length === 0) return html`<p class="note">${say('first.test.plug_in')}</p>`;
  const known = away.map(({ name }) => html`<p class="good">${say('first.test.on_pen', { name })}</p>`);
  return html`${known}${here.map((pen) => {
    const { id, name } = pen;
    if (pen.state === 'ready' && (isOnReady || sheetFile.pens.includes(id)))
      return html`<p class="good safe">${say('first.test.unplug', { name })}</p>`;
    return penLine(pen);
  })}`;
}

/** A pen with its state, its progress and its problems. */
export const penLine = (pen: PenView): Html => html`<div class="first-pen">
<p><strong>${pen.name}</strong> ${penState(pen)}</p>${penProgress(pen)}
${pen.problems.length > 0 && html`<ul>${pen.problems.map(({ reason }) => html`<li>${reason}</li>`)}</ul>`}</div>`;
