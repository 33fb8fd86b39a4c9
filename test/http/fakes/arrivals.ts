/** Arrivals in memory; see `test/contracts/arrivals.ts`. */
import { say } from '../../../workers/base/language/sentence.js';
import type { Arrival, ArrivalService } from '../../../http/features/arrivals/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';

export interface FakeArrivals extends ArrivalService {
  add(arrival: Partial<Arrival> & Pick<Arrival, 'end' | 'name'>): void;
  /** Nothing is there any more of what was set aside. */
  gone: boolean;
}

export function fakeArrivals(publish: (type: string, data: unknown) => void = () => undefined): FakeArrivals {
  let arrivals: Arrival[] = [];
  let [last, seen] = [0, 0];
  const changed = (): void => publish('arrivals.changed', { unseen: fake.unseen() });
  const find = (id: number): Arrival => {
    const found = arrivals.find((arrival) => arrival.id === id);
    if (found === undefined) throw new TonstiftError('not_found', say('error.no_arrival', { id: String(id) }));
    return found;
  };
  const drop = (id: number): void => {
    arrivals = arrivals.filter((arrival) => arrival.id !== id);
    changed();
  };
  const fake: FakeArrivals = {
    gone: false,
    add(arrival) {
      const blank = {
        way: 'inbox',
        oids: [],
        can_add: false,
        can_replace: false,
        tracks: [],
        papers: 0,
        reasons: [],
        aside: [],
      } as const;
      arrivals = [{ ...blank, at: new Date().toISOString(), ...arrival, id: ++last }, ...arrivals].slice(0, 100);
      changed();
    },
    list: () => [...arrivals],
    unseen: () => arrivals.filter(({ id }) => id > seen).length,
    see(upTo = last) {
      if (Math.min(upTo, last) <= seen) return;
      seen = Math.min(upTo, last);
      changed();
    },
    dismiss: async (id) => drop(find(id).id),
    async clear(upTo) {
      arrivals = arrivals.filter(({ id }) => id > upTo);
      changed();
    },
    again: async (id) => putBack(id),
    async anyway(id) {
      const { name, can_add } = find(id);
      if (!can_add) throw new TonstiftError('conflict', `Files of ${name} were imported.`);
      putBack(id);
    },
    replace: async (id) => putBack(id),
  };
  function putBack(id: number): void {
    const { name, aside } = find(id);
    if (aside.length === 0 || fake.gone)
      throw new TonstiftError('not_found', `The files that were set aside for ${name} are no longer there.`);
    drop(id);
  }
  return fake;
}
