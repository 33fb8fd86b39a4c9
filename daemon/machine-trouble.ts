/**
 * Problems of the machine that the daemon notices: its clock, folders that it cannot watch, and accounts that it cannot
 * distinguish.
 */
import type { Config } from '../config/fields.js';
import { say, type Sentence } from '../workers/base/language/sentence.js';

export interface MachineTrouble {
  what: Sentence;
  reason: Sentence;
  advice: Sentence;
}

/** Folders that are polled because they cannot be watched, by path, with the system's reason. */
export class Unwatched {
  private readonly reasons = new Map<string, string>();

  /** Called when the list changes. */
  changed: () => void = () => undefined;

  /** @param reason null: the folder is watched, or no longer used */
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

/** Milliseconds. A clock may be corrected by this much, and newer files may come from another time zone. */
const tolerated = 86_400_000;

/**
 * Detects a clock that is behind known events. Machines without a battery start in the past, until they get the time
 * from the network. Pure.
 * @param now the time of the clock, milliseconds since 1970
 * @param known times of the newest events
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
 * Without a password, the daemon must know the account of each request, and rejects all if Linux hides it. Pure.
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
