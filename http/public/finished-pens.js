/* Finds the pens whose copying has just finished. Pure, except for the set that it updates. */

/**
 * Names of the pens that have everything now, but did not before.
 * @typedef {{ id: string, name: string, state: string, unmounted: boolean }} Pen
 * @param {Set<string>} copying ids of pens that are being copied to; updated here
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
