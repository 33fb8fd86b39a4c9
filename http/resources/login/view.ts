/** The login page. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import type { PageView } from '../../response/page.js';
import { html, path } from '../../response/html.js';

/**
 * @param wanted the page after the login
 * @param problem a sentence about the last attempt
 */
export function loginView(wanted: string, problem: Sentence | null): PageView {
  const command = html`<code>tonstift password</code>`;
  const body = html`<section class="login">
<h1>${say('login.title')}</h1>
${problem !== null && html`<p class="note warning" role="alert">${problem}</p>`}
<form method="post" action="${path('/login')}">
<input type="hidden" name="next" value="${wanted}">
<label>${say('login.password')}
<input type="password" name="password" autocomplete="current-password" required autofocus></label>
<button>${say('login.title')}</button>
</form>
<p class="quiet small">${say('login.forgotten', { command })}</p>
</section>`;
  return { title: say('login.title'), place: null, body };
}
