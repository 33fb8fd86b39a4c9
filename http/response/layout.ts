/** The frame of every page: navigation, the story of the house, the page itself. */
import type { Assets } from './assets.js';
import type { Flash } from './flash.js';
import type { HouseStatus } from '../resources/status/service.js';
import { html, path, type Html } from './html.js';
import { penStory } from '../resources/pens/view.js';
import { counted } from './words.js';

export type Place = '/' | '/library' | '/print' | '/pens' | '/papers' | '/config' | '/logs' | '/help';

const places: readonly (readonly [Place, string])[] = [
  ['/', 'Add music'],
  ['/library', 'Library'],
  ['/print', 'Print'],
  ['/pens', 'Pen'],
  ['/papers', 'Papers'],
  ['/config', 'Settings'],
  ['/logs', 'Logs'],
  ['/help', 'Help'],
];

export interface Frame {
  title: string;
  place: Place | null;
  body: Html;
  scripts?: readonly string[];
  assets: Assets;
  flash: Flash | undefined;
  /** Someone who may see the house; else the page stands alone. */
  admitted: boolean;
  /** By a login cookie, so that logging out means something. */
  signedIn: boolean;
  status: HouseStatus | null;
  version: string;
  /** Id of the newest event that the page knows of. */
  heard?: string;
}

export function layout(frame: Frame): Html {
  const { title, body, assets, flash, admitted, status, scripts = [] } = frame;
  const script = (name: string): Html => html`<script type="module" src="${path(assets.path(name))}"></script>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Tonstift</title>
<link rel="icon" href="${path(assets.path('icon.svg'))}">
<link rel="stylesheet" href="${path(assets.path('style.css'))}">
${admitted && ['live.js', ...scripts].map(script)}
</head>
<body${admitted && frame.heard !== undefined && html` data-heard="${frame.heard}"`}>
<a class="skip" href="#main">To the content</a>
<header class="top">
<div class="bar"><a class="brand" href="${path('/')}">Tonstift</a>
${admitted && navigation(frame)}</div>
${status !== null && story(status)}
</header>
<main id="main">
${flash !== undefined && note(flash)}
${body}
</main>
<footer>Tonstift ${admitted && frame.version} · runs on this machine, loads nothing from elsewhere</footer>
</body>
</html>
`;
}

function navigation({ place, signedIn }: Frame): Html {
  const link = ([at, name]: readonly [Place, string]): Html =>
    at === place
      ? html`<a href="${path(at)}" aria-current="page">${name}</a>`
      : html`<a href="${path(at)}">${name}</a>`;
  const logout = html`<form method="post" action="${path('/logout')}"><button class="link">Log out</button></form>`;
  return html`<nav aria-label="Pages">${places.map(link)}${signedIn && logout}</nav>`;
}

/** The inbox, the library and the pen, in one line each; live. */
function story({ inbox, library, pens }: HouseStatus): Html {
  const first = inbox.arriving.slice(0, 3).map(({ name, files }) => `${name} (${counted(files, 'file')})`);
  const others = inbox.arriving.length - first.length;
  const arriving =
    first.length === 0
      ? html`<span class="quiet piece">nothing is arriving</span>`
      : html`<strong class="busy">arriving: ${first.join(', ')}${others > 0 && ` and ${others} more`}</strong>`;
  const allReady = library.building + library.failed === 0 && library.albums > 0;
  return html`<div class="story" id="story" data-live>
<p><a href="${path('/')}">Inbox</a> <code class="where" data-copy>${inbox.path}</code> ${arriving}</p>
<p><a href="${path('/library')}">Library</a> <span class="piece">${counted(library.albums, 'album')}</span>
${library.building > 0 && html`<strong class="piece busy">${library.building} being made for the pen</strong>`}
${library.failed > 0 && html`<strong class="piece bad">${counted(library.failed, 'problem')}</strong>`}
${allReady && html`<span class="piece good">all ready for the pen</span>`}</p>
${penStory(pens)}
</div>`;
}

function note({ kind, sentences: [headline, ...more] }: Flash): Html {
  const list = more.length > 0 && html`<ul>${more.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
  return html`<div class="note ${kind}" role="status"><p>${headline}</p>${list}</div>`;
}
