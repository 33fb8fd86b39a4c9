/** The frame of every page: navigation, status of the daemon, and the content. */
import { languageNames, languages, type Language } from '../../workers/base/language/languages.js';
import { say, type SentenceKey } from '../../workers/base/language/sentence.js';
import type { Assets } from './assets.js';
import type { Flash } from './flash.js';
import { html, link, path, type Html, type Part, type Path } from './html.js';
import { mainPlaces, type PageView } from './page.js';
import { player } from './player.js';
import { themes, type Theme } from '../request/theme.js';

export interface Frame extends PageView {
  assets: Assets;
  language: Language;
  theme: Theme;
  /** Path and query of the page, which the links to other languages use. */
  address: string;
  flash: Flash | undefined;
  /** False if the client may not see the library. Then the page has neither navigation nor status. */
  admitted: boolean;
  /** True if a login cookie is set, so that the client can log out. */
  signedIn: boolean;
  /** The status of the daemon, at the top. */
  statusLine: Html | null;
  places: readonly [path: string, name: SentenceKey][];
  version: string;
  /** Identifies this version of the program and its assets. */
  build: string;
  /** Id of the newest event that the page includes. */
  lastEvent?: string;
  /** Parts that features show at the end of the page. */
  end: readonly Part[];
}

export function layout(frame: Frame): Html {
  const { title, body, assets, flash, admitted, statusLine, scripts = [] } = frame;
  const script = (name: string): Html => html`<script type="module" src="${path(assets.path(name))}"></script>`;
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${colorSchemes[frame.theme]}">
<title>${title} · Tonstift</title>
<link rel="icon" href="${path(assets.path('icon.svg'))}">
<link rel="apple-touch-icon" href="${path(assets.path('icon-192.png'))}">
<link rel="manifest" href="${path(assets.path('app.webmanifest'))}">
<link rel="stylesheet" href="${path(assets.path('style.css'))}">
${darkColors(frame)}
${admitted && ['live.js', 'player.js', ...scripts].map(script)}
</head>
<body${admitted && html` data-build="${frame.build}"`}${
    admitted && frame.lastEvent !== undefined && html` data-last-event="${frame.lastEvent}"`
  }>
<a class="skip" href="#main">${say('frame.skip')}</a>
<header class="top">
<div class="bar"><a class="brand" href="${path('/')}">Tonstift</a>
${admitted && navigation(frame)}</div>
${statusLine}
</header>
${admitted && alone(frame)}
<main id="main">
${flash !== undefined && note(flash)}
${body}
</main>
<footer>Tonstift ${admitted && frame.version}
${languageChoice(frame)}${themeChoice(frame)}</footer>
${admitted && player}
${frame.end}
</body>
</html>
`;
}

function navigation({ place, places, signedIn }: Frame): Html {
  const link = ([at, name]: Frame['places'][number]): Html =>
    at === place
      ? html`<a href="${path(at)}" aria-current="page">${say(name)}</a>`
      : html`<a href="${path(at)}">${say(name)}</a>`;
  const logout = html`<form method="post" action="${path('/logout')}">
<button class="link">${say('frame.logout')}</button></form>`;
  const [main, others] = [places.slice(0, mainPlaces), places.slice(mainPlaces)];
  // On a phone, the other pages are in a menu; the style sheet shows one of the two.
  return html`<nav aria-label="${say('frame.pages')}">${main.map(link)}
<span class="others">${others.map(link)}${signedIn && logout}</span>
<details class="menu"><summary aria-label="${say('frame.more_pages')}">☰</summary>
<div>${others.map(link)}${signedIn && logout}</div></details></nav>`;
}

/**
 * Shown by the page's scripts if it has lost the daemon or its session, if it is out of date, or if a track that should
 * play is deleted. Each note says what is safe to do. It also carries the other texts of the scripts.
 */
function alone({ address }: Frame): Html {
  const login = link(`/login?next=${encodeURIComponent(address)}`);
  return html`<div id="alone" aria-live="assertive" data-copy-words="${say('title.copy')}"
  data-restore="${say('title.restore')}"
  data-import="${say('title.import')}" data-papers="${say('title.papers')}" data-build="${say('title.build')}"
  data-embed="${say('title.embed')}" data-ready="${say('pen.notification', { pen: '{pen}' })}"
  data-unsent="${say('frame.unsent')}" data-unsent-login="${say('frame.unsent_login')}"
  data-login="${say('login.title')}">
<p class="note warning when-lost">${say('frame.lost', { since: html`<time></time>` })}</p>
<p class="note warning when-signed-out">${say('frame.signed_out', { login })}</p>
<p class="note when-older">${say('frame.older', { reload: link(address) })}</p>
<p class="note warning when-gone">${say('player.gone')}</p></div>`;
}

/** The values of CSS `color-scheme`. */
const colorSchemes: Readonly<Record<Theme, string>> = { system: 'light dark', light: 'light', dark: 'dark' };

/** The dark stylesheet: if it was chosen, on every screen, otherwise if the system is dark. */
function darkColors({ assets, theme }: Frame): Html | false {
  const media = theme === 'dark' ? 'screen' : '(prefers-color-scheme: dark)';
  return theme !== 'light' && html`<link rel="stylesheet" media="${media}" href="${path(assets.path('dark.css'))}">`;
}

/** Each language is named in itself. */
function languageChoice({ language, address }: Frame): Html {
  const links = languages.map((other) => {
    const name = languageNames[other];
    return other === language
      ? html`<span aria-current="true">${name}</span>`
      : html`<a href="${withChoice(address, 'language', other)}" lang="${other}" hreflang="${other}">${name}</a>`;
  });
  return html`<nav class="choice" aria-label="${say('frame.language')}">${links}</nav>`;
}

function themeChoice({ theme, address }: Frame): Html {
  const links = themes.map((other) => {
    const name = say(`frame.theme.${other}`);
    return other === theme
      ? html`<span aria-current="true">${name}</span>`
      : html`<a href="${withChoice(address, 'theme', other)}">${name}</a>`;
  });
  return html`<nav class="choice" aria-label="${say('frame.theme')}">${links}</nav>`;
}

/** The address of the page with the choice added. */
function withChoice(address: string, name: string, value: string): Path {
  const [at = '/', ...query] = address.split('?');
  const target = new URLSearchParams(query.join('?'));
  target.set(name, value);
  return path(`${at}?${target.toString()}`);
}

function note({ kind, sentences: [headline, ...more] }: Flash): Html {
  const list = more.length > 0 && html`<ul>${more.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
  return html`<div class="note ${kind}" role="status"><p>${headline}</p>${list}</div>`;
}
