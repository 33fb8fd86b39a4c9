/** Kept searches in memory: papers are those that the fake imports. */
import {
  mostSearches,
  type AlertService,
  type KeptSearch,
  type NewPaperView,
  type SearchToKeep,
} from '../../../http/papers/alerts/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { Paper } from '../../../workers/papers/types.js';
import type { FakePapers } from './papers.js';

interface Kept extends SearchToKeep {
  id: string;
  keptAt: number;
  seenAt: number;
}

interface Import {
  id: number;
  name: string;
  at: number;
  former: Map<string, Paper | null>;
}

const isAmong = <Value>(list: readonly Value[], value: Value): boolean => list.length === 0 || list.includes(value);
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export function fakeAlerts(papers: FakePapers): AlertService {
  const imports: Import[] = [];
  let kept: Kept[] = [];
  let [last, ids] = [0, 0];
  const now = (): number => (last = Math.max(last + 1, Date.now()));
  const record = papers.stored;
  papers.stored = (name, former) => {
    const id = record(name, former);
    imports.push({ id, name, at: now(), former });
    return id;
  };

  function chosen(id: string | undefined): Kept[] {
    const those = kept.filter((one) => id === undefined || one.id === id);
    if (id !== undefined && those.length === 0) throw new TonstiftError('not_found', 'This search is not kept.');
    return those;
  }

  function found({ q, conferences, years, sessions }: Kept, since: number): NewPaperView[] {
    return imports
      .filter(({ at }) => at > since)
      .reverse()
      .flatMap(({ id, name, at, former }) =>
        [...former].flatMap(([uid, before]) => {
          const paper = papers.find(uid);
          if (before !== null || paper === undefined) return [];
          const words = wordsOf(`${paper.title} ${paper.abstract}`);
          const fits =
            wordsOf(q).every((word) => words.includes(word)) &&
            isAmong(conferences, paper.conference) &&
            isAmong(years, paper.year) &&
            isAmong(sessions, paper.session);
          return fits ? [{ paper, added_at: new Date(at).toISOString(), import_id: id, import_name: name }] : [];
        }),
      );
  }

  return {
    async list({ limit, id }) {
      return chosen(id).map((one): KeptSearch => {
        const those = found(one, one.seenAt);
        const { keptAt, seenAt, ...search } = one;
        return {
          ...search,
          kept_at: new Date(keptAt).toISOString(),
          seen_at: new Date(seenAt).toISOString(),
          count: those.length,
          papers: those.slice(0, limit),
        };
      });
    },
    async arrivals({ limit, id }) {
      const all = chosen(id).flatMap((one) => found(one, one.keptAt));
      return [...new Map(all.map((one) => [one.paper.uid, one])).values()].slice(0, limit);
    },
    async keep(search) {
      const same = kept.find((one) => JSON.stringify({ ...one, ...search }) === JSON.stringify(one));
      if (same !== undefined) return same.id;
      if (kept.length >= mostSearches) throw new TonstiftError('conflict', 'There are too many.');
      const [id, at] = [`search-${++ids}`, now()];
      kept.push({ id, ...search, keptAt: at, seenAt: at });
      return id;
    },
    async seen(until, id) {
      for (const one of chosen(id)) one.seenAt = Math.max(one.seenAt, Math.min(until.getTime(), now()));
    },
    async remove(id) {
      chosen(id);
      kept = kept.filter((one) => one.id !== id);
    },
  };
}
