import * as z from 'zod/v4';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { Words } from '../../../workers/base/language/sentence.js';

export const configField = z
  .object({
    name: z.string(),
    type: z.string(),
    group: z.string(),
    guard: z.enum(['open', 'folder', 'password']).describe('The condition for changing it over HTTP.'),
    help: z.string(),
    default: z.unknown(),
    choices: z.array(z.string()).nullable(),
    needs_restart: z.boolean(),
    is_simple: z.boolean().describe('Whether the settings page shows it at once.'),
    environment: z.string(),
    flag: z.string(),
    source: z.enum(['flag', 'environment', 'file', 'default']),
  })
  .meta({ id: 'Setting' });

/** `source` is the source of the value for the next start. */
export type ConfigFieldView = z.output<typeof configField>;

/** Who wants to change a setting. */
export interface ConfigAsker {
  /** The client has sent the current password, and it is correct. */
  knowsPassword: boolean;
  /** The request comes from this machine, from an account that has access, and not through a proxy. */
  isLocal: boolean;
  /** A command of the daemon's own account, which could write the file itself. */
  isCommand: boolean;
}

/** Additional data of a change. */
export interface ConfigTerms {
  /** The values that the user saw, by field. If the saved value differs, the change is rejected. */
  expected?: Readonly<Record<string, unknown>>;
  /** Known problems by field, as sentences; they are reported together with the others. */
  problems?: Readonly<Record<string, Words>>;
}

/**
 * Rejects all changes: `bad_field`, or `conflict` if there are only conflicts. `fields` has a sentence for each field.
 */
export class ConfigRefused extends TonstiftError {
  constructor(
    fields: Readonly<Record<string, Words>>,
    /** Why a value is invalid, by field. */
    readonly problems: Readonly<Record<string, Words>>,
    /** The saved values of fields that were changed meanwhile; secrets are masked. */
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
  /** Changes the named settings, all or none. @throws ConfigRefused with all problems */
  update(
    changes: Readonly<Record<string, unknown>>,
    asker: ConfigAsker,
    terms?: ConfigTerms,
  ): Promise<{ config: Record<string, unknown>; needs_restart: string[] }>;
  /** Settings that take effect at the next start. */
  pendingRestart(): string[];
}
