/* Shows the result of an upload. The server renders it, and it is a live part of the page. */
import { base } from '../base.js';
import { pageFrom } from '../fetched.js';
import { lookAt } from '../parts.js';
import { words } from './upload-words.js';

/** @import { Card } from './upload-card.js' */

/**
 * @typedef {{ albums: { oid: number }[], rejected: { filename: string, reason: string }[],
 *   warnings: { filename: string, reason: string }[], duplicate_of: number | null }} Added
 */

/** @type {(card: Card, added: Added, omitted: readonly string[]) => Promise<void>} */
export async function showAdded(card, { albums, rejected, warnings, duplicate_of: known }, omitted) {
  const oids = albums.map(({ oid }) => oid).join(',');
  const address = `${base}/uploads/card?oids=${oids}${known === null ? '' : `&known=${known}`}`;
  const notes = [
    ...omitted,
    ...[...rejected, ...warnings].map(({ filename, reason }) => words('rejected', { filename, reason })),
  ];
  const drawn = await part(address, `${base}/library/${albums[0]?.oid ?? ''}`, card.name);
  card.finished(drawn, ...notes);
  // Requests it again, because events between its rendering and its insertion were missed.
  if (drawn.id !== '') lookAt([drawn.id]);
}

/**
 * The part; if the daemon does not answer, a link to the album.
 * @type {(from: string, to: string, name: string) => Promise<Element>}
 */
async function part(from, to, name) {
  const drawn = (await pageFrom(from))?.querySelector('.added');
  // A copy, because the parsed page is discarded.
  if (drawn) return document.importNode(drawn, true);
  return Object.assign(document.createElement('a'), { href: to, textContent: name });
}

/** Updates the progress of a build from events. */
document.addEventListener('live:event', (event) => {
  const { type, data } = /** @type {CustomEvent<{ type: string, data: unknown }>} */ (event).detail;
  if (type !== 'job.progress') return;
  const { kind, oid, done, total } = /** @type {{ kind: string, oid: number, done: number, total: number }} */ (data);
  /** @type {HTMLElement | null} */
  const box = kind === 'build' ? document.querySelector(`[data-builds="${oid}"]`) : null;
  if (box === null || total <= 0) return;
  const [says, bar] = [box.querySelector('p'), box.querySelector('progress')];
  if (says) says.textContent = (box.dataset.share ?? '').replace('{share}', String(Math.floor((100 * done) / total)));
  if (bar) Object.assign(bar, { max: total, value: done });
});
