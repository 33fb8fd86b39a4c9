/** The record of imports in memory: of the papers that the fake has stored. */
import type { ImportRecord, PaperChangeService } from '../../../http/papers/changes/service.js';
import type { SavedService } from '../../../http/papers/saved/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { PapersConcerned, PapersToDelete } from '../../../workers/papers/sql/results.js';
import type { Paper } from '../../../workers/papers/types.js';
import type { FakePapers } from './papers.js';

interface Kept extends ImportRecord {
  /** The papers before; null for those that were added. */
  former: Map<string, Paper | null>;
}

export function fakePaperChanges(papers: FakePapers, saved: SavedService): PaperChangeService {
  const records: Kept[] = [];
  const record = (kind: ImportRecord['kind'], name: string, former: Kept['former']): Kept => {
    const at = new Date(records.length + 1).toISOString();
    const counts = { added: 0, updated: 0, unchanged: 0, deleted: 0, rejected: 0 };
    const kept: Kept = {
      ...{ id: records.length + 1, kind, name, started_at: at, ended_at: at, undone_at: null, can_undo: true },
      ...counts,
      former,
    };
    records.push(kept);
    return kept;
  };
  papers.stored = (name, former) => record('import', name, former).id;
  const viewOf = ({ former, ...view }: Kept): ImportRecord => {
    if (view.kind !== 'import') return { ...view, deleted: former.size };
    const added = [...former.values()].filter((one) => one === null).length;
    return { ...view, added, updated: former.size - added };
  };
  const known = (id: number): Kept => {
    const one = records.find((kept) => kept.id === id);
    if (one === undefined) throw new TonstiftError('not_found', `There is no import with the number ${id}.`);
    return one;
  };
  const among = (what: PapersToDelete): Paper[] =>
    papers
      .all()
      .filter((paper) =>
        'uids' in what
          ? what.uids.includes(paper.uid)
          : paper.conference === what.conference && paper.year === what.year,
      );
  async function concerns(those: readonly Paper[]): Promise<PapersConcerned> {
    const list = await saved.list({ from: 0, limit: 1000 });
    const own = list.filter(({ paper }) => those.some(({ uid }) => uid === paper.uid));
    const notes = own.filter(({ note }) => note !== '').length;
    return { papers: those.length, saved: own.length, notes, titles: those.slice(0, 20).map(({ title }) => title) };
  }
  const addedBy = ({ former, can_undo: can }: Kept): Paper[] =>
    can ? papers.all().filter(({ uid }) => former.get(uid) === null) : [];
  const changedBy = ({ former, can_undo: can }: Kept): Paper[] =>
    can ? [...former.values()].filter((one) => one !== null) : [];

  /** Those with one DOI. */
  function groups(): Paper[][] {
    const dois = new Set(papers.all().flatMap(({ doi }) => doi ?? []));
    return [...dois].map((doi) => papers.all().filter((paper) => paper.doi === doi)).filter(({ length }) => length > 1);
  }
  const shortOf = ({ uid, title, authors, conference, year, doi }: Paper) => ({
    ...{ uid, title, authors, conference, year },
    ...(doi === undefined ? {} : { doi }),
  });

  return {
    list: async () => records.map(viewOf).reverse(),
    async undoConcerns(id) {
      const one = known(id);
      const counts = await concerns(addedBy(one));
      return { import: viewOf(one), ...counts, restored: changedBy(one).length, kept: 0 };
    },
    async undo(id) {
      const one = known(id);
      const [added, changed] = [addedBy(one), changedBy(one)];
      const { saved: stay } = await concerns(added);
      for (const { uid } of added) papers.put(uid, null);
      for (const paper of changed) papers.put(paper.uid, paper);
      Object.assign(one, { can_undo: false, undone_at: new Date(1000).toISOString() });
      return { id, deleted: added.length, restored: changed.length, kept: 0, kept_titles: [], saved: stay };
    },
    deletionChoices: async () => ({
      conferences: [...new Set(papers.all().map(({ conference }) => conference))].sort(),
      years: [...new Set(papers.all().map(({ year }) => year))].sort((one, other) => other - one),
    }),
    deletionConcerns: (what) => concerns(among(what)),
    async delete(what) {
      const those = among(what);
      if (those.length === 0) return { id: null, deleted: 0, saved: 0 };
      const { saved: stay } = await concerns(those);
      for (const { uid } of those) papers.put(uid, null);
      const former = new Map(those.map((paper) => [paper.uid, paper]));
      return { id: record('deletion', those[0]?.title ?? '', former).id, deleted: those.length, saved: stay };
    },
    duplicates: async () => groups().map((group) => group.map(shortOf)),
    async merge(uids) {
      const asked = groups().filter((group) => uids.length === 0 || group.some(({ uid }) => uids.includes(uid)));
      if (asked.length === 0) return { id: null, groups: 0, deleted: 0, saved: 0 };
      const gone = asked.flatMap((group) => group.slice(1));
      const { saved: stay } = await concerns(gone);
      for (const { uid } of gone) papers.put(uid, null);
      const one = record('merge', 'Merge', new Map(gone.map((paper) => [paper.uid, paper])));
      one.updated = asked.length;
      return { id: one.id, groups: asked.length, deleted: gone.length, saved: stay };
    },
  };
}
