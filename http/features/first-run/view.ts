/** The first-run steps for a new user: plain forms, on the start page or on a page of their own. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { flag, hidden, html, link, option, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import type { PenView } from '../../resources/pens/service.js';
import { stepAfter, steps, type FirstRunState, type Step } from './service.js';

export interface FirstRunPage {
  state: FirstRunState;
  /** The step to show. */
  step: Step;
  at: 'start' | 'page';
  inboxPath: string;
  albums: readonly AlbumView[];
  pens: readonly PenView[];
  /** The values of the settings. */
  values: Readonly<Record<string, unknown>>;
  languages: readonly string[];
}

/** The number of albums offered here; the library page has all. */
const mostAlbums = 24;

/** The settings that the test sheet prints, as one choice; see `workers/print/test-sheet/fields.ts`. */
const printers: readonly (readonly [number, readonly number[]])[] = [
  [300, [1]],
  [600, [1, 2, 3]],
  [1200, [1, 2, 3, 4]],
  [2400, [2, 3, 4]],
];

export function firstRunView(page: FirstRunPage): PageView {
  const body = html`<section class="upload"><h1>${say('first.title')}</h1>
${firstRunPart(page)}
<p class="quiet">${say('first.help', { help: link('/help') })}</p></section>`;
  return { title: say('first.title'), place: null, body };
}

/** The steps without a page. On the start page, it is empty if the steps are not due. */
export function firstRunPart(page: FirstRunPage): Html {
  const { state, step, at } = page;
  const isShown = at === 'page' || state.due;
  const from = at === 'start' ? path('/first-run/part') : path(`/first-run?step=${step}`);
  return html`<section class="first-run" id="first-run" data-live data-from="${from}"
  data-on="first-run.changed album.added album.removed pens.changed"${
    isShown && html` aria-label="${say('first.title')}"`
  }>${
    isShown && html`${at === 'start' && html`<h2>${say('first.title')}</h2>`}${stepList(page)}${stepForm(page)}`
  }</section>`;
}

function stepList({ step, state }: FirstRunPage): Html {
  const reached = steps.indexOf(state.step);
  return html`<ol class="first-steps">${steps.map((one, n) => {
    const words = say(`first.${one}`);
    if (one === step) return html`<li aria-current="step">${words}</li>`;
    const mark = n < reached && html` <span class="good">${say('first.step_done')}</span>`;
    return html`<li><a href="${path(`/first-run?step=${one}`)}">${words}</a>${mark}</li>`;
  })}</ol>`;
}

function stepForm(page: FirstRunPage): Html {
  const { step, at, state } = page;
  const content = { music, paper, pen }[step](page);
  const next = stepAfter(step) === null ? say('first.finish') : say('first.next');
  return html`<form method="post" action="${path('/first-run')}">${hidden('step', step)}${hidden('at', at)}
${content}
<p class="actions"><button name="action" value="next">${next}</button>
${state.due && html`<button class="plain" name="action" value="skip">${say('first.skip')}</button>`}</p>
</form>`;
}

function music({ inboxPath, albums, at }: FirstRunPage): Html {
  const where = html`<code class="where" data-copy="${say('frame.copy')}"
  data-copied="${say('frame.copied')}">${inboxPath}</code>`;
  const count = albums.length;
  return html`<p>${say(at === 'start' ? 'first.music.here' : 'first.music.there', { upload: link('/') })}</p>
<p>${say('first.music.inbox')} ${where}</p>
${count > 0 && html`<p class="good">${say('first.music.done', { count })}</p>`}`;
}

function paper({ values }: FirstRunPage): Html {
  const chosen = `${String(values['print_dpi'])}-${String(values['print_pixel_size'])}`;
  const choices = printers.flatMap(([dpi, dots]) =>
    dots.map((dotSize) => {
      const value = `${dpi}-${dotSize}`;
      return option(value, say('test.setting', { dpi: String(dpi), dotSize }), value === chosen);
    }),
  );
  const [sheet, zip] = [path('/download_oid_images?format=pdf'), path('/download_oid_images')];
  return html`<p>${say('first.paper.how')}</p>
<p class="actions"><a class="button plain" href="${sheet}">${say('first.paper.sheet')}</a>
<a class="button plain" href="${zip}">${say('first.paper.zip')}</a></p>
<p><label>${say('first.paper.printer')} <select name="printer">${choices}</select></label></p>`;
}

function pen({ pens, albums, values, languages }: FirstRunPage): Html {
  const here = pens.filter(({ plugged_in }) => plugged_in);
  const found =
    here.length === 0
      ? html`<p>${say('first.pen.how', { settings: link('/config?all=true#f-pen_paths') })}</p>`
      : html`<p class="good">${say('first.pen.found', { names: here.map(({ name }) => name).join(', ') })}</p>`;
  const spoken = languages.map((one) => option(one, say(languageKey(one)), one === values['pen_language']));
  return html`${found}
<p><label>${say('setting.pen_language')} <select name="pen_language">${spoken}</select></label></p>
<p><input type="hidden" name="pen_auto_sync" value="false"><label class="tick">
<input type="checkbox" name="pen_auto_sync" value="true"${flag('checked', values['pen_auto_sync'] === true)}>
${say('setting.pen_auto_sync')}</label></p>
${albums.length > 0 && chooseAlbums(albums)}`;
}

function chooseAlbums(albums: readonly AlbumView[]): Html {
  const shown = albums.slice(-mostAlbums).reverse();
  const others = albums.length - shown.length;
  const ticks = shown.map(
    ({ oid, album_title: title, on_pens: on }) => html`<label class="tick">${hidden('shown', oid)}
<input type="checkbox" name="albums" value="${oid}"${flag('checked', on !== 'none')}> <span>${title}</span></label>`,
  );
  return html`<fieldset><legend>${say('first.pen.albums')}</legend>${ticks}
${others > 0 && html`<p class="quiet">${say('first.pen.others', { count: others, library: link('/library') })}</p>`}
</fieldset>`;
}

const languageKey = (language: string) =>
  `setting.pen_language.${(language === '' ? 'empty' : language) as 'GERMAN' | 'empty'}` as const;

/** For the help page. */
export const firstSteps = (): Html => html`<p>${say('help.first', { first: link('/first-run') })}</p>
`;
