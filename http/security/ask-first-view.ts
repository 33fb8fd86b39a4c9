/** Asks for confirmation if a link on another site leads to an expensive page. */
import { say, type SentenceKey } from '../../workers/base/language/sentence.js';
import { html, path } from '../response/html.js';
import { localPath } from '../response/location.js';
import type { PageView } from '../response/page.js';

/**
 * @param wanted the address of the link
 * @param name the name of its page; undefined for other addresses, such as downloads
 */
export function askFirstView(wanted: string, name: SentenceKey | undefined): PageView {
  const shown = wanted.length > 200 ? `${wanted.slice(0, 200)}…` : wanted;
  const body = html`<section class="narrow problem">
<h1>${say('ask_first.title')}</h1>
<p>${say('ask_first.why')}</p>
${name !== undefined && html`<p><strong>${say(name)}</strong></p>`}
<p${name !== undefined && html` class="quiet small"`}><code>${shown}</code></p>
<p class="actions"><a class="button" href="${path(localPath(wanted))}">${say('ask_first.go_on')}</a>
<a class="button plain" href="${path('/')}">${say('ask_first.start')}</a></p>
</section>`;
  return { title: say('ask_first.title'), place: null, body };
}
