/* The session storage of the browser tab. A browser that blocks it keeps nothing, and the page works without it. */
import { base } from './base.js';

/** @type {(key: string) => string | null} */
export function recall(key) {
  try {
    return sessionStorage.getItem(base + key);
  } catch {
    return null;
  }
}

/**
 * Stores a value; removes the entry if there is none.
 * @returns false if the storage does not work
 * @type {(key: string, value?: string) => boolean}
 */
export function remember(key, value) {
  try {
    if (value === undefined) sessionStorage.removeItem(base + key);
    else sessionStorage.setItem(base + key, value);
    return true;
  } catch {
    return false;
  }
}
