/** The pens in the status line, and the page of pens. */
import { isSentenceKey, say, type SentenceKey, type Words } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { PageView } from '../../response/page.js';
import type { PenView } from './service.js';
import { flag, hidden, html, link, path, type Html, type Part } from '../../response/html.js';
import { fileSize } from '../../../workers/base/text/file-size.js';

/** The state of a pen as text. */
export function penState(pen: PenView): Html {
  const { state, progress } = pen;
  if (state === 'copying') {
    const isMeasured = progress !== null && progress.total > 0;
    const share = isMeasured ? Math.floor((100 * progress.done) / progress.total) : 0;
    const words = isMeasured ? say('pen.copying_share', { share }) : say('pen.copying');
    return html`<strong class="piece busy">${words}</strong>`;
  }
  if (state === 'looking') return html`<strong class="piece busy">${say('pen.looking')}</strong>`;
  if (state === 'problem') {
    const count = pen.problems.length + pen.shadowed.length;
    return html`<a class="piece bad" href="${path('/problems')}">${say('count.problems', { count })}</a>`;
  }
  if (pen.unmounted) return html`<span class="piece good safe">${say('pen.unmounted')}</span>`;
  if (state === 'away') return html`<span class="quiet piece">${say('pen.away')}</span>`;
  return html`<span class="piece good safe">${say('pen.ready')}</span>`;
}

/** A bar while a pen is copied to. */
export const penProgress = ({ progress }: PenView): Html | false =>
  progress !== null &&
  html`<progress value="${progress.done}" max="${Math.max(1, progress.total)}"
  aria-label="${say('pen.copied')}"></progress>`;

export function penStatus(pens: readonly PenView[]): Html {
  const name = html`<a href="${path('/pens')}">${say('page.pens')}</a>`;
  if (pens.length === 0) return html`<p class="calm">${name} <span class="quiet piece">${say('pen.away')}</span></p>`;
  return html`${pens.map((pen) => html`<p>${name} <span class="piece">${pen.name}</span> ${penState(pen)}</p>`)}`;
}

/** A name that was not accepted. */
export interface WrongName {
  pen: string;
  name: string;
  why: Words;
}

/** Titles of the albums by OID. */
type Titles = ReadonlyMap<number, string>;

interface BesidePens {
  autoSync: boolean;
  hints: readonly Part[];
  wrong: WrongName | undefined;
}

export function pensView(
  pens: readonly PenView[],
  albums: readonly AlbumView[],
  { autoSync, hints, wrong }: BesidePens,
): PageView {
  const titles = new Map(albums.map((album) => [album.oid, album.album_title]));
  const cards = (some: readonly PenView[]): Html[] => some.map((pen) => penCard(pen, titles, wrong));
  const old = pens.filter((pen) => pen.long_away);
  const settings = link('/config');
  const setting = html`<code>pen_paths</code>`;
  const body = html`<section class="pens">
<h1>${say('pen.title')}</h1>
<p class="quiet">${say(autoSync ? 'pen.when_plugged' : 'pen.when_asked', { settings })}</p>
${hints}
<p id="notify" data-insecure="${say('pen.notify.insecure')}" data-denied="${say('pen.notify.denied')}"
  data-impossible="${say('pen.notify.impossible')}"
  data-on="${say('pen.notify.on')}" hidden><button type="button" class="plain">${say('pen.notify')}</button>
<small role="status"></small></p>
<div id="pens" data-live data-on="pens.changed album.changed album.removed">${
    pens.length === 0
      ? html`<p class="empty">${say('pen.none', { settings, setting })}</p>`
      : cards(pens.filter((pen) => !pen.long_away))
  }${
    old.length > 0 &&
    html`<details class="more" id="long-away"${flag(
      'open',
      old.some(({ id }) => id === wrong?.pen),
    )}><summary>${say('pen.long_away')} <small>${old.length}</small></summary>
${cards(old)}</details>`
  }</div>
</section>`;
  return { title: say('pen.title'), place: '/pens', body };
}

function penCard(pen: PenView, titles: Titles, wrong: WrongName | undefined): Html {
  const { serial, language, generation, firmware, free_bytes: free, total_bytes: total } = pen;
  const spoken = `setting.pen_language.${language ?? ''}`;
  const speaks = isSentenceKey(spoken) ? say(spoken) : language;
  const known = [serial !== null && say('pen.serial', { serial }), speaks, generation, firmware];
  const kind = known.filter((part) => part !== null && part !== false);
  const space = free !== null && total !== null && say('pen.free', { free: fileSize(free), total: fileSize(total) });
  const actions = pen.plugged_in
    ? [action(pen, 'sync', 'pen.sync'), action(pen, 'eject', 'pen.eject')]
    : [action(pen, 'forget', 'pen.forget')];
  return html`<article class="pen card">
<h2>${pen.name} ${penState(pen)}</h2>
${kind.length > 0 && html`<p class="quiet">${kind.map((part, n): Part => [n > 0 && ' · ', part])}</p>`}
${pen.path !== null && html`<p><code class="where">${pen.path}</code> ${space}</p>`}
${!pen.plugged_in && html`<p class="quiet">${say('pen.last_seen', { at: new Date(pen.last_seen) })}</p>`}
${penProgress(pen)}
${pen.problems.length + pen.shadowed.length > 0 && trouble(pen)}
${contents(pen, titles)}
${nameForm(pen, wrong?.pen === pen.id ? wrong : undefined)}
<div class="actions">${actions}</div>
${!pen.plugged_in && html`<p class="help">${say('pen.forget_why')}</p>`}
</article>`;
}

function nameForm(pen: PenView, wrong: WrongName | undefined): Html {
  const id = encodeURIComponent(pen.id);
  const described = wrong !== undefined && html` aria-invalid="true" aria-describedby="w-${id}" data-dirty autofocus`;
  const isOpen = flag('open', wrong !== undefined);
  return html`<details class="more" id="rename-${id}"${isOpen}><summary>${say('pen.name')}</summary>
<form method="post" action="${path('/pens')}" class="name" autocomplete="off">
${hidden('action', 'rename')}${hidden('pen', pen.id)}
<label>${say('pen.name_label')}
<input name="name" id="n-${id}" value="${wrong?.name ?? pen.given_name ?? ''}"${described}></label>
${wrong !== undefined && html`<p class="why" id="w-${id}">${wrong.why}</p>`}
<p class="help">${say('pen.name_why')}</p>
<button class="plain">${say('pen.name_save')}</button></form></details>`;
}

function trouble({ problems, shadowed }: PenView): Html {
  const strangers = shadowed.map(
    ({ oid, path: file }) => html`<li>${say('pen.shadowed', { file: html`<code>${file}</code>`, oid })}</li>`,
  );
  const reasons = problems.map(({ reason }) => html`<li>${reason}</li>`);
  return html`<div class="note warning"><ul>${reasons}${strangers}</ul></div>`;
}

function contents(pen: PenView, titles: Titles): Html {
  if (pen.albums.length === 0) return html`<p>${say('pen.empty')}</p>`;
  const entry = (oid: number): Html => {
    const title = titles.get(oid);
    if (title === undefined) return html`<li>${say('pen.gone_album')} <small>${oid}</small></li>`;
    return html`<li><a href="${path(`/library/${oid}`)}">${title}</a> <small>${oid}</small></li>`;
  };
  const id = `albums-${encodeURIComponent(pen.id)}`;
  return html`<details class="more" id="${id}"${flag('open', pen.albums.length <= 12)}>
<summary>${say('pen.contents', { count: pen.albums.length })}</summary>
<ul class="plain-list">${pen.albums.map(entry)}</ul></details>`;
}

function action(pen: PenView, name: string, words: SentenceKey): Html {
  const disabled = flag('disabled', pen.state === 'copying' && name === 'eject');
  return html`<form method="post" action="${path('/pens')}">${hidden('action', name)}${hidden('pen', pen.id)}
<button class="plain"${disabled}>${say(words)}</button></form>`;
}
