/**
 * Login sessions, in memory. They end when the daemon stops, the password changes, the user logs out, or after a month
 * without use.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { keepNewest } from '../../workers/base/keep-newest.js';

const day = 24 * 3600_000;
const lifetime = 30 * day;
const capacity = 1000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Constant time, wherever two secrets differ and whatever their lengths are. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

export interface Sessions {
  /** Milliseconds. */
  readonly lifetime: number;
  /** Returns the new session's id: 256 random bits. */
  open(): string;
  has(id: string): boolean;
  /** Extends a session to its whole lifetime, at most once a day. Returns whether it was extended. */
  renew(id: string): boolean;
  close(id: string): void;
  /**
   * Calls `call` once when the session ends; for null, when the password changes. Returns a function that unsubscribes.
   */
  whenEnded(id: string | null, call: () => void): () => void;
  /** Ends all sessions if the password has changed, and notifies their subscribers immediately. */
  endAfterChange(): void;
}

/** @param password the current password; when it changes, every session ends */
export function createSessions(password: () => string | undefined, now: () => number): Sessions {
  /** Keyed by hash, so that the timing of a lookup reveals nothing about an id. */
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
      keepNewest(untilOf, capacity, end);
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
      // Reinserted, so that the oldest sessions are removed first if there are too many.
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
