/** Caches the views of albums. A page with many albums requests the same views repeatedly. */
import type { AlbumRecord, AlbumView } from '../../workers/library/types.js';
import { albumView } from '../../workers/library/view.js';
import type { Builds } from './builds.js';

export class AlbumViews {
  /** A record is replaced, never changed. */
  private readonly known = new WeakMap<AlbumRecord, { fingerprint: string; isBuilding: boolean; view: AlbumView }>();

  constructor(private readonly builds: Pick<Builds, 'fingerprint' | 'isBuilding'>) {}

  of(album: AlbumRecord): AlbumView {
    const [fingerprint, isBuilding] = [this.builds.fingerprint(album), this.builds.isBuilding(album)];
    const known = this.known.get(album);
    if (known?.fingerprint === fingerprint && known.isBuilding === isBuilding) return known.view;
    const view = albumView(album, fingerprint, isBuilding);
    this.known.set(album, { fingerprint, isBuilding, view });
    return view;
  }
}
