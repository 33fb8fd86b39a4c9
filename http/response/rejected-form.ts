/** A rejected form on the page that says why. It can be corrected there, so that nothing that was typed is lost. */
import { say } from '../../workers/base/language/sentence.js';
import type { Fields } from '../request/fields.js';
import type { Problem } from './errors.js';
import { hidden, html, isPath, path, type Html } from './html.js';

/** @returns false unless the form has every wrong field, and no secret */
export function rejectedForm(at: string, form: Fields, { code, fields: wrong }: Problem): Html | false {
  const names = Object.keys(wrong);
  const isSecret = [...form.keys()].some((name) => /password|key|token/i.test(name));
  const hasAll = names.length > 0 && names.every((name) => form.has(name));
  if (code !== 'bad_field' || !hasAll || isSecret || !isPath(at)) return false;
  const inputs = [...form].map(([name, value]) =>
    [value].flat().map((one) => (names.includes(name) ? input(name, String(one)) : hidden(name, String(one)))),
  );
  return html`<form method="post" action="${path(at)}" autocomplete="off">${inputs}
<p class="actions"><button>${say('failure.send_again')}</button></p></form>`;
}

const input = (name: string, value: string): Html => {
  const field = /[\r\n]/.test(value)
    ? html`<textarea name="${name}" aria-invalid="true">\n${value}</textarea>`
    : html`<input name="${name}" value="${value}" aria-invalid="true">`;
  return html`<p><label>${name} ${field}</label></p>`;
};
