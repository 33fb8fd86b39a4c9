/** The help page. */
import { say } from '../../../workers/base/language/sentence.js';
import { em, html, link, path, type Html } from '../../response/html.js';
import type { Show } from '../../slots.js';
import type { PageView } from '../../response/page.js';

/** The tags in the sentences of this page. */
const tags = {
  upload: link('/'),
  library: link('/library'),
  print: link('/print'),
  sheet: link('/download_oid_images'),
  pens: link('/pens'),
  settings: link('/config'),
  logs: link('/logs'),
  em,
};

const steps = ['sort', 'make', 'copy', 'print'] as const;
const printing = ['size', 'mode', 'saving', 'pdf'] as const;
const words = ['inbox', 'oid', 'sheet', 'mode'] as const;

/** The folders in the inbox. */
const folders = { failed: html`<code>failed</code>`, duplicates: html`<code>duplicates</code>` };

/** Troubles, with the values for the placeholders of their advice. */
const troubles = [
  ['missing', folders],
  ['problem', {}],
  ['pen', { setting: settingNamed('pen_paths') }],
  ['ignored', { setting: settingNamed('pen_language') }],
  ['silent', {}],
  ['device', { phone: link('/config#phone') }],
] as const;

export function helpView(inboxPath: string | null, program: string, show: Show): PageView {
  const where = html`<code class="where">${inboxPath}</code>`;
  const give = inboxPath === null ? say('help.give.how', tags) : say('help.give.where', { ...tags, where });
  const body = html`<section class="help narrow">
<h1>${say('help.title')}</h1>
<ol class="steps">
<li><h2>${say('help.give')}</h2><p>${give}</p></li>
${steps.map((step) => html`<li><h2>${say(`help.${step}`)}</h2><p>${say(`help.${step}.how`, tags)}</p></li>`)}
</ol>
${show('help.steps')}
<p>${say('help.order')}</p>
<h2>${say('help.printing')}</h2>
<ul>${printing.map((advice) => html`<li>${say(`help.printing.${advice}`, tags)}</li>`)}</ul>
<p>${say('help.printing.lasts')}</p>
<h2>${say('help.access')}</h2>
<p>${say('help.access.how', { ...tags, ...commandsOf(program) })}</p>
${show('help.sections')}
<h2>${say('help.words')}</h2>
<dl>${words.map(
    (word) => html`<dt>${say(`help.word.${word}`)}</dt>
<dd>${say(`help.word.${word}.means`, { ...tags, ...folders })}</dd>`,
  )}</dl>
<h2>${say('help.troubles')}</h2>
<dl>${troubles.map(
    ([trouble, gaps]) => html`<dt>${say(`help.trouble.${trouble}`)}</dt>
<dd>${say(`help.trouble.${trouble}.do`, { ...tags, ...gaps })}</dd>`,
  )}</dl>
</section>`;
  return { title: say('page.help'), place: '/help', body };
}

const commandsOf = (program: string): Record<string, Html> => ({
  command: html`<code>${program} password</code>`,
  option: html`<code>--password-file</code>`,
  set: html`<code>${program} config set</code>`,
});

/** The label of a setting, as a link to it. */
function settingNamed(name: 'pen_paths' | 'pen_language'): Html {
  return html`<a href="${path(`/config?all=true#f-${name}`)}">${say(`setting.${name}`)}</a>`;
}
