/** Saved papers in memory: papers are those that the fake has been given. */
import {
  NoteChanged,
  type Decision,
  type SavedFilter,
  type SavedPaperView,
  type SavedService,
} from '../../../http/papers/saved/service.js';
import { exported, fileOf } from '../../../daemon/papers/saved.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { seriesOf } from '../../../workers/papers/venues/series-of.js';
import type { FakePapers } from './papers.js';

interface Kept extends SavedPaperView {
  at: number;
  removed: number | null;
}

/** The papers of a list, with decision and its turn. */
type Lists = Map<string, Map<string, { decision: Decision | null; turn: number }>>;

/** @param papers `find`: the paper as it is now; undefined where there is none */
export function fakeSaved({ find, all }: Pick<FakePapers, 'find' | 'all'>): SavedService {
  const kept = new Map<string, Kept>();
  const lists: Lists = new Map();
  let time = 0;
  const unknown = (): TonstiftError => new TonstiftError('not_found', 'This paper does not exist.');
  const viewOf = ({ paper, note, saved_at: at, read_at: read }: Kept): SavedPaperView => {
    const now = find(paper.uid);
    const on = [...lists].flatMap(([name, papers]) => {
      const entry = papers.get(paper.uid);
      return entry === undefined ? [] : [{ name, decision: entry.decision }];
    });
    const named = on.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { paper: now ?? paper, note, saved_at: at, read_at: read, is_gone: now === undefined, lists: named };
  };
  const listed = ({ list, read, decision }: SavedFilter = {}): SavedPaperView[] =>
    [...kept.values()]
      .filter(({ removed }) => removed === null)
      .sort((a, b) => b.at - a.at)
      .map(viewOf)
      .filter(({ read_at: at }) => read === undefined || read === (at !== null))
      .filter(
        ({ lists: on }) =>
          (list === undefined && decision === undefined) ||
          on.some(
            (one) =>
              (list ?? one.name) === one.name && (decision ?? one.decision ?? 'none') === (one.decision ?? 'none'),
          ),
      );

  function put(uid: string): Kept {
    const one = kept.get(uid);
    const paper = one?.paper ?? find(uid);
    if (paper === undefined) throw unknown();
    const at = one === undefined || one.removed !== null ? ++time : one.at;
    const stands = { paper, note: one?.note ?? '', is_gone: false, at, removed: null, lists: [] };
    const put: Kept = { ...stands, read_at: one?.read_at ?? null, saved_at: new Date(at).toISOString() };
    kept.set(uid, put);
    return put;
  }
  function known(uid: string, isListed: boolean): Kept {
    const one = kept.get(uid);
    if (one === undefined || (isListed && one.removed !== null)) throw unknown();
    return one;
  }

  return {
    count: async (filter) => listed(filter).length,
    list: async ({ from, limit, filter }) => listed(filter).slice(from, from + limit),
    find: async (uid) => listed().find(({ paper }) => paper.uid === uid),
    removed: async (limit) =>
      [...kept.values()]
        .filter(({ removed }) => removed !== null)
        .sort((a, b) => (b.removed ?? 0) - (a.removed ?? 0))
        .slice(0, limit)
        .map(viewOf),
    among: async (uids) => uids.filter((uid) => kept.get(uid)?.removed === null),
    save: async (uid) => void put(uid),
    remove: async (uid) => void (known(uid, true).removed = ++time),
    restore: async (uid) => void (known(uid, false).removed = null),
    async note(uid, note, seen) {
      const one = put(uid);
      if (seen !== undefined && one.note !== seen && one.note !== note) throw new NoteChanged(one.note);
      one.note = note;
    },
    file(format, filter = {}) {
      return fileOf(
        format,
        exported(
          {
            lists: () => this.lists(),
            all: async function* (of) {
              yield* listed(of);
            },
          },
          filter,
        ),
      );
    },
    fileOf: async (format, papers) =>
      fileOf(
        format,
        papers.map((paper) => ({ paper, note: kept.get(paper.uid)?.note ?? '' })),
      ),
    fileOfAll: (format, { conferences, years, sessions }) =>
      fileOf(
        format,
        all()
          .filter(
            ({ conference, year, session }) =>
              (conferences.length === 0 || conferences.map(seriesOf).includes(seriesOf(conference))) &&
              (years.length === 0 || years.includes(year)) &&
              (sessions.length === 0 || sessions.includes(session)),
          )
          .sort((one, other) => other.year - one.year)
          .map((paper) => ({ paper, note: kept.get(paper.uid)?.note ?? '' })),
      ),
    async markRead(uid, isRead) {
      const one = known(uid, true);
      one.read_at = isRead ? (one.read_at ?? new Date(++time).toISOString()) : null;
    },
    ...fakeLists(lists, { listed, put: (uid) => (find(uid) === undefined ? undefined : put(uid)), turn: () => ++time }),
  };
}

type Of<Name extends keyof SavedService> = Pick<SavedService, Name>;

function fakeLists(
  lists: Lists,
  {
    listed,
    put,
    turn,
  }: { listed: (filter: SavedFilter) => SavedPaperView[]; put: (uid: string) => unknown; turn: () => number },
): Of<'lists' | 'addToList' | 'removeFromList' | 'renameList' | 'deleteList' | 'decide' | 'undoDecision'> {
  const must = <One>(one: One | undefined): One => {
    if (one === undefined) throw new TonstiftError('not_found', 'There is none.');
    return one;
  };
  const drop = (name: string): void => void ((lists.get(name)?.size ?? 0) === 0 && lists.delete(name));
  return {
    async lists() {
      const all = [...lists.keys()].sort().map((name) => {
        const papers = listed({ list: name });
        const by = (decision: Decision): number => listed({ list: name, decision }).length;
        const counts = { yes: by('yes'), maybe: by('maybe'), no: by('no') };
        return { name, papers: papers.length, unread: listed({ list: name, read: false }).length, ...counts };
      });
      return all.filter(({ papers }) => papers > 0);
    },
    async addToList(uids, name) {
      const there = [...uids].reverse().filter((uid) => put(uid) !== undefined);
      const list = lists.get(name) ?? new Map<string, { decision: Decision | null; turn: number }>();
      for (const uid of there) if (!list.has(uid)) list.set(uid, { decision: null, turn: 0 });
      lists.set(name, list);
      drop(name);
      return there.length;
    },
    async removeFromList(uid, name) {
      must(lists.get(name)?.delete(uid) || undefined);
      drop(name);
    },
    async renameList(name, to) {
      const papers = must(lists.get(name));
      lists.delete(name);
      lists.set(to, new Map([...papers, ...(lists.get(to) ?? [])]));
    },
    deleteList: async (name) => void must(lists.delete(name) || undefined),
    async decide(name, uid, decision) {
      Object.assign(must(lists.get(name)?.get(uid)), { decision, turn: turn() });
    },
    async undoDecision(name) {
      const last = [...(lists.get(name) ?? [])].sort(([, a], [, b]) => b.turn - a.turn)[0];
      const [uid, entry] = must(last === undefined || last[1].turn === 0 ? undefined : last);
      Object.assign(entry, { decision: null, turn: 0 });
      return uid;
    },
  };
}
