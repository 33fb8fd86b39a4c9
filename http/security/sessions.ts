/** Login sessions, in memory: they end with the daemon, with the password, or after a month. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const lifetime = 30 * 24 * 3600_000;
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
  close(id: string): void;
}

/** @param password the one in force; when it changes, every session ends */
export function createSessions(password: () => string | undefined, now: () => number): Sessions {
  /** Keyed by hash: the timing of a lookup reveals nothing about an id. */
  const untilOf = new Map<string, number>();
  let openedUnder = password();
  const key = (id: string): string => digest(id).toString('base64');
  const endAllAfterChange = (): void => {
    if (password() === openedUnder) return;
    openedUnder = password();
    untilOf.clear();
  };
  return {
    lifetime,
    open() {
      endAllAfterChange();
      const id = randomBytes(32).toString('base64url');
      untilOf.set(key(id), now() + lifetime);
      for (const oldest of untilOf.keys()) {
        if (untilOf.size <= capacity) break;
        untilOf.delete(oldest);
      }
      return id;
    },
    has(id) {
      endAllAfterChange();
      return (untilOf.get(key(id)) ?? 0) > now();
    },
    close: (id) => void untilOf.delete(key(id)),
  };
}
