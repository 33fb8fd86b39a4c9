/** One album, opened in place: tracks to hear and edit, and what can be done with it. */
import { playerModes, type AlbumView, type TrackView } from '../../workers/library/types.js';
import type { PenView } from '../services.js';
import { cover } from './cover.js';
import { flag, html, path, type Html } from './html.js';
import { capitalised, counted, fileSize, modeWords, runningTime, stateWords, totalTime } from './words.js';

/** A form of its own for one action. */
function actionForm(album: AlbumView, action: string, inside: Html, encoding: 'files' | 'fields' = 'fields'): Html {
  const hidden = html`<input type="hidden" name="action" value="${action}"><input type="hidden" name="uid" value="${album.oid}">`;
  return encoding === 'files'
    ? html`<form method="post" action="${path('/library')}" enctype="multipart/form-data">${hidden}${inside}</form>`
    : html`<form method="post" action="${path('/library')}">${hidden}${inside}</form>`;
}

export function albumCard(album: AlbumView, open: boolean, pens: readonly PenView[]): Html {
  const onPen = album.gme_state === 'ready' && pens.some((pen) => pen.plugged_in && pen.albums.includes(album.oid));
  const mark = html`<span class="mark ${album.gme_state}">${onPen ? 'on the pen' : stateWords[album.gme_state]}</span>`;
  return html`<details class="album" id="album-${album.oid}" data-live data-uid="${album.oid}"${flag('open', open)}>
<summary>${cover(album)}<span class="title">${album.album_title}</span><span class="artist">${album.album_artist || ' '}</span>${mark}</summary>
<div class="inside">
${facts(album, pens)}
${editForm(album, pens)}
${more(album)}
</div>
</details>`;
}

function facts(album: AlbumView, pens: readonly PenView[]): Html {
  const file = album.gme_size === null ? null : html` · ${fileSize(album.gme_size)} for the pen`;
  const download =
    album.gme_state === 'ready'
      ? html`<a class="button" href="${path(`/download_gme/${album.oid}`)}" download>Download the file for the pen <small>GME</small></a>`
      : actionForm(
          album,
          'create_gme',
          html`<button>${album.gme_state === 'failed' ? 'Try to make it again' : 'Make the file for the pen now'} <small>GME</small></button>`,
        );
  return html`<div class="facts">
<p>${counted(album.num_tracks, 'track')} · ${totalTime(album)}${file}</p>
<p>${capitalised(modeWords[album.player_mode])}. OID ${album.oid}: <span class="quiet">the number on paper by which the pen knows this album.</span></p>
${album.gme_error !== null && html`<div class="note warning"><p>The file for the pen could not be made: ${album.gme_error}</p><p>Replace or remove the track that is named, then try again. <a href="${path('/logs?level=warn')}">Logs</a></p></div>`}
<div class="actions"><a class="button" href="${path(`/print?oids=${album.oid}`)}">Print its sheet</a> ${album.gme_state === 'building' ? html`<p class="busy">The file for the pen is being made …</p>` : download} ${pens.map((pen) => penAction(album, pen))}</div>
</div>`;
}

/** Onto a pen that is plugged in, or off it. */
function penAction(album: AlbumView, pen: PenView): Html | false {
  if (!pen.plugged_in) return false;
  const which = html`<input type="hidden" name="pen" value="${pen.id}">`;
  const there = pen.albums.includes(album.oid);
  return actionForm(
    album,
    there ? 'delete_from_pen' : 'copy_gme',
    html`${which}<button class="plain">${there ? 'Take off' : 'Copy to'} the pen <small>${pen.name}</small></button>`,
  );
}

/** Typing into the text edits; without a script the button saves. */
function editForm(album: AlbumView, pens: readonly PenView[]): Html {
  const { oid } = album;
  return html`<form class="edit" method="post" action="${path('/library')}" data-edit="${oid}" autocomplete="off">
<input type="hidden" name="action" value="update"><input type="hidden" name="uid" value="${oid}">
<div class="album-fields">
<label>Title <input name="album_title" value="${album.album_title}" maxlength="300" required></label>
<label>Artist <input name="album_artist" value="${album.album_artist}" maxlength="300"></label>
<label class="short">Year <input name="album_year" value="${album.album_year}" inputmode="numeric" pattern="[0-9]{1,4}"></label>
<label class="short">OID <input name="oid" value="${oid}" inputmode="numeric" pattern="[0-9]{1,3}" required></label>
<label>A tap on the pen <select name="player_mode">${playerModes.map((mode) => html`<option value="${mode}"${flag('selected', mode === album.player_mode)}>${modeWords[mode]}</option>`)}</select></label>
<label>Goes onto <select name="on_pens">${penChoices(album, pens).map(([value, words]) => html`<option value="${value}"${flag('selected', value === String(album.on_pens))}>${words}</option>`)}</select></label>
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
<input class="number" name="track_${id}_number" value="${number}" inputmode="numeric" pattern="[0-9]{1,3}" aria-label="Place of track ${number}">
<input class="name" name="track_${id}_title" value="${track.track_title}" maxlength="300" required aria-label="Title of track ${number}">
<span class="time">${runningTime(track.duration)}</span>
<audio controls preload="none" aria-label="Listen to track ${number}" src="${path(`/library/${oid}/tracks/${id}`)}"></audio>
</li>`;
}

function more(album: AlbumView): Html {
  const remove = html`<label>Remove a track <select name="id">${album.tracks.map((track) => html`<option value="${track.id}">${track.track_number}. ${track.track_title}</option>`)}</select></label><button class="plain">Remove it</button>`;
  return html`<details class="more"><summary>Cover, tracks, cleaning up</summary>
${actionForm(album, 'add_cover', html`<label>A new cover <input type="file" name="cover" accept="image/*" required></label><button class="plain">Use it</button>`, 'files')}
${actionForm(album, 'add_tracks', html`<label>More tracks <input type="file" name="files" multiple required accept="audio/*"></label><button class="plain">Add them</button>`, 'files')}
${actionForm(album, 'delete_track', remove)}
${actionForm(album, 'cleanup', html`<p>Remove the file for the pen from the library; it is made again when it is needed.</p><button class="plain">Clean up</button>`)}
</details>
<details class="more delete"><summary>Delete this album</summary>
${actionForm(album, 'delete', html`<p>Deletes <strong>${album.album_title}</strong> with its ${counted(album.num_tracks, 'track')} from the library. This cannot be undone.</p><button class="danger">Delete for good</button>`)}
</details>`;
}
