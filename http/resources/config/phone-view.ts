/** The card that opens the pages to a phone, and then shows the address. */
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { hidden, html, path, webAddress, type Html } from '../../response/html.js';
import { qrCode } from '../../response/qr-code.js';
import type { PhoneState } from './phone-state.js';
import { labelOf } from './words.js';

export interface PhonePage {
  phone: PhoneState;
  /** Why the form of the card was rejected, by field. */
  phoneProblems: Readonly<Record<string, Words>>;
  /** True if a password is set. */
  hasPassword: boolean;
  /** True if a supervisor restarts the program. */
  canRestart: boolean;
}

export const phoneCard = (page: PhonePage): Html => html`<section class="card phone" id="phone">
<h2>${say('phone.title')}</h2>
${content(page)}
</section>`;

function content(page: PhonePage): Html {
  const { phone, canRestart, hasPassword } = page;
  const [first, ...others] = phone.addresses;
  if (first !== undefined)
    return html`${qrCode(first, say('phone.code'))}
<p>${say('phone.address')}</p>
<p class="address">${shown(first)}</p>
${others.length > 0 && alsoAt(others)}
${hasPassword && html`<p class="quiet">${say('phone.login')}</p>`}`;
  if (phone.isOpen) return html`<p>${say('phone.no_network')}</p>`;
  if (phone.isWaiting) return html`<p>${say(canRestart ? 'phone.waiting' : 'phone.waiting_by_hand')}</p>`;
  if (phone.forced !== null) return html`<p>${say('phone.forced', { name: html`<code>${phone.forced}</code>` })}</p>`;
  return opening(page);
}

const alsoAt = (addresses: readonly string[]): Html =>
  html`<p class="quiet">${say('phone.others')} ${addresses.map((one, n) => [n > 0 && ', ', shown(one)])}</p>`;

const shown = (address: string): Html => html`<a href="${webAddress(address)}">${address}</a>`;

function opening({ hasPassword, canRestart, phoneProblems }: PhonePage): Html {
  const name = hasPassword ? 'current_password' : 'password';
  const problems = Object.entries(phoneProblems);
  const isWrong = problems.length > 0;
  const why = html`<p class="why" id="w-phone" role="alert">${problems.map(
    ([field, problem], n) => html`${n > 0 && ' '}${labelOf(field)} ${problem}`,
  )}</p>`;
  return html`<p>${say('phone.how')}</p>
<form method="post" action="${path('/config')}">${hidden('action', 'open')}
<label for="phone-password">${hasPassword ? labelOf(name) : say('phone.password')}</label>
<input type="password" id="phone-password" name="${name}" required${!hasPassword && html` minlength="8"`}
  autocomplete="${hasPassword ? 'current-password' : 'new-password'}"
  ${isWrong && html`aria-invalid="true" aria-describedby="w-phone"`}>
${isWrong && why}
<p class="actions"><button>${say('phone.open')}</button>
<span class="quiet">${say(canRestart ? 'phone.restarts' : 'phone.restart_by_hand')}</span></p>
</form>`;
}
