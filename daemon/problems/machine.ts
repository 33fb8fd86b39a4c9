/**
 * What is wrong with the machine itself, as far as the daemon notices: its clock, folders that it cannot watch, and
 * accounts that it cannot tell apart.
 */
import type { Config } from '../../config/fields.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';

export interface MachineTrouble {
  what: Sentence;
  reason: Sentence;
  advice: Sentence;
}

/** Folders whose changes are only noticed by looking again, by path, with the system's reason. */
export class Unwatched {
  private readonly reasons = new Map<string, string>();

  /** Called when there are others. */
  changed: () => void = () => undefined;

  /** @param reason null: it is watched, or nobody wants it any more */
  note(folder: string, reason: string | null): void {
    if ((this.reasons.get(folder) ?? null) === reason) return;
    if (reason === null) this.reasons.delete(folder);
    else this.reasons.set(folder, reason);
    this.changed();
  }

  list(): MachineTrouble[] {
    return [...this.reasons].map(([folder, why]) => ({
      what: say('problems.machine.watch', { folder }),
      reason: say('problems.machine.unwatched', { why }),
      advice: say('problems.machine.unwatched.advice'),
    }));
  }
}

/** Milliseconds. A clock may be set right by so much, and what is newer may have been made in another time zone. */
const tolerated = 86_400_000;

/**
 * A clock that is behind what is known to have happened: machines without a battery begin in the past, until the
 * network tells them the time. Pure.
 * @param now of the clock, milliseconds since 1970
 * @param known when the newest things happened
 */
export function clockTrouble(now: number, known: readonly number[]): MachineTrouble[] {
  const newest = known.reduce((latest, time) => Math.max(latest, time), 0);
  if (newest - now <= tolerated) return [];
  return [
    {
      what: say('problems.machine.clock'),
      reason: say('problems.machine.behind', { now, newest }),
      advice: say('problems.machine.clock.advice'),
    },
  ];
}

/**
 * Without a password the daemon must know which account asks, and refuses everybody where Linux hides it. Pure.
 * @param areHidden see `showsConnections`
 */
export function accountTrouble(
  areHidden: boolean,
  { password, allow_unauthenticated: isOpen }: Pick<Config, 'password' | 'allow_unauthenticated'>,
): MachineTrouble[] {
  if (!areHidden || password !== '' || isOpen) return [];
  return [
    {
      what: say('problems.machine.accounts'),
      reason: say('problems.machine.accounts.reason'),
      advice: say('problems.machine.accounts.advice'),
    },
  ];
}
