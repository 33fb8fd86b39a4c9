// The changes that a test's process makes to a local store, each known by its number alone, and what they come to.

const dimension = 700;
const slices = ['a', 'b', 'c'];

/** All of a record follows from its id and the step that made it. */
export function recordOf(id, slice, step) {
  return {
    id,
    document: `${id} of step ${step} `.repeat(60),
    metadata: { conference: slice, step: String(step), long: `${id} ${step} `.repeat(30) },
    embedding: Array.from({ length: dimension }, (_, i) => Math.fround(Math.sin(step * 7919 + i + id.length * 13))),
  };
}

/**
 * @typedef {ReturnType<typeof recordOf>} ChurnRecord
 * @typedef {{ kind: 'replace', where: { conference: string }, records: ChurnRecord[] }
 *   | { kind: 'delete', ids: string[] }
 *   | { kind: 'metadata', ids: string[], metadata: { mark: string } }
 *   | { kind: 'upsert', records: ChurnRecord[] }} Change
 */

/** @returns {Change} */
export function changeOf(step) {
  const random = (most, salt) => (Math.imul(step * 31 + salt, 0x9e3779b1) >>> 8) % most;
  const slice = slices[random(3, 1)];
  const some = (count, salt) => [
    ...new Set(Array.from({ length: count }, (_, i) => `${slice}${random(900, salt + i)}`)),
  ];
  switch (random(5, 2)) {
    case 0:
      return {
        kind: 'replace',
        where: { conference: slice },
        records: Array.from({ length: 300 + random(600, 3) }, (_, i) => recordOf(`${slice}${i}`, slice, step)),
      };
    case 1:
      return { kind: 'delete', ids: some(100, 5) };
    case 2:
      return { kind: 'metadata', ids: some(50, 7), metadata: { mark: String(step) } };
    default:
      return { kind: 'upsert', records: some(80, 9).map((id) => recordOf(id, slice, step)) };
  }
}

/** State: id → step that made the record, and its mark. */
export function applied(state, step) {
  const change = changeOf(step);
  const next = new Map(state);
  if (change.kind === 'replace')
    for (const id of state.keys()) if (id.startsWith(change.where.conference)) next.delete(id);
  if ('records' in change) for (const { id } of change.records) next.set(id, { step, mark: undefined });
  if (change.kind === 'delete') for (const id of change.ids) next.delete(id);
  if (change.kind === 'metadata')
    for (const id of change.ids) if (next.has(id)) next.set(id, { ...next.get(id), mark: change.metadata.mark });
  return next;
}
