/** The texts of the upload scripts, on every page: attributes of one hidden element. */
import { say, type SentenceKey } from '../../../workers/base/language/sentence.js';
import { html, type Html } from '../../response/html.js';
import { accepted } from '../../resources/upload/view.js';
import type { Services } from '../../services.js';

/** By attribute; the script replaces the names in braces. */
const sentences = {
  region: say('sending.region'),
  drop: say('sending.drop'),
  dropped: say('sending.dropped'),
  waiting: say('sending.waiting'),
  sent: say('sending.sent', { share: '{share}' }),
  left: say('sending.left', { time: '{time}' }),
  reading: say('sending.reading'),
  interrupted: say('sending.interrupted'),
  files: say('sending.files', { done: '{done}', all: '{all}' }),
  folders: say('sending.folders', { count: '{count}' }),
  omitted: say('sending.omitted', { names: '{names}' }),
  rejected: say('upload.rejected', { filename: '{filename}', reason: '{reason}' }),
  silent: say('sending.no_audio'),
  large: say('sending.too_large'),
  many: say('sending.too_many', { most: '{most}' }),
  lost: say('album.cover_unsent'),
  status: say('sending.status', { status: '{status}' }),
  login: say('sending.signed_out'),
  unreadable: say('sending.unreadable', { name: '{name}' }),
  cancelled: say('sending.cancelled'),
  cancel: say('sending.cancel'),
  retry: say('sending.retry'),
  dismiss: say('sending.dismiss'),
  there: say('sending.there', { there: '{there}', all: '{all}', share: '{share}' }),
  again: say('sending.again'),
  discard: say('sending.discard'),
  papers: say('sending.papers', {
    ...{ added: '{added}', updated: '{updated}', unchanged: '{unchanged}', rejected: '{rejected}' },
  }),
  toPapers: say('page.papers' satisfies SentenceKey),
} as const;

const attribute = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function uploadWords(services: Services): Html {
  const maxBytes = services.maxUploadBytes();
  const all = Object.entries(sentences).map(([name, words]) => html` data-${attribute(name)}="${words}"`);
  return html`<div id="upload-words" hidden data-max="${maxBytes}" data-accept="${accepted}"${all}></div>`;
}
