/**
 * Records what was added and acknowledged, and must therefore exist: files by their digest, albums by the ids of
 * their tracks, which are never used again.
 */
import { createHash } from 'node:crypto';

/** @param {Uint8Array} bytes */
export const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * An added file. `whole`: it was written completely, or the upload was acknowledged. `mayGo`: a request asked to
 * delete its album or track.
 * @typedef {{
 *   digest: string, name: string, unit: string, number: number | null,
 *   zip: string | null, whole: boolean, mayGo: boolean,
 * }} Given
 *
 * An album with an acknowledged edit. `fields` has all values that a field may have: more than one if an edit had no
 * answer.
 * @typedef {{
 *   ids: Set<number>, lost: Set<number>, fields: Map<string, unknown[]>, deleted: 'no' | 'perhaps' | 'yes',
 * }} Promised
 */

const ids = ({ tracks }) => tracks.map(({ id }) => id);
/** Returns the number of a file of ours, which its name in the library contains too. */
const numberOf = (filename) => Number(/t(\d{6})/.exec(filename)?.[1] ?? Number.NaN);

export class Promises {
  /** @type {Given[]} */
  given = [];
  /** @type {Promised[]} */
  albums = [];
  /** Tracks of albums that a request asked to delete. @type {Set<number>} */
  toGo = new Set();
  counts = { files: 0, uploads: 0, edits: 0, deletes: 0, moves: 0 };

  /** @param {Pick<Given, 'digest' | 'name' | 'unit'> & Partial<Given>} file */
  give(file) {
    const given = { number: null, zip: null, whole: false, mayGo: false, ...file };
    this.given.push(given);
    return given;
  }

  /** @param {readonly Given[]} files */
  keep(files) {
    for (const file of files) file.whole = true;
    this.counts.files += files.length;
  }

  /** Everything that was added under the same names may be deleted with the album. */
  mayGo(view, only = null) {
    if (only === null) for (const id of ids(view)) this.toGo.add(id);
    const numbers = new Set(
      view.tracks.filter(({ id }) => only === null || id === only).map((t) => numberOf(t.filename)),
    );
    const tracks = this.given.filter(({ number }) => number !== null && numbers.has(number));
    const units = only === null ? new Set(tracks.map(({ unit }) => unit)) : new Set();
    for (const file of this.given) if (tracks.includes(file) || units.has(file.unit)) file.mayGo = true;
  }

  promisedOf(view) {
    return this.albums.find((one) => ids(view).some((id) => one.ids.has(id)));
  }

  /**
   * @param {{tracks: {id: string}[]}} view the album before
   * @param {Record<string, unknown>} wanted by field
   * @param {{status: number, body: any}} answer
   */
  edited(view, wanted, { status, body }) {
    const known = this.promisedOf(view);
    if (status === 0 && known !== undefined)
      for (const [field, value] of Object.entries(wanted))
        if (known.fields.has(field)) known.fields.get(field)?.push(value);
        else known.fields.set(field, [undefined, value]);
    if (status < 200 || status > 299) return;
    const promised = known ?? this.newAlbum();
    for (const id of [...ids(view), ...ids(body.album)]) promised.ids.add(id);
    for (const [field, value] of Object.entries(wanted)) promised.fields.set(field, [value]);
    this.counts.edits++;
  }

  /** @param {{status: number}} answer */
  trackDeleted(view, id, answer) {
    const known = this.promisedOf(view) ?? (answer.status === 200 ? this.newAlbum() : undefined);
    for (const one of ids(view)) known?.ids.add(one);
    if (answer.status === 200) known?.lost.add(id);
    if (answer.status === 200) this.counts.edits++;
    // After a deletion, the order of the tracks is no longer checked.
    known?.fields.delete('order');
  }

  deleted(view, { status }) {
    const known = this.promisedOf(view) ?? (status === 200 ? this.newAlbum() : undefined);
    if (known === undefined) return;
    if (status === 200) for (const id of ids(view)) known.ids.add(id);
    if (status === 200) known.deleted = 'yes';
    else if (status === 0) known.deleted = 'perhaps';
    if (status === 200) this.counts.deletes++;
  }

  /** @returns {Promised} */
  newAlbum() {
    /** @type {Promised} */
    const album = { ids: new Set(), lost: new Set(), fields: new Map(), deleted: 'no' };
    this.albums.push(album);
    return album;
  }

  /** Returns sentences about acknowledged edits that are missing in the records. @param {readonly any[]} records */
  broken(records, coverOf) {
    const faults = [];
    for (const promised of this.albums) {
      const found = records.filter((one) => ids(one).some((id) => promised.ids.has(id)));
      const [record] = found;
      if (promised.deleted === 'yes' && record !== undefined)
        faults.push(`album ${record.oid} "${record.album_title}" was deleted and still exists`);
      if (promised.deleted === 'no' && record === undefined)
        faults.push(`the album of the tracks ${[...promised.ids].join(', ')} is gone (${titleOf(promised)})`);
      if (promised.deleted === 'yes' || record === undefined) continue;
      for (const id of promised.lost)
        if (ids(record).includes(id)) faults.push(`track ${id} of album ${record.oid} was deleted and still exists`);
      for (const [field, allowed] of promised.fields) {
        if (allowed.includes(undefined)) continue;
        const actual = actualOf(record, field, coverOf);
        if (!allowed.some((value) => same(field, value, actual)))
          faults.push(`${field} of album ${record.oid} is ${JSON.stringify(actual)}, not ${JSON.stringify(allowed)}`);
      }
    }
    return faults;
  }

  /** Resolves the outcome of requests that had no answer. */
  settle(records, coverOf) {
    for (const promised of [...this.albums]) {
      const record = records.find((one) => ids(one).some((id) => promised.ids.has(id)));
      if (record === undefined) {
        if (promised.deleted === 'perhaps') promised.deleted = 'yes';
        continue;
      }
      if (promised.deleted === 'perhaps') promised.deleted = 'no';
      for (const field of promised.fields.keys()) promised.fields.set(field, [actualOf(record, field, coverOf)]);
    }
    // Deleted albums stay deleted; keeps the last 50, so that the list does not grow forever.
    const gone = this.albums.filter(({ deleted }) => deleted === 'yes');
    this.albums = this.albums.filter((one) => one.deleted !== 'yes' || gone.indexOf(one) >= gone.length - 50);
  }
}

const titleOf = ({ fields }) => JSON.stringify(fields.get('album_title') ?? 'no title');

function actualOf(record, field, coverOf) {
  if (field === 'order') return ids(record);
  if (field === 'cover') return coverOf(record);
  const [, id] = /^title of (\d+)$/.exec(field) ?? [];
  if (id !== undefined) return record.tracks.find((track) => track.id === Number(id))?.track_title;
  return record[field];
}

/** Tracks that were added later may be at any position; deleted tracks are checked elsewhere. */
function same(field, value, actual) {
  if (actual === undefined && field.startsWith('title of ')) return true;
  if (field !== 'order') return JSON.stringify(value) === JSON.stringify(actual);
  const ordered = actual.filter((id) => value.includes(id));
  return JSON.stringify(ordered) === JSON.stringify(value);
}
