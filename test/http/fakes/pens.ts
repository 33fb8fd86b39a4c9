/** Pens in memory over any albums: none is plugged in until a test does it. */
import { say } from '../../../workers/base/language/sentence.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { AlbumService } from '../../../http/resources/albums/service.js';
import type { PenService, PenView } from '../../../http/resources/pens/service.js';
import type { Publish } from './events.js';

export interface FakePens extends PenService {
  /** A folder that is a pen. */
  plugIn(serial: string, changes?: Partial<PenView>): void;
  unplug(serial: string): void;
}

const plugged = (serial: string, before: PenView | undefined): PenView => ({
  id: serial,
  name: 'Pen',
  given_name: before?.given_name ?? null,
  path: `/media/me/${serial}`,
  serial,
  firmware: 'N0038',
  language: 'GERMAN',
  generation: 'ZC3202N',
  plugged_in: true,
  read_only: false,
  state: 'ready',
  progress: null,
  free_bytes: 1e9,
  total_bytes: 2e9,
  albums: before?.albums ?? [],
  problems: [],
  shadowed: [],
  safe_to_unplug: true,
  unmounted: false,
  long_away: false,
  last_seen: new Date(0).toISOString(),
});

const away = (pen: PenView): PenView => ({
  ...pen,
  path: null,
  plugged_in: false,
  state: 'away',
  free_bytes: null,
  total_bytes: null,
});

/** @param publish is told of each change */
export function fakePens(albums: AlbumService, publish: Publish = () => undefined): FakePens {
  const pens = new Map<string, PenView>();
  const forgotten = new Set<string>();
  const list = (): PenView[] => {
    const listed = [...pens.values()].filter(({ id }) => !forgotten.has(id));
    const all = listed.map((pen) => ({ ...pen, name: pen.given_name ?? pen.name }));
    const isDouble = ({ id, name }: PenView): boolean => all.some((other) => other.id !== id && other.name === name);
    return all
      .map((pen) => (isDouble(pen) ? { ...pen, name: `${pen.name} (${pen.id})` } : pen))
      .sort((a, b) => Number(b.plugged_in) - Number(a.plugged_in));
  };

  function chosen(name: string | undefined): PenView[] {
    const found = list().filter((pen) => pen.plugged_in && (name === undefined || name === pen.id));
    if (found.length > 0) return found;
    throw new TonstiftError('no_pen', name === undefined ? say('error.no_pen') : say('error.other_pen', { pen: name }));
  }

  function known(id: string): PenView {
    const pen = pens.get(id);
    if (pen === undefined || forgotten.has(id))
      throw new TonstiftError('no_pen', say('error.unknown_pen', { pen: id }));
    return pen;
  }

  function note(pen: PenView): void {
    pens.set(pen.id, pen);
    publish('pens.changed', { pens: list() });
  }

  function put({ id }: PenView, oids: Iterable<number>): void {
    note({ ...known(id), albums: [...new Set(oids)].sort((a, b) => a - b) });
  }

  const isFor = ({ on_pens: on }: AlbumView, { id }: PenView): boolean =>
    on === 'all' || (on !== 'none' && on.includes(id));

  return {
    list,
    async copy(oid, name) {
      const { on_pens: before } = albums.get(oid);
      const to = chosen(name);
      const album = await albums.createGme(oid);
      const missing = to.filter((pen) => !isFor(album, pen)).map(({ id }) => id);
      // As they are by now: others are copied at the same time.
      for (const pen of to.map(({ id }) => pens.get(id)).filter((one) => one !== undefined))
        put(pen, [...pen.albums, oid]);
      if (missing.length === 0) return album;
      return albums.update(oid, { on_pens: [...(Array.isArray(before) ? before : []), ...missing] });
    },
    async remove(oid, name) {
      const album = albums.get(oid);
      const from = chosen(name);
      for (const pen of from)
        put(
          pen,
          pen.albums.filter((one) => one !== oid),
        );
      if (name === undefined) return albums.update(oid, { on_pens: 'none' });
      const { on_pens: on } = album;
      const before = Array.isArray(on) ? on : list().flatMap((pen) => (isFor(album, pen) ? [pen.id] : []));
      const left = before.filter((id) => !from.some((pen) => pen.id === id));
      return albums.update(oid, { on_pens: left.length === 0 ? 'none' : left });
    },
    async sync(name) {
      const to = chosen(name);
      for (const pen of to) {
        const wanted = albums.list().filter((album) => isFor(album, pen));
        for (const { oid } of wanted) await albums.createGme(oid);
        put(
          pen,
          wanted.map(({ oid }) => oid),
        );
      }
      return list().filter((pen) => to.some(({ id }) => id === pen.id));
    },
    async eject(name) {
      const [pen] = chosen(name);
      throw new TonstiftError('conflict', `${pen?.path ?? ''} is a plain folder: there is nothing to eject.`);
    },
    async rename(id, name) {
      note({ ...known(id), given_name: name });
      return list();
    },
    async forget(id) {
      const pen = known(id);
      if (pen.plugged_in) throw new TonstiftError('conflict', say('error.pen_plugged_in', { name: pen.name }));
      forgotten.add(id);
      note({ ...pen, given_name: null });
      return list();
    },
    plugIn(serial, changes = {}) {
      forgotten.delete(serial);
      note({ ...plugged(serial, pens.get(serial)), ...changes });
    },
    unplug(serial) {
      const pen = pens.get(serial);
      if (pen !== undefined) note(away(pen));
    },
  };
}
