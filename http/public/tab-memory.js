/* The session storage of the browser tab. A browser that blocks it keeps nothing, and the page works without it. */

/** @type {(key: string) => string | null} */
export function recall(key) {
  try {
    return sessionStorage.getItem(key);
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
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
