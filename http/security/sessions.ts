/**
 * Login sessions, in memory: they end with the daemon, with the password, by logging out, or after a month without use.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const day = 24 * 3600_000;
const lifetime = 30 * day;
const capacity = 1000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time wherever two secrets differ, and whatever their lengths. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

export interface Sessions {
  /** Milliseconds. */
  readonly lifetime: number;
  /** Answers the new session's id: 256 random bits. */
  open(): string;
  has(id: string): boolean;
  /** Lets a session that is in use last its whole lifetime again, at most once a day. Answers whether it does. */
  renew(id: string): boolean;
  close(id: string): void;
  /**
   * Called once when the session ends, or for null when the password changes. Answers a function that takes it back.
   */
  whenEnded(id: string | null, call: () => void): () => void;
  /** Ends what an older password had let in; what follows a session hears of it at once. */
  endAfterChange(): void;
}

/** @param password the one in force; when it changes, every session ends */
export function createSessions(password: () => string | undefined, now: () => number): Sessions {
  /** Keyed by hash: the timing of a lookup reveals nothing about an id. */
  const untilOf = new Map<string, number>();
  const followers = new Map<string, Set<() => void>>();
  let openedUnder = password();
  const key = (id: string | null): string => (id === null ? '' : digest(id).toString('base64'));
  const end = (name: string): void => {
    untilOf.delete(name);
    const calls = followers.get(name);
    followers.delete(name);
    for (const call of calls ?? []) call();
  };
  const endAfterChange = (): void => {
    if (password() === openedUnder) return;
    openedUnder = password();
    for (const name of new Set([...untilOf.keys(), ...followers.keys()])) end(name);
  };
  return {
    lifetime,
    endAfterChange,
    open() {
      endAfterChange();
      const id = randomBytes(32).toString('base64url');
      untilOf.set(key(id), now() + lifetime);
      for (const oldest of untilOf.keys()) {
        if (untilOf.size <= capacity) break;
        end(oldest);
      }
      return id;
    },
    has(id) {
      endAfterChange();
      return (untilOf.get(key(id)) ?? 0) > now();
    },
    renew(id) {
      const [name, until] = [key(id), now() + lifetime];
      const former = untilOf.get(name) ?? 0;
      if (former <= now() || until - former < day) return false;
      // The one that was renewed last is the last to go when there are too many.
      untilOf.delete(name);
      untilOf.set(name, until);
      return true;
    },
    close: (id) => end(key(id)),
    whenEnded(id, call) {
      const name = key(id);
      const calls = followers.get(name) ?? new Set();
      followers.set(name, calls.add(call));
      return () => {
        calls.delete(call);
        if (calls.size === 0 && followers.get(name) === calls) followers.delete(name);
      };
    },
  };
}
