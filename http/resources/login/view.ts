/** The login page. */
import type { PageView } from '../../response/page.js';
import { html, path } from '../../response/html.js';
import { pageAfterLogin } from './input.js';

/**
 * @param wanted the address that was asked for
 * @param problem a sentence about the last try
 */
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
