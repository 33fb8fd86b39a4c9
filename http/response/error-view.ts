/** The page for a failure: what happened, and what to do about it. */
import { isSentenceKey, say, type Sentence, type SentenceKey } from '../../workers/base/language/sentence.js';
import type { Problem } from './errors.js';
import type { PageView } from './page.js';
import { html, path, type Html, type Part } from './html.js';

/** The sentence of a key; not all codes and statuses have one. */
const orElse = (key: string, other: SentenceKey): Sentence => say(isSentenceKey(key) ? key : other);

/**
 * @param form the form that was rejected, if it can be sent again
 * @param more what features add
 */
export function errorView(problem: Problem, form: Html | false, more: readonly Part[] = []): PageView {
  const { status, code, words, fields } = problem;
  // Their status says something else.
  const isOfCode = code === 'unreadable_backup' || code === 'key_reused';
  const headline = orElse(`failure.${isOfCode ? code : status}`, 'failure.other');
  const named = Object.entries(fields);
  const body = html`<section class="narrow problem">
<h1>${headline}</h1>
${
  named.length > 0 && code === 'bad_field'
    ? html`<ul>${named.map(([name, why]) => html`<li><strong>${name}</strong> ${why}</li>`)}</ul>`
    : html`<p>${words}</p>`
}
<p>${form === false ? orElse(`advice.${code}`, 'advice.other') : say('advice.form')}</p>
${form}
${more}
<p class="actions"><a class="button" href="${path('/library')}">${say('failure.to_library')}</a>
<a class="button plain" href="${path('/')}">${say('page.upload')}</a>
<a class="button plain" href="${path('/logs')}">${say('page.logs')}</a></p>
<p class="quiet small">${status} ${code}</p>
</section>`;
  return { title: headline, place: null, body };
}
