/* Carries what was chosen or typed into the element that replaces the old one. */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** A checkbox or radio button. @type {(control: Control) => HTMLInputElement | undefined} */
const tickOf = (control) =>
  control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type) ? control : undefined;

/**
 * Identifies a control: several forms of a page may have a field of the same name.
 * @type {(control: Control) => string}
 */
function keyOf(control) {
  /** @type {NodeListOf<HTMLInputElement> | undefined} */
  const hidden = control.form?.querySelectorAll(':scope > input[type=hidden]');
  const form = [...(hidden ?? [])].map(({ value }) => value);
  return control.id || JSON.stringify([form, control.name, tickOf(control)?.value]);
}

/** The first option of a select without a default is the default. */
const isTouched = (/** @type {Control} */ control) => {
  const tick = tickOf(control);
  if (tick !== undefined) return tick.checked !== tick.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const own = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
  return control.selectedIndex !== Math.max(0, own);
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
 * A select whose option no longer exists has no choice then, and the browser asks for one before it sends the form:
 * without it, the button would act on another track, or on all pens.
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
    const [tick, ticked] = [tickOf(control), tickOf(before)];
    if (tick !== undefined && ticked !== undefined) tick.checked = ticked.checked;
    else control.value = before.value;
    if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.required = true;
  }
}
