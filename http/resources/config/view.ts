/** The settings, grouped by purpose. */
import { groupTitles } from '../../../config/field.js';
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { flag, html, path, type Html, type Part } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { fieldRow, isShown, type ConfigState } from './field-view.js';
import { phoneCard, type PhonePage } from './phone-view.js';
import { restartForm } from './restart-view.js';
import { groupOf, labelOf, type Words } from './words.js';

export interface ConfigPage extends ConfigState, PhonePage {
  pendingRestart: readonly string[];
  /** Why the restart was rejected. */
  restartProblem: Words | null;
  /** Parts that features show below the settings. */
  links: readonly Part[];
}

export function configView(page: ConfigPage): PageView {
  const groups = [...new Set([...Object.keys(groupTitles), ...page.fields.map(({ group }) => group)])].filter((group) =>
    page.fields.some((field) => field.group === group),
  );
  const body = html`<section class="config">
<h1>${say('page.config')}</h1>
${refusal(page)}
${pending(page)}
${index(groups, page.all)}
${phoneCard(page)}
<form method="post" action="${path(addressOf(page.all))}" id="settings" autocomplete="off">
${groups.map((group) => fieldset(group, page))}
${page.hasPassword && passwordAgain(page)}
<p class="actions sticky"><button>${say('settings.save')}</button>
<output class="quiet" id="unsaved" hidden>${say('settings.unsaved')}</output></p>
</form>
${page.links}
</section>`;
  return { title: say('page.config'), place: '/config', body, scripts: ['config.js', 'restart.js'] };
}

/** The page with all settings, or with the simple ones. */
export const addressOf = (all: boolean): string => (all ? '/config?all=true' : '/config');

function fieldset(group: string, page: ConfigPage): Html {
  const fields = page.fields.filter((field) => field.group === group);
  const isRare = !fields.some((field) => isShown(field, page));
  return html`<fieldset id="g-${group}"${flag('hidden', isRare)}><legend>${groupOf(group)}</legend>
${fields.map((field) => fieldRow(field, page))}</fieldset>`;
}

/** Links to the groups and to the other settings; the search needs a script. */
const index = (groups: readonly string[], all: boolean): Html => html`<div class="index">
<input type="search" class="with-script" id="find-setting" autocomplete="off"
  placeholder="${say('settings.search')}" aria-label="${say('settings.search')}">
<nav aria-label="${say('settings.groups')}">${
  all && groups.map((group) => html`<a href="${path(`#g-${group}`)}">${groupOf(group)}</a>`)
}
<a href="${path(addressOf(!all))}">${say(all ? 'settings.simple' : 'settings.all')}</a></nav>
<p class="quiet" role="status" id="none-found" hidden>${say('settings.none_found')}</p></div>`;

/** Shown next to the settings that need it. */
function passwordAgain({ problems }: ConfigPage): Html {
  const problem = problems['current_password'];
  return html`<fieldset><legend>${say('settings.again')}</legend>
<div class="field${problem !== undefined && ' wrong'}">
<label for="f-current_password">${say('settings.again.label')} <code>current_password</code></label>
<input type="password" id="f-current_password" name="current_password" value="" autocomplete="current-password"
  aria-describedby="${problem !== undefined && 'w-current_password '}h-current_password">
${problem !== undefined && html`<p class="why" id="w-current_password">${problem}</p>`}
<p class="help" id="h-current_password">${say('settings.again.help')}</p>
</div></fieldset>`;
}

const inALine = (words: readonly (Words | Html)[]): Part[] => words.map((one, n) => [n > 0 && ', ', one]);

const linkTo = (name: string): Html => html`<a href="${path(`#f-${name}`)}">${labelOf(name)}</a>`;

/** The settings that take effect at the next start; also shown after saving. */
export const waiting = (names: readonly string[]): Sentence =>
  say('settings.pending', { names: html`${inALine(names.map(labelOf))}` });

function pending(page: ConfigPage): Html | false {
  const { pendingRestart: names, restartProblem } = page;
  if (names.length === 0 && restartProblem === null) return false;
  return html`<div class="note warning">${names.length > 0 && html`<p>${waiting(names)}</p>`}
${page.canRestart && restartForm(page)}</div>`;
}

function refusal({ problems, conflicts, retype, fields }: ConfigPage): Html | false {
  const names = [...new Set([...Object.keys(problems), ...conflicts])];
  if (names.length === 0) return false;
  const known = new Set(['current_password', ...fields.map(({ name }) => name)]);
  const again = html`${inALine(retype.map(linkTo))}`;
  return html`<div class="note warning" role="alert"><p>${say('settings.refused', { count: names.length })}</p>
${names.map((name) =>
  known.has(name) ? html`<p>${linkTo(name)}</p>` : html`<p><strong>${name}</strong> ${problems[name]}</p>`,
)}
${retype.length > 0 && html`<p>${say('settings.retype', { names: again })}</p>`}</div>`;
}
