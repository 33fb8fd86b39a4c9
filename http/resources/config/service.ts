/** What the pages need of the configuration. */
import type { Guard } from '../../../config/field.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { Words } from '../../../workers/base/language/sentence.js';

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

/** What comes with changes. */
export interface ConfigTerms {
  /** By field, what was shown where its change was made: where something else is saved by now, it is refused. */
  expected?: Readonly<Record<string, unknown>>;
  /** What is wrong already, a sentence by field: it is told together with the rest. */
  problems?: Readonly<Record<string, Words>>;
}

/** Why nothing was changed: `bad_field`, or `conflict` where nothing else is wrong; `fields` has a sentence of each. */
export class ConfigRefused extends TonstiftError {
  constructor(
    fields: Readonly<Record<string, Words>>,
    /** By field that is wrong for itself, why. */
    readonly problems: Readonly<Record<string, Words>>,
    /** By field that was changed meanwhile, what is saved now, secrets masked. */
    readonly conflicts: Readonly<Record<string, unknown>>,
  ) {
    const sentences = Object.entries(fields).map(([name, why]) => `${name}: ${String(why)}`);
    super(Object.keys(problems).length > 0 ? 'bad_field' : 'conflict', sentences.join(' '), fields);
  }
}

export interface ConfigService {
  /** Saved values; a secret is `""` when unset and `"********"` when set. */
  values(): Record<string, unknown>;
  fields(): ConfigFieldView[];
  /** Changes what is named, all or nothing. @throws ConfigRefused with all that is wrong */
  update(
    changes: Readonly<Record<string, unknown>>,
    asker: ConfigAsker,
    terms?: ConfigTerms,
  ): Promise<{ config: Record<string, unknown>; needs_restart: string[] }>;
  /** Fields whose saved value is not yet in force. */
  pendingRestart(): string[];
}
