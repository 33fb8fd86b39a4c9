/* Which pens have just got all that they should have. Pure but for the set that it keeps. */

/**
 * Names of the pens that have all on them now, and had not before.
 * @typedef {{ id: string, name: string, state: string, unmounted: boolean }} Pen
 * @param {Set<string>} copying of which pens that is awaited; brought up to date
 * @param {readonly Pen[]} pens
 */
export function finishedPens(copying, pens) {
  const finished = pens.filter(({ id, state, unmounted }) => copying.has(id) && (state === 'ready' || unmounted));
  for (const { id, state } of pens) {
    if (state === 'copying') copying.add(id);
    else if (state !== 'looking') copying.delete(id);
  }
  return finished.map(({ name }) => name);
}
