/** A failure as a page: what happened, and what to do about it. */
import type { Problem } from './errors.js';
import type { PageView } from './page.js';
import { html, path } from './html.js';

const advice: { readonly [Code in Problem['code']]?: string } = {
  bad_field: 'Go back, mend what is named above, and send it again. Nothing was changed.',
  not_found: 'The address may be old or mistyped. The library and the start page are below.',
  album_not_found: 'It may have been deleted, or got another number.',
  track_not_found: 'It may have been deleted. Look at the album again.',
  no_albums: 'Add music first; then there is something to print.',
  gme_missing: 'The file for the pen is made by itself after a change; it can also be made at once on the album.',
  conflict: 'Someone or something else changed it at the same time. Look at it again, then repeat your change.',
  no_free_oid: 'Delete an album that is not needed any more, then try again.',
  too_large: 'Send less at once, raise the limit in the settings (max_upload_mb), or copy the files into the inbox.',
  unreadable_audio:
    'Check whether the files play elsewhere. Mp3, ogg, opus, flac, m4a, aac, wav, wma and aiff are understood.',
  build_failed: 'The album says which track was in the way. The log has the details.',
  library_unavailable:
    'Check that the disk with the library is plugged in, and that the folder in the settings is right.',
  no_space: 'Make room on the disk of the library, then try again.',
  no_pen: 'Plug the pen in and switch it on; it is found by itself. The page Pen shows what is there.',
  not_now: 'Wait a little, then try again.',
  forbidden_host: 'Open it as localhost, or add the name to allowed_hosts in the settings.',
  forbidden_account: 'Ask the owner of this service to set a password in the settings, and for that password.',
  unsupported_type: 'Use the forms of these pages, or send what the message names.',
  internal: 'Trying again may help. If not, look into the log.',
};

const headlines: Readonly<Record<number, string>> = {
  400: 'That cannot be',
  403: 'Not allowed from there',
  404: 'Not here',
  405: 'Not possible here',
  409: 'Something is in the way',
  413: 'Too large',
  415: 'Not understood',
  416: 'Beyond the end',
  422: 'No audio that can be read',
  429: 'Too often',
  500: 'Something went wrong',
  503: 'Not now',
  507: 'The disk is full',
};

export function errorView(problem: Problem): PageView {
  const { status, code, message, fields } = problem;
  const headline = headlines[status] ?? 'That did not work';
  const named = Object.entries(fields);
  const body = html`<section class="narrow problem">
<h1>${headline}</h1>
${
  named.length > 0 && code === 'bad_field'
    ? html`<ul>${named.map(([name, why]) => html`<li><strong>${name}</strong> ${why}</li>`)}</ul>`
    : html`<p>${message}</p>`
}
<p>${advice[code] ?? 'Go back and try again.'}</p>
<p class="actions"><a class="button" href="${path('/library')}">To the library</a>
<a class="button plain" href="${path('/')}">Add music</a>
<a class="button plain" href="${path('/logs')}">Logs</a></p>
<p class="quiet small">${status} ${code}</p>
</section>`;
  return { title: headline, place: null, body };
}
