/** One album, opened in place: tracks to hear and edit, and what can be done with it. */
import type { AlbumView, TrackView } from '../../../workers/library/types.js';
import type { PenView } from '../pens/service.js';
import { cover } from './cover.js';
import { flag, hidden, html, option, path, type Html } from '../../response/html.js';
import {
  capitalised,
  counted,
  fileSize,
  modeWords,
  playerModes,
  runningTime,
  stateWords,
  totalTime,
} from '../../response/words.js';

/** A form of its own for one action. */
function actionForm(album: AlbumView, action: string, inside: Html, encoding: 'files' | 'fields' = 'fields'): Html {
  const content = html`${hidden('action', action)}${hidden('uid', album.oid)}${inside}`;
  return encoding === 'files'
    ? html`<form method="post" action="${path('/library')}" enctype="multipart/form-data">${content}</form>`
    : html`<form method="post" action="${path('/library')}">${content}</form>`;
}

export function albumCard(album: AlbumView, open: boolean, pens: readonly PenView[]): Html {
  const onPen = album.gme_state === 'ready' && pens.some((pen) => pen.plugged_in && pen.albums.includes(album.oid));
  const mark = html`<span class="mark ${album.gme_state}">${onPen ? 'on the pen' : stateWords[album.gme_state]}</span>`;
  const artist = html`<span class="artist">${album.album_artist || ' '}</span>`;
  return html`<details class="album" id="album-${album.oid}" data-live data-uid="${album.oid}"${flag('open', open)}>
<summary>${cover(album)}<span class="title">${album.album_title}</span>${artist}${mark}</summary>
<div class="inside">
${facts(album, pens)}
${editForm(album, pens)}
${more(album)}
</div>
</details>`;
}

function facts(album: AlbumView, pens: readonly PenView[]): Html {
  const file = album.gme_size === null ? null : html` · ${fileSize(album.gme_size)} for the pen`;
  return html`<div class="facts">
<p>${counted(album.num_tracks, 'track')} · ${totalTime(album)}${file}</p>
<p>${capitalised(modeWords[album.player_mode])}. OID ${album.oid}:
<span class="quiet">the number on paper by which the pen knows this album.</span></p>
${album.gme_error !== null && trouble(album.gme_error)}
<div class="actions"><a class="button" href="${path(`/print?oids=${album.oid}`)}">Print its sheet</a>
${fileForPen(album)}
${pens.map((pen) => penAction(album, pen))}</div>
</div>`;
}

const trouble = (gmeError: string): Html => html`<div class="note warning">
<p>The file for the pen could not be made: ${gmeError}</p>
<p>Replace or remove the track that is named, then try again. <a href="${path('/logs?level=warn')}">Logs</a></p></div>`;

/** To be had, to be made, or being made. */
function fileForPen(album: AlbumView): Html {
  if (album.gme_state === 'building') return html`<p class="busy">The file for the pen is being made …</p>`;
  if (album.gme_state === 'ready') {
    const file = path(`/download_gme/${album.oid}`);
    return html`<a class="button" href="${file}" download>Download the file for the pen <small>GME</small></a>`;
  }
  const words = album.gme_state === 'failed' ? 'Try to make it again' : 'Make the file for the pen now';
  return actionForm(album, 'create_gme', html`<button>${words} <small>GME</small></button>`);
}

/** Onto a pen that is plugged in, or off it. */
function penAction(album: AlbumView, pen: PenView): Html | false {
  if (!pen.plugged_in) return false;
  const there = pen.albums.includes(album.oid);
  const words = there ? 'Take off the pen' : 'Copy to the pen';
  return actionForm(
    album,
    there ? 'delete_from_pen' : 'copy_gme',
    html`${hidden('pen', pen.id)}<button class="plain">${words} <small>${pen.name}</small></button>`,
  );
}

/** Typing into the text edits; without a script the button saves. */
function editForm(album: AlbumView, pens: readonly PenView[]): Html {
  const { oid } = album;
  const modes = playerModes.map((mode) => option(mode, modeWords[mode], mode === album.player_mode));
  const chosenPens = String(album.on_pens);
  const penOptions = penChoices(album, pens).map(([value, words]) => option(value, words, value === chosenPens));
  return html`<form class="edit" method="post" action="${path('/library')}" data-edit="${oid}" autocomplete="off">
${hidden('action', 'update')}${hidden('uid', oid)}
<div class="album-fields">
<label>Title <input name="album_title" value="${album.album_title}" maxlength="300" required></label>
<label>Artist <input name="album_artist" value="${album.album_artist}" maxlength="300"></label>
<label class="short">Year
<input name="album_year" value="${album.album_year}" inputmode="numeric" pattern="[0-9]{1,4}"></label>
<label class="short">OID <input name="oid" value="${oid}" inputmode="numeric" pattern="[0-9]{1,3}" required></label>
<label>A tap on the pen <select name="player_mode">${modes}</select></label>
<label>Goes onto <select name="on_pens">${penOptions}</select></label>
</div>
<ol class="tracks">${album.tracks.map((track) => trackRow(track))}</ol>
<p class="actions saving"><button class="plain">Save changes</button> <output aria-live="polite"></output></p>
</form>`;
}

/** All pens, none, each that is known, and the ones that are chosen now. */
function penChoices({ on_pens: chosen }: AlbumView, pens: readonly PenView[]): [value: string, words: string][] {
  const nameOf = (id: string): string => {
    const pen = pens.find((one) => one.id === id || one.serial === id);
    return pen === undefined ? id : `${pen.name} (${id})`;
  };
  const ids = pens.map((pen) => pen.id);
  const choices: [string, string][] = [
    ['all', 'every pen'],
    ['none', 'no pen'],
    ...ids.map((id): [string, string] => [id, `only ${nameOf(id)}`]),
  ];
  if (Array.isArray(chosen) && !ids.includes(String(chosen)))
    choices.push([String(chosen), `only ${chosen.map(nameOf).join(', ')}`]);
  return choices;
}

function trackRow(track: TrackView): Html {
  const { id, track_number: number, album_oid: oid } = track;
  return html`<li>
<input class="number" name="track_${id}_number" value="${number}" inputmode="numeric" pattern="[0-9]{1,3}"
  aria-label="Place of track ${number}">
<input class="name" name="track_${id}_title" value="${track.track_title}" maxlength="300" required
  aria-label="Title of track ${number}">
<span class="time">${runningTime(track.duration)}</span>
<audio controls preload="none" aria-label="Listen to track ${number}"
  src="${path(`/library/${oid}/tracks/${id}`)}"></audio>
</li>`;
}

function more(album: AlbumView): Html {
  const plain = (words: string): Html => html`<button class="plain">${words}</button>`;
  const newCover = html`<label>A new cover <input type="file" name="cover"
  accept="image/jpeg,image/png,image/webp,image/gif" required></label>`;
  const newTracks = html`<label>More tracks
<input type="file" name="files" multiple required accept="audio/*"></label>`;
  const tracks = album.tracks.map((track) => option(track.id, `${track.track_number}. ${track.track_title}`));
  const oneTrack = html`<label>Remove a track <select name="id">${tracks}</select></label>`;
  const cleanup = html`<p>Remove the file for the pen from the library; it is made again when it is needed.</p>
${plain('Clean up')}`;
  const remove = html`<p>Deletes <strong>${album.album_title}</strong> with its ${counted(album.num_tracks, 'track')}
from the library. It can be had back for 30 days.</p>
<button class="danger">Delete it</button>`;
  return html`<details class="more"><summary>Cover, tracks, cleaning up</summary>
${actionForm(album, 'add_cover', html`${newCover}${plain('Use it')}`, 'files')}
${actionForm(album, 'add_tracks', html`${newTracks}${plain('Add them')}`, 'files')}
${actionForm(album, 'delete_track', html`${oneTrack}${plain('Remove it')}`)}
${actionForm(album, 'cleanup', cleanup)}
</details>
<details class="more delete"><summary>Delete this album</summary>
${actionForm(album, 'delete', remove)}
</details>`;
}
