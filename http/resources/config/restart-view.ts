/** The form that restarts the program, and the page shown meanwhile. */
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { hidden, html, link, path, type Html, type Path } from '../../response/html.js';
import type { PageView } from '../../response/page.js';

/** Needs the password if one is set, like the access settings. */
export function restartForm({
  hasPassword,
  restartProblem: problem,
}: {
  hasPassword: boolean;
  restartProblem: Words | null;
}): Html {
  const password = html`<label>${say('settings.again.label')}
<input type="password" name="current_password" value="" autocomplete="current-password" required
  ${problem !== null && html`aria-invalid="true" aria-describedby="w-restart"`}></label>`;
  return html`<form method="post" action="${path('/config')}" class="restart">${hidden('action', 'restart')}
${hasPassword && password}<button>${say('settings.restart')}</button>
${problem !== null && html`<p class="why" id="w-restart" role="alert">${problem}</p>`}</form>`;
}

/** @param address of the settings after the restart, if it changes */
export function restartingView(address: Path | undefined): PageView {
  const there = address !== undefined && html`<a href="${address}">${address.text}</a>`;
  const body = html`<section class="narrow" data-restarting>
<h1>${say('settings.restarting')}</h1>
<p>${say('settings.restarting.how', { settings: link('/config') })}</p>
${
  address === undefined
    ? html`<p class="with-script">${say('settings.restarting.follows')}</p>`
    : html`<p>${say('settings.restarting.address', { address: there })}</p>`
}
</section>`;
  return { title: say('settings.restarting'), place: null, body, scripts: ['restart.js'] };
}
