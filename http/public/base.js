/* The base path: what a reverse proxy puts before all paths of this service. */

/** Without a slash at the end. This script is in `/assets/` below it. */
export const base = new URL('..', import.meta.url).pathname.slice(0, -1);

/** The path and query of this page, as the server knows it. */
export const ownAddress = () => (location.pathname + location.search).slice(base.length);
