/** The page for splitting an album: proposals, cuts chosen by hand, and a preview. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView, SplitPart, SplitProposal, TrackView } from '../../../workers/library/types.js';
import { flag, hidden, html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { runningTime } from '../../response/words.js';
import type { PenView } from '../../resources/pens/service.js';
import { actionForm } from '../../resources/albums/action-form.js';
import { concernsBefore } from '../../resources/albums/concerns.js';

interface Shown {
  /** The chosen proposal. */
  by?: SplitProposal['by'] | undefined;
  /** Numbers of the tracks that were chosen by hand. */
  after: readonly number[];
  pens: readonly PenView[];
}

export function splitPage(album: AlbumView, proposals: readonly SplitProposal[], { by, after, pens }: Shown): PageView {
  const { oid, album_title: title } = album;
  const chosen = proposals.find((one) => one.by === (after.length > 0 ? 'after' : by));
  const given = proposals.filter((one) => one.by !== 'after');
  const concerns = concernsBefore(album, pens, 'this');
  const body = html`<section class="rearrange">
<p class="back"><a href="${path(`/library/${oid}`)}">← ${say('split.cancel')}</a></p>
<h1>${say('split.title', { title })}</h1>
<p>${say('split.intro', { oid })}</p>
${concerns && html`<p>${concerns} ${say('split.concerns')}</p>`}
<p class="quiet">${say('split.undo')}</p>
${chosen !== undefined && preview(album, chosen)}
${given.length > 0 && ways(album, given, chosen)}
${album.num_tracks > 1 && byHand(album, cutsOf(album, chosen, after), given.length === 0)}
${album.num_tracks === 1 && html`<p>${say('split.one_track')}</p>`}
</section>`;
  return { title: say('split.title', { title }), place: '/library', body };
}

function ways({ oid }: AlbumView, given: readonly SplitProposal[], chosen: SplitProposal | undefined): Html {
  const links = given.map((proposal) => {
    const words = say(`split.by.${proposal.by}`, { count: proposal.parts.length });
    const to = path(`/library/${oid}/split?by=${proposal.by}`);
    return proposal === chosen
      ? html`<li><strong aria-current="true">${words}</strong></li>`
      : html`<li><a href="${to}">${words}</a></li>`;
  });
  return html`<h2>${say('split.proposals')}</h2><ul class="split-ways">${links}</ul>`;
}

/** The resulting albums, each with an editable title. */
function preview(album: AlbumView, { parts }: SplitProposal): Html {
  const tracks = new Map(album.tracks.map((track) => [track.id, track]));
  const rows = parts.map((part, n) => partRow(album, part, { n: n + 1, tracks }));
  const inside = html`<ol class="parts">${rows}</ol>
<p class="actions"><button>${say('split.do', { count: parts.length })}</button></p>`;
  return html`<h2>${say('split.parts')}</h2>${actionForm(album.oid, 'split', inside)}`;
}

function partRow(
  { oid }: AlbumView,
  part: SplitPart,
  { n, tracks }: { n: number; tracks: ReadonlyMap<number, TrackView> },
): Html {
  const own = part.tracks.flatMap((id) => tracks.get(id) ?? []);
  const time = runningTime(own.reduce((sum, { duration }) => sum + duration, 0));
  const number = n === 1 ? say('split.keeps', { oid }) : say('split.gets');
  return html`<li>${hidden(`part_${n}_tracks`, part.tracks.join(','))}
<label>${say('split.part', { number: n })}
<input name="part_${n}_title" value="${part.album_title}" maxlength="300" required></label>
<details><summary>${say('split.part_facts', { tracks: own.length, time })} · ${number}</summary>
<ol start="1">${own.map(({ track_title: title }) => html`<li>${title}</li>`)}</ol></details></li>`;
}

/** Numbers of the tracks after which it is cut; empty if the parts are not in the order of the tracks. */
function cutsOf(
  { tracks }: AlbumView,
  chosen: SplitProposal | undefined,
  after: readonly number[],
): ReadonlySet<number> {
  if (chosen === undefined || after.length > 0) return new Set(after);
  const inOrder = chosen.parts.flatMap((part) => part.tracks);
  if (inOrder.some((id, at) => tracks[at]?.id !== id)) return new Set();
  let last = 0;
  return new Set(chosen.parts.slice(0, -1).map((part) => (last += part.tracks.length)));
}

function byHand({ oid, tracks }: AlbumView, cuts: ReadonlySet<number>, open: boolean): Html {
  const rows = tracks.map(({ track_number: number, track_title: title }) => {
    const isLast = number === tracks.length;
    const isChosen = flag('checked', cuts.has(number));
    const box = html`<label class="cut"><input type="checkbox" name="after" value="${number}"${isChosen}
  aria-label="${say('split.cut_here', { number, title })}"><span aria-hidden="true">✂</span></label>`;
    return html`<li><span>${number}. ${title}</span>${!isLast && box}</li>`;
  });
  return html`<details class="by-hand"${open && html` open`}><summary>${say('split.by_hand')}</summary>
<form method="get" action="${path(`/library/${oid}/split`)}"><ul class="cuts">${rows}</ul>
<p class="actions"><button class="plain">${say('split.show')}</button></p></form></details>`;
}
