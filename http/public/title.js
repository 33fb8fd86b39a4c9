/* The title of the tab, for users who look at another one. Pure. */

/** Kinds of work, most urgent first. */
export const kinds = /** @type {const} */ (['copy', 'restore', 'import', 'papers', 'build', 'embed']);

/**
 * @typedef {typeof kinds[number]} Kind
 *
 * @typedef {object} Progress
 * @property {readonly { kind: Kind, share: number | null }[]} work running work with its progress (0 to 1), if known
 * @property {readonly string[]} marks things to look at: `2 new`, `1 problem`
 * @property {Readonly<Partial<Record<Kind, string>>>} words of the kinds
 */

/** The program's name, at the end of every title. */
const nameOf = (/** @type {string} */ title) => title.slice(title.lastIndexOf('·') + 1).trim();

/**
 * @param {string} own the page's title
 * @param {Progress} progress
 */
export function titleOf(own, { work, marks, words }) {
  const kind = kinds.find((one) => work.some((piece) => piece.kind === one));
  if (kind === undefined) return marks.length === 0 ? own : `● ${marks.join(', ')} · ${own}`;
  const text = `${words[kind] ?? ''} · ${nameOf(own)}`;
  const shares = work.flatMap((piece) => (piece.kind === kind && piece.share !== null ? [piece.share] : []));
  if (shares.length === 0) return text;
  // The lowest progress, because that work ends last.
  return `(${Math.floor(100 * Math.max(0, Math.min(1, ...shares)))} %) ${text}`;
}
