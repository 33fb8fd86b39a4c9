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
  /** Field by field, after a refused change. */
  problems: Readonly<Record<string, string>>;
}

export function configView(page: ConfigPage): PageView {
  const groups = [...new Set(page.fields.map((field) => field.group))];
  const problems = Object.entries(page.problems);
  const known = new Set<string>(page.fields.map((field) => field.name));
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
<p class="actions sticky"><button>Save settings</button></p>
</form>
</section>`;
  return { title: 'Settings', place: '/config', body };
}

function refusal(problems: readonly (readonly [name: string, why: string])[], known: ReadonlySet<string>): Html {
  const wrong = problems.filter(([name]) => known.has(name));
  const strange = problems.filter(([name]) => !known.has(name));
  const what = problems.length === 1 ? 'one setting is' : `${problems.length} settings are`;
  return html`<div class="note warning" role="alert"><p>Nothing was changed: ${what} not right.</p>
${wrong.map(([name]) => html`<p><a href="#f-${name}">${labelOf(name)}</a></p>`)}
${strange.map(([name, why]) => html`<p><strong>${name}</strong> ${why}</p>`)}</div>`;
}

function row(field: ConfigFieldView, { values, problems }: ConfigPage): Html {
  const { name, source } = field;
  const problem = problems[name];
  const shownDefault = defaultText(field);
  const forced = source === 'flag' ? field.flag : source === 'environment' ? field.environment : null;
  return html`<div class="field${problem !== undefined && ' wrong'}">
<label for="f-${name}">${labelOf(name)} <code>${name}</code></label>
${input(field, values[name], problem !== undefined)}
${problem !== undefined && html`<p class="why" id="w-${name}">${problem}</p>`}
<p class="help" id="h-${name}">${field.help}
${field.type !== 'secret' && html`<span class="quiet">Default: ${shownDefault}.</span>`}
${field.needs_restart && html`<span class="quiet">In force after the next start.</span>`}
${forced !== null && html`<strong>Set by <code>${forced}</code>, which wins over what is saved here.</strong>`}</p>
</div>`;
}

function defaultText({ type, default: value }: ConfigFieldView): string {
  if (type === 'boolean') return value === true ? 'on' : 'off';
  const text = fieldText(value);
  return type === 'choice' ? choiceWords(text) : text || 'empty';
}

function input(field: ConfigFieldView, value: unknown, wrong: boolean): Html {
  const { name, type, choices } = field;
  const described = html`aria-describedby="${wrong && `w-${name} `}h-${name}"${wrong && html` aria-invalid="true"`}`;
  if (type === 'boolean') {
    const on = value === true || value === 'true' || (Array.isArray(value) && value.includes('true'));
    const box = html`<input type="checkbox" id="f-${name}" name="${name}" value="true"
  ${described}${flag('checked', on)}>`;
    return html`<span class="switch">${hidden(name, 'false')}${box}</span>`;
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
