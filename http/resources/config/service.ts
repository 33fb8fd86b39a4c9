/** What the pages need of the configuration. */

import type { Guard } from '../../../config/field.js';

export interface ConfigFieldView {
  name: string;
  type: string;
  group: string;
  /** What a change over HTTP needs. */
  guard: Guard;
  help: string;
  default: unknown;
  choices: readonly string[] | null;
  needs_restart: boolean;
  environment: string;
  flag: string;
  /** Where the value of the next start comes from. */
  source: 'flag' | 'environment' | 'file' | 'default';
}

/** Who wants to change something. */
export interface ConfigAsker {
  /** The password was given again, and is right. */
  knowsPassword: boolean;
  /** Asks from this machine, with an account that is served, and not by way of a proxy. */
  isLocal: boolean;
  /** A command of the daemon's own account, which could write the file itself. */
  isCommand: boolean;
}

export interface ConfigService {
  /** Saved values; a secret is `""` when unset and `"********"` when set. */
  values(): Record<string, unknown>;
  fields(): ConfigFieldView[];
  /** Changes what is named, all or nothing; `bad_field` names each wrong field. */
  update(
    changes: Record<string, unknown>,
    asker: ConfigAsker,
  ): Promise<{ config: Record<string, unknown>; needs_restart: string[] }>;
  /** Fields whose saved value is not yet in force. */
  pendingRestart(): string[];
}
