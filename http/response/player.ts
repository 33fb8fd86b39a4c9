/** The player at the end of every page. Its script shows it when a track is played, and on the pages after that. */
import { say } from '../../workers/base/language/sentence.js';
import { html, type Html } from './html.js';

const icon = (lines: string, name = ''): Html =>
  html`<svg class="icon ${name}" viewBox="0 0 24 24" aria-hidden="true"><path d="${lines}"/></svg>`;

const icons = {
  previous: icon('M6 5v14M19 5 9 12l10 7z'),
  go: icon('M7 5v14l11-7z'),
  play: icon('M7 5v14l11-7z', 'when-still'),
  pause: icon('M8 5v14M16 5v14', 'when-playing'),
  next: icon('M18 5v14M5 5l10 7-10 7z'),
  close: icon('m6 6 12 12M18 6 6 18'),
};

/** On a phone it is one line, so that it fits below the sticky button of a page. */
export const player = html`<aside class="player" id="player" aria-label="${say('player.label')}"
  data-continue="${say('player.continue', { title: '{title}', time: '{time}' })}" hidden>
<button type="button" class="plain" data-step="-1" aria-label="${say('player.previous')}">${icons.previous}</button>
<button type="button" class="plain" data-toggle aria-label="${say('player.toggle')}">
${icons.play}${icons.pause}</button>
<a class="title">${say('player.label')}</a>
<button type="button" class="link" data-toggle>${icons.go}<span>${say('player.toggle')}</span></button>
<audio controls preload="none" aria-label="${say('player.sound')}"></audio>
<button type="button" class="plain" data-step="1" aria-label="${say('player.next')}">${icons.next}</button>
<button type="button" class="plain" data-close aria-label="${say('player.close')}">${icons.close}</button>
</aside>`;
