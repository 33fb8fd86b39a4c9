/** The list of kept searches in its file. */
import { mostSearches, type SearchToKeep } from '../../../http/papers/alerts/service.js';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Clock } from '../../../workers/base/ports.js';
import { longestName, mostEntries, type KeptSearchRecord } from '../../../workers/papers/kept-search.js';
import { newId, type AlertStore, type StoredSearch } from './stored-alerts.js';

/** Milliseconds. The clock may be behind by so much for a while, for example before it is set from the network. */
const skew = 24 * 3_600_000;

export class KeptSearches {
  private reading: Promise<unknown> | undefined;

  constructor(
    private readonly store: AlertStore,
    private readonly clock: Clock,
  ) {}

  /** @param id only this one. @throws TonstiftError `not_found` */
  async list(id?: string): Promise<readonly StoredSearch[]> {
    await (this.reading ??= this.store.read());
    const searches = this.store.value.searches.map((one) => this.past(one));
    const chosen = id === undefined ? searches : searches.filter((one) => one.id === id);
    if (id !== undefined && chosen.length === 0) throw new TonstiftError('not_found', say('alerts.unknown'));
    return chosen;
  }

  /** @throws TonstiftError `bad_field`, `conflict` */
  async keep(search: SearchToKeep): Promise<string> {
    checkLength(search);
    const now = this.clock.now();
    const added = { id: newId(), ...search, kept_at: now, seen_at: now };
    let { id } = added;
    await this.change((searches) => {
      const same = searches.find((one) => isSame(one, search));
      if (same !== undefined) {
        ({ id } = same);
        return searches;
      }
      if (searches.length >= mostSearches)
        throw new TonstiftError('conflict', say('alerts.too_many', { most: mostSearches }));
      return [...searches, added];
    });
    return id;
  }

  async seen(until: Date, id?: string): Promise<void> {
    await this.list(id);
    // A time in the future would hide the papers that come in until then.
    const at = Math.min(until.getTime(), this.clock.now());
    await this.change((searches) =>
      searches.map((one) =>
        id === undefined || one.id === id ? { ...one, seen_at: Math.max(at, this.past(one).seen_at) } : one,
      ),
    );
  }

  async remove(id: string): Promise<void> {
    await this.list(id);
    await this.change((searches) => searches.filter((one) => one.id !== id));
  }

  /** Adds those of a backup that are not here. @returns how many were added */
  async restore(copies: readonly KeptSearchRecord[]): Promise<number> {
    let added = 0;
    await this.change((searches) => {
      const all = [...searches];
      for (const copy of copies)
        if (all.length < mostSearches && !all.some((one) => isSame(one, copy))) all.push({ id: newId(), ...copy });
      added = all.length - searches.length;
      return added === 0 ? searches : all;
    });
    return added;
  }

  /** A mark far in the future is of a clock that was ahead: papers imported since would not be new until then. */
  private past(one: StoredSearch): StoredSearch {
    const latest = this.clock.now() + skew;
    if (one.seen_at <= latest) return one;
    return { ...one, seen_at: one.kept_at > latest ? 0 : one.kept_at };
  }

  private async change(work: (searches: readonly StoredSearch[]) => readonly StoredSearch[]): Promise<void> {
    await this.list();
    await this.store.update((stored) => {
      const searches = work(stored.searches);
      return searches === stored.searches ? stored : { ...stored, searches: [...searches] };
    });
  }
}

/** A list that the file cannot have is refused before anything is written. */
function checkLength({ conferences: conference, years: year, sessions: session }: SearchToKeep): void {
  for (const [field, entries] of Object.entries({ conference, year, session })) {
    if (entries.length > mostEntries) throw badFields({ [field]: say('wrong.filters_many', { most: mostEntries }) });
    if (entries.some((entry) => String(entry).length > longestName))
      throw badFields({ [field]: say('wrong.longest', { most: longestName }) });
  }
}

const isSame = (one: SearchToKeep, other: SearchToKeep): boolean => keyOf(one) === keyOf(other);

const keyOf = ({ q, conferences, years, sessions }: SearchToKeep): string =>
  JSON.stringify([q, conferences.toSorted(), years.toSorted(), sessions.toSorted()]);
