/** The page for a failure: what happened, and what to do about it. */
import { say } from '../../workers/base/language/sentence.js';
import type { Problem } from './errors.js';
import type { PageView } from './page.js';
import { html, path, type Part } from './html.js';

const advised = [
  'bad_field',
  'not_found',
  'album_not_found',
  'track_not_found',
  'no_albums',
  'gme_missing',
  'conflict',
  'no_free_oid',
  'too_large',
  'unreadable_audio',
  'unreadable_backup',
  'build_failed',
  'library_unavailable',
  'no_space',
  'no_pen',
  'not_now',
  'forbidden_host',
  'forbidden_account',
  'unsupported_type',
  'internal',
] as const satisfies readonly Problem['code'][];

const headlines = [400, 403, 404, 405, 409, 412, 413, 415, 416, 422, 429, 500, 503, 507] as const;

/** @param more what features add */
export function errorView(problem: Problem, more: readonly Part[] = []): PageView {
  const { status, code, words, fields } = problem;
  const ofStatus = say(`failure.${headlines.find((one) => one === status) ?? 'other'}`);
  const ofCode = { unreadable_backup: 'failure.unreadable_backup', key_reused: 'failure.other' } as const;
  const headline = code === 'unreadable_backup' || code === 'key_reused' ? say(ofCode[code]) : ofStatus;
  const named = Object.entries(fields);
  const body = html`<section class="narrow problem">
<h1>${headline}</h1>
${
  named.length > 0 && code === 'bad_field'
    ? html`<ul>${named.map(([name, why]) => html`<li><strong>${name}</strong> ${why}</li>`)}</ul>`
    : html`<p>${words}</p>`
}
<p>${say(`advice.${advised.find((one) => one === code) ?? 'other'}`)}</p>
${more}
<p class="actions"><a class="button" href="${path('/library')}">${say('failure.to_library')}</a>
<a class="button plain" href="${path('/')}">${say('page.upload')}</a>
<a class="button plain" href="${path('/logs')}">${say('page.logs')}</a></p>
<p class="quiet small">${status} ${code}</p>
</section>`;
  return { title: headline, place: null, body };
}
