/** Albums as the interface shows them: the same views, and the same list of them, until something is otherwise. */
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord, AlbumView, GmeState } from '../../workers/library/types.js';
import { albumView } from '../../workers/library/view.js';
import type { Builds } from './builds.js';

interface ViewParts {
  library: Pick<Library, 'albums'>;
  builds: Pick<Builds, 'fingerprint' | 'isBuilding' | 'isIdle'>;
}

interface Listed {
  records: readonly AlbumRecord[];
  views: readonly AlbumView[];
  /** Of the first, by which a change of what files are built for is seen. */
  fingerprint: string;
  wasIdle: boolean;
}

export class AlbumViews {
  /** A page of many albums asks for the same views again and again; a record is never changed, but replaced. */
  private readonly known = new WeakMap<AlbumRecord, { fingerprint: string; isBuilding: boolean; view: AlbumView }>();
  private listed: Listed | null = null;

  constructor(private readonly parts: ViewParts) {}

  of(album: AlbumRecord): AlbumView {
    const { builds } = this.parts;
    const [fingerprint, isBuilding] = [builds.fingerprint(album), builds.isBuilding(album)];
    const known = this.known.get(album);
    if (known?.fingerprint === fingerprint && known.isBuilding === isBuilding) return known.view;
    const view = albumView(album, fingerprint, isBuilding);
    this.known.set(album, { fingerprint, isBuilding, view });
    return view;
  }

  /** What is made of the list may be kept as long as it is the same one. */
  all(): readonly AlbumView[] {
    const { library, builds } = this.parts;
    const { albums: records } = library;
    const [first] = records;
    const fingerprint = first === undefined ? '' : builds.fingerprint(first);
    const { isIdle } = builds;
    const before = this.listed;
    const isSame = before?.records === records && before.fingerprint === fingerprint;
    if (isSame && before.wasIdle && isIdle) return before.views;
    const fresh = records.map((album) => this.of(album));
    const views = before !== null && sameItems(before.views, fresh) ? before.views : fresh;
    this.listed = { records, views, fingerprint, wasIdle: isIdle };
    return views;
  }
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, n) => item === b[n]);

const counted = new WeakMap<readonly AlbumView[], ReadonlyMap<GmeState, number>>();

/** How many albums of a list are in each state. */
export function statesOf(views: readonly AlbumView[]): ReadonlyMap<GmeState, number> {
  const known = counted.get(views);
  if (known !== undefined) return known;
  const states = new Map<GmeState, number>();
  for (const { gme_state: state } of views) states.set(state, (states.get(state) ?? 0) + 1);
  counted.set(views, states);
  return states;
}
