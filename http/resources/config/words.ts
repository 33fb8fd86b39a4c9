/** The texts of a setting: from the catalogue, or from the table of settings. */
import { isSentenceKey, say, type Sentence } from '../../../workers/base/language/sentence.js';
import type { ConfigFieldView } from './service.js';

export type Words = Sentence | string;

const words = (key: string, otherwise: string): Words => (isSentenceKey(key) ? say(key) : otherwise);

/** `inbox_path` → `Inbox folder`. */
export const labelOf = (name: string): Words =>
  name === 'current_password' ? say('settings.again.label') : words(`setting.${name}`, name.replaceAll('_', ' '));

/** False if the label says everything: then the catalogue has a label, but no help. */
export function helpOf({ name, help }: ConfigFieldView): Words | false {
  const key = `setting.${name}.help`;
  if (isSentenceKey(key)) return say(key);
  return isSentenceKey(`setting.${name}`) ? false : help;
}

/** A choice as text: `GERMAN` → `German`; `A4` has no entry in the catalogue. */
export const choiceOf = ({ name }: ConfigFieldView, choice: string): Words =>
  words(`setting.${name}.${choice || 'empty'}`, choice);

export const groupOf = (group: string): Words => words(`settings.group.${group}`, group);

/** A value as text for an input; a list is separated by commas. */
export const fieldText = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

/** A value for a sentence. */
export function valueOf(field: ConfigFieldView, value: unknown): Words {
  if (field.type === 'boolean') return say(value === true ? 'settings.on' : 'settings.off');
  const text = fieldText(value);
  return field.type === 'choice' ? choiceOf(field, text) : text || say('settings.empty');
}
