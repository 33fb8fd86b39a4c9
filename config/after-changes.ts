/** What the settings are after some changes. */
import { frozen } from './load.js';
import { fieldOf, type Config, type FieldName } from './fields.js';

export interface InForce {
  /** What the program shall go by: the same as `current`, but for changes that wait for the next start. */
  saved: Readonly<Config>;
  /** What it goes by now. */
  current: Readonly<Config>;
}

export function afterChanges(changes: Partial<Config>, { saved, current }: InForce): InForce {
  const immediate = Object.entries(changes).filter(([name]) => !fieldOf(name as FieldName).needsRestart);
  return {
    saved: frozen({ ...saved, ...changes }),
    current: frozen({ ...current, ...Object.fromEntries(immediate) }),
  };
}
