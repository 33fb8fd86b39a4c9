/** The login page. */
import type { PageView } from '../../response/page.js';
import { html, path } from '../../response/html.js';

/** Pages that a login may lead to; anything else leads to the start. */
const pages = new Set(['/', '/library', '/config', '/logs', '/help']);

export const pageAfterLogin = (wanted: unknown): string =>
  typeof wanted === 'string' && pages.has(wanted) ? wanted : '/';

/** @param problem a sentence about the last try */
export function loginView(wanted: string, problem: string | null): PageView {
  const body = html`<section class="login">
<h1>Log in</h1>
${problem !== null && html`<p class="note warning" role="alert">${problem}</p>`}
<form method="post" action="${path('/login')}">
<input type="hidden" name="next" value="${pageAfterLogin(wanted)}">
<label>Password <input type="password" name="password" autocomplete="current-password" required autofocus></label>
<button>Log in</button>
</form>
<p class="quiet small">Forgotten? It is the setting <code>password</code> on the machine on which Tonstift runs.</p>
</section>`;
  return { title: 'Log in', place: null, body };
}
