/** The form for the texts and tracks of an album. A script saves while the user types; without it, a button saves. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { discHeadings } from '../../../workers/base/text/discs.js';
import type { AlbumView, TrackView } from '../../../workers/library/types.js';
import { hidden, html, option, path, type Html } from '../../response/html.js';
import {
  isLong,
  loudnesses,
  loudnessWords,
  modeWords,
  playerModes,
  runningTime,
  sounds,
  soundWords,
  spokenTitles,
  spokenTitleWords,
} from '../../response/words.js';
import type { PenView } from '../pens/service.js';
import { concernsBefore } from './concerns.js';
import { pensChoice } from './pens-choice.js';

export function editForm(album: AlbumView, pens: readonly PenView[]): Html {
  const { oid } = album;
  const discs = discHeadings(album.tracks);
  const modes = playerModes.map((mode) => option(mode, modeWords(mode), mode === album.player_mode));
  const levels = loudnesses.map((one) => option(one, loudnessWords(one), one === album.loudness));
  const titles = spokenTitles.map((one) => option(one, spokenTitleWords(one), one === album.spoken_title));
  const renumbering = concernsBefore(album, pens, 'other_oid');
  return html`<form class="edit" id="edit-${oid}" method="post" action="${path('/library')}" data-edit="${oid}"
  data-live data-on="album.changed:${oid}" data-saving="${say('edit.saving')}" data-saved="${say('edit.saved')}"
  data-later="${say('edit.later')}" data-undo="${say('edit.undo')}"
  data-failed="${say('edit.failed', { reason: '{reason}' })}"
  data-back="${say('edit.back', { value: '{value}' })}" autocomplete="off" novalidate>
${hidden('action', 'update')}${hidden('uid', oid)}
<div class="album-fields">
<label>${say('album.title')}
${growing({ name: 'album_title', text: album.album_title, label: say('album.title') })}</label>
<label>${say('album.artist')} <input name="album_artist" value="${album.album_artist}" maxlength="300"></label>
<label class="short">${say('album.year')}
<input name="album_year" value="${album.album_year}" inputmode="numeric" pattern="[0-9]{1,4}"></label>
<label class="short">${say('album.oid')}
<input name="oid" value="${oid}" inputmode="numeric" pattern="[0-9]{1,3}" required></label>
<label>${say('album.mode')} <select name="player_mode">${modes}</select></label>
${soundChoice(album)}
<label>${say('album.loudness')} <select name="loudness">${levels}</select></label>
<label>${say('album.spoken_title')} <select name="spoken_title">${titles}</select></label>
${pensChoice(album.on_pens, pens, wholeChoice)}
</div>
${renumbering && html`<p class="help">${renumbering}</p>`}
<h2>${say('album.tracks')}</h2>
<p class="help with-script">${say('album.order_hint')}</p>
<ol class="tracks" data-moved="${place('track.moved')}"
  data-back="${place('track.back')}">${album.tracks.map((track, n) => trackRow(track, discs[n] ?? null))}</ol>
<p class="actions saving"><button class="plain">${say('album.save')}</button> <output aria-live="polite"></output></p>
</form>`;
}

/** Only for albums whose tracks are converted: pens play MP3. */
function soundChoice({ tracks, sound: chosen }: AlbumView): Html | false {
  const kinds = sounds.map((sound) => option(sound, soundWords(sound), sound === chosen));
  return (
    tracks.some(({ filename }) => !/\.mp3$/i.test(filename)) &&
    html`<label>${say('album.sound')} <select name="sound">${kinds}</select></label>`
  );
}

/** Disabled, because without scripts the form sends the ticks. */
const wholeChoice = (value: string): Html => html`<input name="on_pens" value="${value}" hidden disabled>`;

/** The sentence with its placeholders, which the script fills in. */
const place = (key: 'track.moved' | 'track.back'): Sentence =>
  say(key, { title: '{title}', number: '{number}', count: '{count}' });

const grip = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<path d="M9 5v.01M15 5v.01M9 12v.01M15 12v.01M9 19v.01M15 19v.01"/></svg>`;

/** A field of one line of text that wraps: the hidden copy of the text gives it its height. */
function growing({ name, text, label }: { name: string; text: string; label: Sentence }): Html {
  return html`<span class="grows" data-text="${text}"><textarea class="name" name="${name}" rows="1" maxlength="300"
  required aria-label="${label}">${text}</textarea></span>`;
}

/** The audio is a link; the player of the page handles the click. */
function trackRow(track: TrackView, disc: number | null): Html {
  const { id, track_number: number, album_oid: oid, track_title: title } = track;
  return html`<li id="track-${id}">${disc !== null && html`<h3>${say('disc.heading', { disc: String(disc) })}</h3>`}
<input class="number" name="track_${id}_number" value="${number}" inputmode="numeric" pattern="[0-9]{1,3}"
  aria-label="${say('track.place', { number })}">
<a class="play" href="${path(`/library/${oid}/tracks/${id}`)}" data-play="${title}"
  aria-label="${say('track.listen', { number, title })}">▶</a>
${growing({ name: `track_${id}_title`, text: title, label: say('track.title', { number }) })}
<span class="time">${runningTime(track.duration)}</span>
<button type="button" class="plain handle" id="move-${id}" data-move
  aria-label="${say('track.move', { number, title })}">${grip}</button>
${isLong(track) && html`<p class="help">${say('track.long')}</p>`}
</li>`;
}
