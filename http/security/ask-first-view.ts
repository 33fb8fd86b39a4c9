/** Before what costs something, for a person whom another page has led here. */
import { html, path } from '../response/html.js';
import type { PageView } from '../response/page.js';

/** @param wanted the address that was asked for */
export function askFirstView(wanted: string): PageView {
  const isPath = /^\/(?![/\\])[^\s\\]*$/.test(wanted);
  const shown = wanted.length > 200 ? `${wanted.slice(0, 200)}…` : wanted;
  const body = html`<section class="narrow problem">
<h1>Go on?</h1>
<p>Another page has led you here. What it asks for takes some work, so it is only done when you want it:</p>
<p><code>${shown}</code></p>
<p class="actions"><a class="button" href="${path(isPath ? wanted : '/')}">Go on</a>
<a class="button plain" href="${path('/')}">To the start</a></p>
</section>`;
  return { title: 'Go on?', place: null, body };
}
