/** Saved papers in memory: papers are those that the fake has been given. */
import { NoteChanged, type SavedPaperView, type SavedService } from '../../../http/papers/saved/service.js';
import { fileOf } from '../../../daemon/papers/saved.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { Paper } from '../../../workers/papers/types.js';

interface Kept extends SavedPaperView {
  at: number;
  removed: number | null;
}

/** @param find the paper as it is now; undefined where there is none */
export function fakeSaved(find: (uid: string) => Paper | undefined): SavedService {
  const kept = new Map<string, Kept>();
  let time = 0;
  const unknown = (): TonstiftError => new TonstiftError('not_found', 'This paper does not exist.');
  const viewOf = ({ paper, note, saved_at: at }: Kept): SavedPaperView => {
    const now = find(paper.uid);
    return { paper: now ?? paper, note, saved_at: at, is_gone: now === undefined };
  };
  const listed = (): Kept[] => [...kept.values()].filter(({ removed }) => removed === null).sort((a, b) => b.at - a.at);

  function put(uid: string): Kept {
    const one = kept.get(uid);
    const paper = one?.paper ?? find(uid);
    if (paper === undefined) throw unknown();
    const at = one === undefined || one.removed !== null ? ++time : one.at;
    const stands = { paper, note: one?.note ?? '', is_gone: false, at, removed: null };
    const put: Kept = { ...stands, saved_at: new Date(at).toISOString() };
    kept.set(uid, put);
    return put;
  }
  function known(uid: string, isListed: boolean): Kept {
    const one = kept.get(uid);
    if (one === undefined || (isListed && one.removed !== null)) throw unknown();
    return one;
  }

  return {
    count: async () => listed().length,
    list: async ({ from, limit }) =>
      listed()
        .slice(from, from + limit)
        .map(viewOf),
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
    file: (format) => fileOf(format, listed().map(viewOf)),
    fileOf: async (format, papers) =>
      fileOf(
        format,
        papers.map((paper) => ({ paper, note: kept.get(paper.uid)?.note ?? '' })),
      ),
  };
}
