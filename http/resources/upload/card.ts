/** The result of an upload and the next step. The page replaces this part after events. */
import * as z from 'zod/v4';
import { readFields } from '../../../workers/base/input/read.js';
import { must, takenAs } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { Fields } from '../../request/fields.js';
import { itemsIn } from '../../request/list-of.js';
import { html, path, type Html } from '../../response/html.js';
import type { Kit } from '../../response/kit.js';
import { actionForm } from '../albums/action-form.js';
import { albumUid } from '../albums/input.js';
import { cover } from '../albums/cover.js';
import { nextStep } from './next-step.js';

const list = takenAs(
  z.string().regex(/^[1-9]\d{0,2}(,[1-9]\d{0,2}){0,991}$/),
  z
    .string()
    .transform((text): unknown => itemsIn(text))
    .pipe(z.array(albumUid).min(1).max(992)),
);

export const cardSchema = z.object({
  oids: must(say('wrong.card_oids'), list),
  /** An album that already has the same tracks. */
  known: albumUid.optional(),
});

/** @throws TonstiftError `bad_field` */
export async function addedCard(query: Fields, { services, show }: Pick<Kit, 'services' | 'show'>): Promise<Html> {
  const { albums, pens, config } = services;
  const { oids, known } = readFields(say('what.added'), cardSchema, query);
  const wanted = new Set(oids);
  const there = albums.list().filter(({ oid }) => wanted.has(oid));
  const at = `/uploads/card?oids=${oids.join(',')}${known === undefined ? '' : `&known=${known}`}`;
  // The twin may be deleted meanwhile; then the new album is the only one.
  const twin = oids.length === 1 && known !== oids[0] ? albums.list().find(({ oid }) => oid === known)?.oid : undefined;
  const watched = known === undefined ? oids : [...oids, known];
  const events = watched.flatMap((oid) => [`album.changed:${oid}`, `album.removed:${oid}`]);
  const covers = await albums.covers(there.slice(0, 1).map(({ oid }) => oid));
  const autoSync = config.values()['pen_auto_sync'] === true;
  const content =
    there.length === 0
      ? html`<p class="quiet">${say('added.gone')}</p>`
      : html`${facts(there, { twin, covers })}${nextStep(there, pens.list(), { autoSync, show })}`;
  return html`<div class="added" id="added-${oids[0]}-${oids.length}" data-live data-from="${path(at)}"
  data-on="${events.join(' ')} pens.changed">${content}</div>`;
}

const removeAgain = html`<button class="plain">${say('upload.remove_again')}</button>`;

function facts(
  albums: readonly AlbumView[],
  { twin, covers }: { twin: number | undefined; covers: ReadonlyMap<number, string> },
): Html {
  const [first, ...others] = albums;
  if (first === undefined) return html``;
  const isOne = others.length === 0;
  const link = ({ oid, album_title: title }: AlbumView): Html =>
    html`<a href="${path(`/library/${oid}`)}">${title}</a>`;
  const count = albums.reduce((sum, { num_tracks: tracks }) => sum + tracks, 0);
  const titles = albums.map((album) => html`<li>${link(album)} (${album.num_tracks})</li>`);
  return html`${isOne && cover(first, covers.get(first.oid))}
<strong class="title">${isOne ? link(first) : say('count.albums', { count: albums.length })}</strong>
<p class="quiet">${say('added.tracks', { count })}
${twin !== undefined && say('upload.known', { count: 1, oid: twin })}</p>
${twin !== undefined && actionForm(first.oid, 'delete', removeAgain)}
${!isOne && html`<ul class="quiet titles">${titles}</ul>`}`;
}
