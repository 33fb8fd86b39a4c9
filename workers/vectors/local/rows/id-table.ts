/**
 * Finds the slot of an id, at six to twelve bytes an id: a hash table with open addressing. It keeps slots only, and a
 * byte of each id's hash, by which nearly all others are told from it; the ids are where their records are.
 */
import { hashOfId, isSameId, type IdBytes } from './id-bytes.js';

/** Instead of a byte of a hash: nobody was here; whoever was here is gone. */
const empty = 0;
const gone = 1;
const firstTag = 2;

const leastPlaces = 16;
/** At most so much of the places is taken, by those who are gone too. */
const mostTaken = 7 / 8;

export class IdTable {
  private tags = new Uint8Array(leastPlaces);
  private slots = new Uint32Array(leastPlaces);
  private count = 0;
  private taken = 0;

  /** @param idAt the id of the record in a slot that is in this table */
  constructor(
    private readonly idAt: (slot: number) => IdBytes,
    private readonly hashOf: (id: IdBytes) => number = hashOfId,
  ) {}

  get size(): number {
    return this.count;
  }

  /** -1 where there is none. */
  find(id: IdBytes): number {
    const place = this.placeOf(id, this.hashOf(id));
    return place < 0 ? -1 : (this.slots[place] as number);
  }

  /** Answers the slot that the id had so far; -1 where it is new. */
  put(id: IdBytes, slot: number): number {
    const hash = this.hashOf(id);
    const place = this.placeOf(id, hash);
    if (place >= 0) {
      const before = this.slots[place] as number;
      this.slots[place] = slot;
      return before;
    }
    // More than is needed: otherwise few who go and come, by turns, would make it anew each time.
    if (this.taken + 1 > this.tags.length * mostTaken) this.reserve((this.count + 1) * 1.125);
    this.insert(hash, slot);
    return -1;
  }

  /** Answers the slot that the id had; -1 where there was none. */
  delete(id: IdBytes): number {
    const place = this.placeOf(id, this.hashOf(id));
    if (place < 0) return -1;
    // Whoever looks for another goes on behind it.
    this.tags[place] = gone;
    this.count--;
    return this.slots[place] as number;
  }

  /** Makes room for so many ids, and forgets those who are gone. */
  reserve(ids: number): void {
    const { tags, slots } = this;
    let places = leastPlaces;
    while (Math.max(ids, this.count) > places * mostTaken) places *= 2;
    this.tags = new Uint8Array(places);
    this.slots = new Uint32Array(places);
    this.count = this.taken = 0;
    for (let i = 0; i < tags.length; i++) {
      if ((tags[i] as number) < firstTag) continue;
      const slot = slots[i] as number;
      this.insert(this.hashOf(this.idAt(slot)), slot);
    }
  }

  private placeOf(id: IdBytes, hash: number): number {
    const { tags, slots } = this;
    const last = tags.length - 1;
    const tag = tagOf(hash);
    for (let place = hash & last; ; place = (place + 1) & last) {
      const found = tags[place];
      if (found === empty) return -1;
      if (found === tag && isSameId(this.idAt(slots[place] as number), id)) return place;
    }
  }

  private insert(hash: number, slot: number): void {
    const last = this.tags.length - 1;
    let place = hash & last;
    while (this.tags[place] !== empty) place = (place + 1) & last;
    this.tags[place] = tagOf(hash);
    this.slots[place] = slot;
    this.count++;
    this.taken++;
  }
}

/** The bits of a hash that say least of its place. */
const tagOf = (hash: number): number => firstTag + ((hash >>> 24) % (256 - firstTag));
