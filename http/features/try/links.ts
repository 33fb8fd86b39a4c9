/** Links to the virtual pen on other pages. */
import { say } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import { html, link, path, type Html } from '../../response/html.js';

export const tryAlbum = ({ oid }: AlbumView): Html =>
  html`<a class="button plain" href="${path(`/library/${oid}/try`)}">${say('try.album')}</a>`;

export const tryAdded = ({ oid }: AlbumView): Html =>
  html` <a href="${path(`/library/${oid}/try`)}">${say('added.try')}</a>`;

export const pensHint = (): Html => html`<p class="quiet">${say('try.pens', { try: link('/try') })}</p>`;

/** For one album, links to its sheet on the screen; otherwise to the page of the virtual pen. */
export const printHint = ([only, second]: readonly number[]): Html =>
  html`<p class="help">${say('try.print_hint', {
    try: link(only === undefined || second !== undefined ? '/try' : `/library/${only}/try`),
  })}</p>`;

export const helpOfTrying = (): Html => html`<p>${say('help.print.try', { try: link('/try') })}</p>
`;
