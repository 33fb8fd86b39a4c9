/** Draws a page for the screen whose fields are buttons of a form, with the same items at the same positions. Pure. */
import type { Language } from '../../base/language/languages.js';
import { say, type Sentence } from '../../base/language/sentence.js';
import { frameOf } from '../sheet/ink.js';
import type { FieldItem, Page } from '../types.js';
import { areaOf, drawnInk, escape, font, mm, type InkItem } from './page-svg.js';

export interface Board {
  /** Id of the form that a field submits, as its field `code`. */
  form: string;
  /** Titles of the tracks, in order. */
  tracks: readonly string[];
  language: Language;
}

/** Accessible name of a field, for screen readers. */
function nameOf({ label, code }: FieldItem, tracks: readonly string[]): Sentence {
  const [what = '', number = ''] = label.split(' ');
  if (what === 'album') return say('sheet.start');
  if (what === 'prev' || what === 'play' || what === 'stop' || what === 'next') return say(`sheet.${what}`);
  const title = tracks[Number(number) - 1];
  if (what !== 'track') return say('try.code', { code: String(code) });
  return title === undefined ? say('try.track', { number }) : say('try.track_title', { number, title });
}

/**
 * An HTML button as large as the field's frame, so that a tap on the visible frame counts. The start field
 * has the class `waits`, with which it pulses.
 */
function button(item: FieldItem, { form, tracks, language }: Board): string {
  const name = escape(nameOf(item, tracks).in(language));
  const waits = item.label.startsWith('album ') ? ' waits' : '';
  const sent = `class="paper-field${waits}" form="${form}" name="code" value="${item.code}"`;
  return `<foreignObject ${areaOf(frameOf(item))}><button ${sent} aria-label="${name}"></button></foreignObject>`;
}

/**
 * Returns a whole `<svg>` element for an HTML page. Text next to the fields is hidden from screen readers: the names of
 * the fields contain it.
 */
export function boardSvg(page: Page, board: Board): string {
  const fields = page.items.filter((item): item is FieldItem => item.kind === 'field');
  const ink = page.items.filter((item): item is InkItem => item.kind !== 'field');
  const area = `viewBox="0 0 ${mm(page.width)} ${mm(page.height)}"`;
  const name = escape(say('try.board').in(board.language));
  return `<svg xmlns="http://www.w3.org/2000/svg" ${area} ${font} role="group" aria-label="${name}">
<g aria-hidden="true">${ink.map((item) => drawnInk(item, () => '')).join('\n')}</g>
${fields.map((item) => button(item, board)).join('\n')}
</svg>`;
}
