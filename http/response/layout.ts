/** The frame of every page: navigation, what the daemon is doing, the page itself. */
import type { Assets } from './assets.js';
import type { Flash } from './flash.js';
import { html, path, type Html } from './html.js';
import { places, type PageView } from './page.js';

export interface Frame extends PageView {
  assets: Assets;
  flash: Flash | undefined;
  /** Whether the client may see the library; if not, the page has neither navigation nor status. */
  admitted: boolean;
  /** By a login cookie, so that logging out means something. */
  signedIn: boolean;
  /** What the daemon is doing, across the top. */
  statusLine: Html | null;
  version: string;
  /** Id of the newest event that the page knows of. */
  lastEvent?: string;
}

export function layout(frame: Frame): Html {
  const { title, body, assets, flash, admitted, statusLine, scripts = [] } = frame;
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
<body${admitted && frame.lastEvent !== undefined && html` data-last-event="${frame.lastEvent}"`}>
<a class="skip" href="#main">To the content</a>
<header class="top">
<div class="bar"><a class="brand" href="${path('/')}">Tonstift</a>
${admitted && navigation(frame)}</div>
${statusLine}
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
  const link = ([at, name]: [string, string]): Html =>
    at === place
      ? html`<a href="${path(at)}" aria-current="page">${name}</a>`
      : html`<a href="${path(at)}">${name}</a>`;
  const logout = html`<form method="post" action="${path('/logout')}"><button class="link">Log out</button></form>`;
  return html`<nav aria-label="Pages">${Object.entries(places).map(link)}${signedIn && logout}</nav>`;
}

function note({ kind, sentences: [headline, ...more] }: Flash): Html {
  const list = more.length > 0 && html`<ul>${more.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
  return html`<div class="note ${kind}" role="status"><p>${headline}</p>${list}</div>`;
}
