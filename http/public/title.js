/* What the tab's title tells to whoever looks at another one. Pure. */

/** What goes on, the more urgent first. */
export const kinds = /** @type {const} */ (['copy', 'restore', 'import', 'papers', 'build', 'embed']);

/**
 * @typedef {typeof kinds[number]} Kind
 *
 * @typedef {object} Told
 * @property {readonly { kind: Kind, share: number | null }[]} work what goes on, and how much of it is done (0 to 1),
 *   where that is known
 * @property {readonly string[]} marks what waits to be looked at: `2 new`, `1 problem`
 * @property {Readonly<Partial<Record<Kind, string>>>} words of the kinds
 */

/** The program's name, at the end of every title. */
const nameOf = (/** @type {string} */ title) => title.slice(title.lastIndexOf('·') + 1).trim();

/**
 * @param {string} own the page's title
 * @param {Told} told
 */
export function titleOf(own, { work, marks, words }) {
  const kind = kinds.find((one) => work.some((piece) => piece.kind === one));
  if (kind === undefined) return marks.length === 0 ? own : `● ${marks.join(', ')} · ${own}`;
  const told = `${words[kind] ?? ''} · ${nameOf(own)}`;
  const shares = work.flatMap((piece) => (piece.kind === kind && piece.share !== null ? [piece.share] : []));
  if (shares.length === 0) return told;
  // Of several the one that is least far: it ends last.
  return `(${Math.floor(100 * Math.max(0, Math.min(1, ...shares)))} %) ${told}`;
}
