/* Carries what was chosen or typed into the element that replaces the old one. */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** A checkbox or radio button. @type {(control: Control) => control is HTMLInputElement} */
const isTick = (control) => control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type);

/**
 * Identifies a control: several forms of a page may have a field of the same name.
 * @type {(control: Control) => string}
 */
function keyOf(control) {
  /** @type {NodeListOf<HTMLInputElement> | undefined} */
  const hidden = control.form?.querySelectorAll(':scope > input[type=hidden]');
  const form = [...(hidden ?? [])].map(({ value }) => value);
  return control.id || JSON.stringify([form, control.name, isTick(control) && control.value]);
}

/** A select without a default differs, because its first option may be another one in the new element. */
const isTouched = (/** @type {Control} */ control) => {
  if (isTick(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  return control.value !== [...control.options].find(({ defaultSelected }) => defaultSelected)?.value;
};

/**
 * Forms with data-edit and controls with data-choice have scripts of their own.
 * @type {(element: HTMLElement) => Control[]}
 */
function controlsOf(element) {
  /** @type {NodeListOf<Control>} */
  const all = element.querySelectorAll('input:not([data-choice]), select, textarea');
  return [...all].filter((control) => control.closest('form[data-edit]') === null);
}

/**
 * A select whose option no longer exists has no choice then, so that a button does not act on another one.
 * @type {(old: HTMLElement, fresh: HTMLElement) => void}
 */
export function carry(old, fresh) {
  const touched = new Map(
    controlsOf(old)
      .filter(isTouched)
      .map((control) => [keyOf(control), control]),
  );
  for (const control of controlsOf(fresh)) {
    const before = touched.get(keyOf(control));
    if (before === undefined) continue;
    if (isTick(control)) control.checked = before.checked;
    else control.value = before.value;
  }
}
