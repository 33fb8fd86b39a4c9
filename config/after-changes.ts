/** The settings after some changes. */
import { frozen } from './load.js';
import { fieldOf, type Config, type FieldName } from './fields.js';

export interface InForce {
  /** The settings to use: the same as `current`, except for changes that take effect at the next start. */
  saved: Readonly<Config>;
  /** The settings in use now. */
  current: Readonly<Config>;
}

export function afterChanges(changes: Partial<Config>, { saved, current }: InForce): InForce {
  const immediate = Object.entries(changes).filter(([name]) => !fieldOf(name as FieldName).needsRestart);
  return {
    saved: frozen({ ...saved, ...changes }),
    current: frozen({ ...current, ...Object.fromEntries(immediate) }),
  };
}
