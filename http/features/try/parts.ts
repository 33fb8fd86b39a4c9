/** The common parts of the pages of the virtual pen: the form of a tap, the sounds, and the actions of the pen. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, path, type Html } from '../../response/html.js';
import { fileSize } from '../../../workers/base/text/file-size.js';
import { mediumPath, tryPath } from './answers.js';
import type { TryAnswer, TryFact, TryPlace, TrySound, TryTap } from './service.js';

/** The id of the form that the fields submit. */
export const tapForm = 'tap';

/** The last tap, for browsers without scripts. */
export interface LastTap {
  tap?: TryTap;
  answer?: TryAnswer;
}

/** The form that keeps the pen's state; its fields are elsewhere on the page. @param query of the current page */
export function formOfTaps(place: TryPlace, last: LastTap, query = ''): Html {
  return html`<form id="${tapForm}" data-tap method="post" action="${path(tryPath(place) + query)}"
  data-cannot="${say('try.cannot_play')}" data-failed="${say('try.no_answer')}"
  data-interrupted="${say('try.interrupted')}">${stateOf(last)}</form>`;
}

/** A form for typing a code. */
export function typedCode(place: TryPlace, last: LastTap): Html {
  return html`<form class="typed" data-tap method="post" action="${path(tryPath(place))}" autocomplete="off">
${stateOf(last)}<label>${say('try.code_typed')}
<input name="code" type="number" inputmode="numeric" min="1" max="65535" required></label>
<button class="plain">${say('try.tap')}</button></form>`;
}

const stateOf = ({ answer }: LastTap): Html => hidden('state', answer?.state ?? '');

/** One player for all sounds, and a line that names the current sound; shown by a script. */
export const player = (): Html => html`<aside class="player try-player" aria-label="${say('player.label')}">
<div><p id="says" role="status">${say('try.ready')}</p>
<audio id="sound" controls preload="auto" hidden></audio></div>
</aside>`;

/** The list of the pen's actions, collapsed; a script adds to it. */
export function whatItDid({ answer }: LastTap): Html {
  const facts = answer === undefined ? [] : [...answer.sounds.flatMap(soundFacts), ...answer.facts.map(fact)];
  return html`<details class="more did" id="did"><summary>${say('try.did')}</summary>
<p class="help">${say('try.did_how')}</p>
<ol id="did-list">${facts.length > 0 ? facts : html`<li class="quiet">${say('try.did_none')}</li>`}</ol></details>`;
}

const soundFacts = ({ facts, title }: TrySound): Html =>
  html`${facts.map(fact)}<li>${say('try.plays', { what: title })}</li>`;

const fact = ({ words, script, unknown }: TryFact): Html =>
  html`<li${unknown === true && html` class="busy"`}>${words}${
    script !== undefined && html` <code>${script}</code>`
  }</li>`;

/** The sounds of the last tap, each with a player, for browsers without scripts. */
export function heard(place: TryPlace, { tap, answer }: LastTap): Html | false {
  if (tap === undefined || answer === undefined) return false;
  const { code } = answer;
  const what = code === 'timer' ? say('try.timer_fired') : say('try.tapped', { code: String(code) });
  const sounds = answer.sounds.map(
    ({ medium, title }) => html`<li><p>${title}</p>
<audio controls preload="none" src="${path(mediumPath(place, medium))}" aria-label="${title}"></audio></li>`,
  );
  return html`<section class="heard" id="heard" aria-labelledby="heard-title">
<h2 id="heard-title">${what}</h2>
${sounds.length === 0 && html`<p>${answer.end}</p>`}
${sounds.length > 0 && html`<ol class="sounds">${sounds}</ol>`}
${answer.more !== null && html`<p class="quiet">${say('try.and_so_on')}</p>`}
${answer.timer !== null && timer(answer.timer)}
</section>`;
}

const timer = (milliseconds: number): Html => html`<p class="without-script">
<button class="plain" form="${tapForm}" name="code" value="timer">${say('try.wait', {
  seconds: milliseconds / 1000,
})}</button></p>`;

/** Uploads a GME file. A script also accepts a file dropped anywhere on the page. @param maxBytes upload limit */
export function fileForm(maxBytes: number): Html {
  const size = fileSize(maxBytes);
  return html`<form class="drop try-drop" id="try-file" method="post" action="${path('/try')}"
  enctype="multipart/form-data" data-sending="${say('try.sending', { share: '{share}' })}"
  data-lost="${say('try.no_answer')}" data-other="${say('try.other_file')}" data-large="${say('try.large', { size })}">
<p class="drop-hint"><span class="with-script">${say('try.drop')}</span>
<span class="without-script">${say('try.choose')}</span></p>
<label>${say('try.file')} <input type="file" name="gme" accept=".gme" required></label>
<p class="actions"><button>${say('try.hear')}</button></p>
<p class="bad" role="alert" id="try-problem" hidden></p>
<p role="status" id="try-sending"></p>
<p class="quiet small">${say('try.kept', { size })}</p>
</form>`;
}

/** Uploads an image of a printed page. A script also accepts a dropped one. @param maxBytes upload limit */
export const pictureForm = (maxBytes: number): Html => html`<form class="drop try-drop" id="try-picture" method="post"
  action="${path('/try/page')}" enctype="multipart/form-data" data-reading="${say('try.paper_reading')}">
<p class="drop-hint">${say('try.paper')}</p>
<p>${say('try.paper_how')}</p>
<label>${say('try.paper_file')} <input type="file" name="image" accept="image/png,image/jpeg" required></label>
<p class="actions"><button>${say('try.paper_read')}</button></p>
<p role="status" class="busy"></p>
<p class="quiet small">${say('try.paper_kept', { size: fileSize(maxBytes) })}</p>
</form>`;

/** Both forms, collapsed, for the page of another file. */
export const otherFile = (maxBytes: number): Html =>
  html`<details class="more"><summary>${say('try.another')}</summary>
${fileForm(maxBytes)}${pictureForm(maxBytes)}</details>`;
