/** The settings, grouped by what a person wants to do. */
import type { PageView } from '../../response/page.js';
import type { ConfigFieldView } from './service.js';
import { flag, hidden, html, option, path, type Html } from '../../response/html.js';
import { choiceWords, labelOf } from '../../response/words.js';

const groupWords: Readonly<Record<string, string>> = {
  places: 'Where things are',
  pen: 'The pen',
  sound: 'Sound',
  network: 'Who may reach these pages',
  log: 'The log',
  print: 'Printing',
  papers: 'Papers',
};

/** A value as a text field shows it: a list separated by commas. */
export const fieldText = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

export interface ConfigPage {
  fields: readonly ConfigFieldView[];
  values: Readonly<Record<string, unknown>>;
  pendingRestart: readonly string[];
  /** Whether one is asked for now. */
  hasPassword: boolean;
  /** Field by field, after a refused change. */
  problems: Readonly<Record<string, string>>;
}

export function configView(page: ConfigPage): PageView {
  const groups = [...new Set(page.fields.map((field) => field.group))];
  const problems = Object.entries(page.problems);
  const known = new Set(['current_password', ...page.fields.map((field) => field.name)]);
  const pending = page.pendingRestart.map(labelOf).join(', ');
  const body = html`<section class="config">
<h1>Settings</h1>
${problems.length > 0 && refusal(problems, known)}
${pending !== '' && html`<p class="note warning">In force after the next start: ${pending}.</p>`}
<form method="post" action="${path('/config')}" autocomplete="off">
${groups.map(
  (group) => html`<fieldset><legend>${groupWords[group] ?? labelOf(group)}</legend>
${page.fields.filter((field) => field.group === group).map((field) => row(field, page))}</fieldset>`,
)}
${page.hasPassword && passwordAgain(page)}
<p class="actions sticky"><button>Save settings</button></p>
</form>
</section>`;
  return { title: 'Settings', place: '/config', body };
}

/** Beside the settings that need it. */
function passwordAgain({ problems }: ConfigPage): Html {
  const problem = problems['current_password'];
  return html`<fieldset><legend>Your password again</legend>
<div class="field${problem !== undefined && ' wrong'}">
<label for="f-current_password">Present password <code>current_password</code></label>
<input type="password" id="f-current_password" name="current_password" value="" autocomplete="current-password"
  aria-describedby="${problem !== undefined && 'w-current_password '}h-current_password">
${problem !== undefined && html`<p class="why" id="w-current_password">${problem}</p>`}
<p class="help" id="h-current_password">Needed only to change a setting that says so: a program, a database,
or who gets in.</p>
</div></fieldset>`;
}

/** What a setting needs that not everyone may change who gets in. */
function needs({ name, guard }: ConfigFieldView, { hasPassword }: ConfigPage): Html | false {
  if (guard !== 'password') return false;
  if (hasPassword) return html`<span class="quiet">Needs the <a href="#f-current_password">password again</a>.</span>`;
  if (name === 'password') return false;
  return html`<span class="quiet">Locked while there is no password. On this machine:
<code>tonstift config set ${name} VALUE</code>.</span>`;
}

/** The first password only closes the door. */
const isLocked = ({ name, guard }: ConfigFieldView, { hasPassword }: ConfigPage): boolean =>
  guard === 'password' && !hasPassword && name !== 'password';

function refusal(problems: readonly (readonly [name: string, why: string])[], known: ReadonlySet<string>): Html {
  const wrong = problems.filter(([name]) => known.has(name));
  const strange = problems.filter(([name]) => !known.has(name));
  const what = problems.length === 1 ? 'one setting is' : `${problems.length} settings are`;
  return html`<div class="note warning" role="alert"><p>Nothing was changed: ${what} not right.</p>
${wrong.map(([name]) => html`<p><a href="#f-${name}">${labelOf(name)}</a></p>`)}
${strange.map(([name, why]) => html`<p><strong>${name}</strong> ${why}</p>`)}</div>`;
}

function row(field: ConfigFieldView, page: ConfigPage): Html {
  const { values, problems } = page;
  const { name, source } = field;
  const problem = problems[name];
  const shownDefault = defaultText(field);
  const forced = source === 'flag' ? field.flag : source === 'environment' ? field.environment : null;
  return html`<div class="field${problem !== undefined && ' wrong'}">
<label for="f-${name}">${labelOf(name)} <code>${name}</code></label>
${input(field, values[name], { wrong: problem !== undefined, locked: isLocked(field, page) })}
${problem !== undefined && html`<p class="why" id="w-${name}">${problem}</p>`}
<p class="help" id="h-${name}">${field.help}
${field.type !== 'secret' && html`<span class="quiet">Default: ${shownDefault}.</span>`}
${field.needs_restart && html`<span class="quiet">In force after the next start.</span>`}
${needs(field, page)}
${
  forced !== null &&
  html`<strong>Set by <code>${forced}</code>, which wins at each start over
what is saved here.</strong>`
}</p>
</div>`;
}

function defaultText({ type, default: value }: ConfigFieldView): string {
  if (type === 'boolean') return value === true ? 'on' : 'off';
  const text = fieldText(value);
  return type === 'choice' ? choiceWords(text) : text || 'empty';
}

/** @param state a locked one is shown, and not sent */
function input(field: ConfigFieldView, value: unknown, { wrong, locked }: { wrong: boolean; locked: boolean }): Html {
  const { name, type, choices } = field;
  const described = html`aria-describedby="${wrong && `w-${name} `}h-${name}"${wrong && html` aria-invalid="true"`}
  ${flag('disabled', locked)}`;
  if (type === 'boolean') {
    const on = value === true || value === 'true' || (Array.isArray(value) && value.includes('true'));
    const box = html`<input type="checkbox" id="f-${name}" name="${name}" value="true"
  ${described}${flag('checked', on)}>`;
    return html`<span class="switch">${!locked && hidden(name, 'false')}${box}</span>`;
  }
  if (choices !== null && type === 'choice') {
    const options = choices.map((choice) => option(choice, choiceWords(choice), choice === value));
    return html`<select id="f-${name}" name="${name}" ${described}>${options}</select>`;
  }
  const text = fieldText(value);
  if (type === 'secret')
    return html`<input type="password" id="f-${name}" name="${name}" value="${text}"
  autocomplete="new-password" ${described}>`;
  const numeric = type === 'integer' || type === 'number';
  return html`<input id="f-${name}" name="${name}" value="${text}"
  inputmode="${numeric ? 'decimal' : 'text'}" spellcheck="false" ${described}>`;
}
