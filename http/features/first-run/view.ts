/** The first-run steps for a new user: plain forms, on the start page or on a separate page. */
import { say, type Sentence, type SentenceKey } from '../../../workers/base/language/sentence.js';
import { steps, type Action, type Step } from './progress.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { flag, hidden, html, link, option, path, type Html, type Part } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import type { PenView } from '../../resources/pens/service.js';
import { penLine, reasonsView, type ReasonsPage } from './reasons-view.js';
import type { FirstRunState, SheetFile } from './service.js';

export interface FirstRunPage {
  state: FirstRunState;
  /** The step to show; null after the end. */
  step: Step | null;
  at: 'start' | 'page';
  inboxPath: string;
  albums: readonly AlbumView[];
  pens: readonly PenView[];
  sheetFile: SheetFile;
  /** The values of the settings. */
  values: Readonly<Record<string, unknown>>;
  languages: readonly string[];
}

/** The number of albums offered here; the library page has all. */
const mostAlbums = 24;

export const testSheetPdf = '/download_oid_images?format=pdf';

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
  const own = path(step === null ? '/first-run' : `/first-run?step=${step}`);
  const from = at === 'start' ? path('/first-run/part') : own;
  return html`<section class="first-run" id="first-run" data-live data-from="${from}"
  data-on="first-run.changed album.added album.changed album.removed pens.changed"${
    isShown && html` aria-label="${say('first.title')}"`
  }>${
    isShown &&
    html`${at === 'start' && html`<h2>${say('first.title')}</h2>`}${stepList(page)}${
      step === null ? theEnd(page) : contents[step](page)
    }`
  }</section>`;
}

function stepList(page: FirstRunPage): Html {
  return html`<ol class="first-steps">${steps.map((one) => {
    const words = say(`first.${one}`);
    const mark = isDone[one](page) && html` <span class="good">${say('first.step_done')}</span>`;
    if (one === page.step) return html`<li aria-current="step">${words}${mark}</li>`;
    return html`<li><a href="${path(`/first-run?step=${one}`)}">${words}</a>${mark}</li>`;
  })}</ol>`;
}

/** A skipped step is not done. */
const isDone: Readonly<Record<Step, (page: FirstRunPage) => boolean>> = {
  music: ({ albums }) => albums.length > 0,
  pen: ({ pens }) => pens.length > 0,
  paper: ({ albums }) => albums.some(({ printed }) => printed.length > 0),
  answer: ({ state }) => state.answered,
};

const contents: Readonly<Record<Step, (page: FirstRunPage) => Html>> = { music, pen, paper, answer };

/** Draws the form of a step, and an empty one for the buttons that leave it without its fields. */
const formOf = ({ at }: FirstRunPage, step: Step, content: Html): Html => {
  const fields = html`${hidden('step', step)}${hidden('at', at)}`;
  return html`<form method="post" action="${path('/first-run')}" id="first-leave">${fields}</form>
<form method="post" action="${path('/first-run')}">${fields}
${content}</form>`;
};

const button: ReasonsPage['button'] = (action, words, kind) =>
  html`<button${kind === 'plain' && html` class="plain"`} name="action" value="${action}">${say(words)}</button>`;

const leaving = (action: Action, words: SentenceKey): Html =>
  html`<button class="plain" form="first-leave" name="action" value="${action}">${say(words)}</button>`;

/** Draws the buttons of a step, and those that leave it. */
const ending = ({ state }: FirstRunPage, main: Part, canSkip = true): Html =>
  html`<p class="actions">${main}${canSkip && leaving('skip', 'first.skip')}${
    state.due && leaving('later', 'first.later')
  }</p>`;

function music(page: FirstRunPage): Html {
  const { inboxPath, albums, at } = page;
  const where = html`<code class="where" data-copy="${say('frame.copy')}"
  data-copied="${say('frame.copied')}">${inboxPath}</code>`;
  const count = albums.length;
  return html`<p>${say(at === 'start' ? 'first.music.here' : 'first.music.there', { upload: link('/') })}</p>
<p>${say('first.music.inbox')} ${where}</p>
${count > 0 && html`<p class="good">${say('first.music.done', { count })}</p>`}
${formOf(page, 'music', ending(page, count > 0 && button('next', 'first.next'), count === 0))}`;
}

function pen(page: FirstRunPage): Html {
  const here = page.pens.filter(({ plugged_in }) => plugged_in);
  const isFound = here.length > 0;
  return html`${
    isFound
      ? html`<p>${say('first.pen.found', { count: here.length })}</p>${here.map(penLine)}`
      : html`<p>${say('first.pen.how', { settings: link('/config?all=true#f-pen_paths') })}</p>`
  }
${formOf(page, 'pen', html`${penSettings(page)}${ending(page, isFound && button('next', 'first.next'), !isFound)}`)}`;
}

function penSettings({ albums, values, languages }: FirstRunPage): Html {
  const spoken = languages.map((one) => option(one, say(languageKey(one)), one === values['pen_language']));
  return html`<details class="more"><summary>${say('first.pen.more')}</summary>
<p><label>${say('setting.pen_language')} <select name="pen_language">${spoken}</select></label></p>
<p><input type="hidden" name="pen_auto_sync" value="false"><label class="tick">
<input type="checkbox" name="pen_auto_sync" value="true"${flag('checked', values['pen_auto_sync'] === true)}>
${say('setting.pen_auto_sync')}</label></p>
${albums.length > 0 && chooseAlbums(albums)}
</details>`;
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

/** Returns the album that was added last. */
const newestOf = (albums: readonly AlbumView[]): AlbumView | undefined =>
  albums.reduce<AlbumView | undefined>((last, one) => (last && last.added_at > one.added_at ? last : one), undefined);

/** A button that opens the sheet of the newest album; false without one. */
const printButton = (
  { albums }: FirstRunPage,
  words: 'first.paper.print' | 'first.paper.again',
  kind: 'button' | 'button plain',
): Html | false => {
  const album = newestOf(albums);
  const title = album?.album_title ?? '';
  return (
    album !== undefined &&
    html`<a class="${kind}" href="${path(`/pdf?oids=${album.oid}`)}" target="_blank">${say(words, { title })}</a>`
  );
};

function paper(page: FirstRunPage): Html {
  const print = printButton(page, 'first.paper.print', 'button');
  if (print === false)
    return html`<p>${say('first.paper.empty', { music: link('/first-run?step=music') })}</p>
${formOf(page, 'paper', ending(page, false))}`;
  return html`<p>${say('first.paper.how')}</p>
<p class="actions">${print}</p>
<p class="quiet">${say('first.paper.others', { print: link('/print') })}</p>
${formOf(page, 'paper', ending(page, button('next', 'first.paper.done', 'plain')))}`;
}

function answer(page: FirstRunPage): Html {
  if (page.state.aid !== null) {
    const again = printButton(page, 'first.paper.again', 'button plain');
    const main = html`${button('yes', 'first.answer.now')}${again}`;
    return reasonsView({ ...page, form: formOf(page, 'answer', ending(page, main)), button });
  }
  const buttons = html`${button('yes', 'first.answer.yes')}${button('no', 'first.answer.no', 'plain')}`;
  return html`<p>${say('first.answer.how', { strong })}</p>
<p><strong>${say('first.answer.question')}</strong></p>
${formOf(page, 'answer', ending(page, buttons))}`;
}

const strong = (inside: readonly Part[]): Html => html`<strong>${inside}</strong>`;

function theEnd({ state }: FirstRunPage): Html {
  const places: readonly (readonly [string, Sentence])[] = [
    ['/', say('first.end.music')],
    ['/print', say('first.end.print')],
    ['/library', say('first.end.library')],
  ];
  const words = say(state.answered ? 'first.end.answered' : 'first.end.skipped');
  return html`<p${state.answered && html` class="good"`}>${words}</p>
<p class="actions">${places.map(([to, words]) => html`<a class="button plain" href="${path(to)}">${words}</a>`)}</p>`;
}

/** For the help page. */
export const firstSteps = (): Html => html`<p>${say('help.first', { first: link('/first-run') })}</p>
`;
