/** Caches the views of albums, and their list, until something changes. */
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord, AlbumView } from '../../workers/library/types.js';
import { albumView } from '../../workers/library/view.js';
import type { Builds } from './builds.js';

interface ViewParts {
  library: Pick<Library, 'albums'>;
  builds: Pick<Builds, 'fingerprint' | 'isBuilding' | 'isIdle'>;
}

interface Listed {
  records: readonly AlbumRecord[];
  views: readonly AlbumView[];
  /** Fingerprint of the first album: it differs when the build targets have changed. */
  fingerprint: string;
  wasIdle: boolean;
}

export class AlbumViews {
  /** A page with many albums requests the same views repeatedly; a record is replaced, never changed. */
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

  /** Returns the same list while nothing changes, so results made from it may be cached. */
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
