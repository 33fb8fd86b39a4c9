/** One setting: its label, value, problem and help. */
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { flag, hidden, html, option, type Html, type Part } from '../../response/html.js';
import { shownPrefix } from './input.js';
import type { ConfigFieldView } from './service.js';
import { choiceOf, fieldText, helpOf, labelOf, valueOf } from './words.js';

/** The state of the settings page, also after a rejected change. */
export interface ConfigState {
  fields: readonly ConfigFieldView[];
  /** The name of the program as a person types it. */
  command: string;
  saved: Readonly<Record<string, unknown>>;
  /** True if a password is set. */
  hasPassword: boolean;
  /** Unsaved changes, without secrets. */
  typed: Readonly<Record<string, unknown>>;
  /** Why a change was rejected, by field. */
  problems: Readonly<Record<string, Words>>;
  /** Changed fields that were also changed elsewhere meanwhile. */
  conflicts: ReadonlySet<string>;
  /** Fields that must be typed again. */
  retype: readonly string[];
  /** True if all settings are shown, not only the simple ones. The search finds the others, too. */
  all: boolean;
}

/** After a rejection, also what was typed: it may have been found by the search. */
export const isShown = ({ name, is_simple }: ConfigFieldView, state: ConfigState): boolean =>
  state.all ||
  is_simple ||
  Object.hasOwn(state.problems, name) ||
  Object.hasOwn(state.typed, name) ||
  state.conflicts.has(name) ||
  state.retype.includes(name);

export function fieldRow(field: ConfigFieldView, state: ConfigState): Html {
  const { name, source } = field;
  const wrong = whatIsWrong(field, state);
  const forced = source === 'flag' ? field.flag : source === 'environment' ? field.environment : null;
  const code = html`<code>${forced}</code>`;
  const isSecret = field.type === 'secret';
  const isRare = !isShown(field, state);
  return html`<div class="field${wrong.length > 0 && ' wrong'}"${isRare && html` data-rare hidden`}>
<label for="f-${name}">${labelOf(name)} <code>${name}</code></label>
${!isLocked(field, state) && hidden(shownPrefix + name, fieldText(state.saved[name]))}
${input(field, state, wrong.length > 0)}
${wrong.length > 0 && html`<p class="why" id="w-${name}">${wrong.map((why, n) => [n > 0 && ' ', why])}</p>`}
<p class="help" id="h-${name}">${helpOf(field)}
${!isSecret && html`<span class="quiet">${say('settings.default', { value: valueOf(field, field.default) })}</span>`}
${field.needs_restart && html`<span class="quiet">${say('settings.next_start')}</span>`}
${needs(field, state)}
${forced !== null && html`<strong>${say('settings.forced', { name: code })}</strong>`}</p>
</div>`;
}

function whatIsWrong(field: ConfigFieldView, { saved, problems, conflicts }: ConfigState): Part[] {
  const { name } = field;
  const now = say('settings.conflict', { value: valueOf(field, saved[name]) });
  return [problems[name], conflicts.has(name) && now].filter((why) => why !== undefined && why !== false);
}

/** A note if changing the setting needs the password. */
function needs({ name, guard }: ConfigFieldView, { hasPassword, command: program }: ConfigState): Html | false {
  if (guard !== 'password' || (name === 'password' && !hasPassword)) return false;
  const again = (inside: readonly Part[]): Html => html`<a href="#f-current_password">${inside}</a>`;
  const command = html`<code>${program} config set ${name} VALUE</code>`;
  const words = hasPassword ? say('settings.needs_password', { again }) : say('settings.locked', { command });
  return html`<span class="quiet">${words}</span>`;
}

/** Setting the first password is always allowed, because it only restricts access. */
const isLocked = ({ name, guard }: ConfigFieldView, { hasPassword }: ConfigState): boolean =>
  guard === 'password' && !hasPassword && name !== 'password';

/** A locked setting is shown, but not sent. */
function input(field: ConfigFieldView, state: ConfigState, isWrong: boolean): Html {
  const { name, type, choices } = field;
  const value = Object.hasOwn(state.typed, name) ? state.typed[name] : state.saved[name];
  const locked = isLocked(field, state);
  const described = html`aria-describedby="${isWrong && `w-${name} `}h-${name}"${isWrong && html` aria-invalid="true"`}
  ${flag('disabled', locked)}`;
  if (type === 'boolean') {
    const box = html`<input type="checkbox" id="f-${name}" name="${name}" value="true"
  ${described}${flag('checked', value === true || value === 'true')}>`;
    return html`<span class="switch">${!locked && hidden(name, 'false')}${box}</span>`;
  }
  if (choices !== null && type === 'choice') {
    const options = choices.map((choice) => option(choice, choiceOf(field, choice), choice === value));
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
