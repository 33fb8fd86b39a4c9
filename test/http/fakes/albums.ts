/**
 * Albums in memory by the library's own rules, with real files. A file of sound is told by its size: none is empty.
 * Nothing is built before somebody asks.
 */
import { say } from '../../../workers/base/language/sentence.js';
import { createHash } from 'node:crypto';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RearrangeService } from '../../../http/features/rearrange/service.js';
import type { AlbumService, UploadKey } from '../../../http/resources/albums/service.js';
import type { DeletedService } from '../../../http/features/deleted/service.js';
import type { UploadedFile } from '../../../http/request/uploaded-file.js';
import type { ServedFile } from '../../../http/response/files/served-file.js';
import { gmeName } from '../../../workers/build/build-album.js';
import { mostTracks } from '../../../workers/import/types.js';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { editAlbum, editAlbumTracks } from '../../../workers/library/edit.js';
import { builtFile, fingerprintOf } from '../../../workers/library/fingerprint.js';
import { nextOid, restingAfter } from '../../../workers/library/oids.js';
import { sheetsWith, withoutPrinted, withPrinted } from '../../../workers/library/printed.js';
import type { AlbumRecord, AlbumView, Rejected, TrackRecord } from '../../../workers/library/types.js';
import { discsFrom } from '../../../workers/features/rearrange/discs.js';
import { cutAfter, proposalsOf } from '../../../workers/features/rearrange/proposals.js';
import {
  digestOfPicture,
  trackPictureName,
  withTrackPicture,
} from '../../../workers/library/pictures/track-pictures.js';
import { albumView } from '../../../workers/library/view.js';
import { anAlbum, aTrack } from '../../support/records.js';
import type { Publish } from './events.js';

export interface FakeAlbums extends AlbumService, RearrangeService {
  /** Thrown by the next call of createGme. */
  trouble: Error | undefined;
  deleted: DeletedService;
}

const target = { language: 'GERMAN', format: 'mp3' } as const;
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const contentOf = ({ tracks }: Pick<AlbumRecord, 'tracks'>): string =>
  tracks
    .map(({ sha256 }) => sha256)
    .sort()
    .join();

async function served(path: string, type: string, downloadName?: string): Promise<ServedFile> {
  const bytes = await readFile(path).catch(() => {
    throw new TonstiftError('not_found', 'There is no such file.');
  });
  return { root: dirname(path), path, size: bytes.length, etag: hashOf(bytes).slice(0, 16), type, downloadName };
}

const withCover = { cover: 'cover.jpg', cover_kind: 'chosen' } as const;

const noCover = { cover: null, cover_kind: null } as const;

/** Discs are not told from albums. */
const folderOf = ({ track_title: path }: TrackRecord): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const isPng = async ({ path }: UploadedFile): Promise<boolean> =>
  (await readFile(path)).subarray(0, 4).toString('latin1') === '\x89PNG';

/** @param media folder for the files; @param publish is told of each change */
export function fakeAlbums(media: string, publish: Publish = () => undefined): FakeAlbums {
  let records: readonly AlbumRecord[] = [];
  let resting: readonly number[] = [];
  let trash: { album: AlbumRecord; deleted_at: number }[] = [];
  let lastTrack = 0;
  let lastTime = Date.now();

  /** Never the same again. */
  const now = (): number => (lastTime = Math.max(lastTime + 1, Date.now()));
  const view = (record: AlbumRecord): AlbumView => albumView(record, fingerprintOf(record, target), false);
  const gmePath = ({ folder }: AlbumRecord): string => join(media, `${folder}.gme`);
  const coverPath = ({ folder }: AlbumRecord): string => join(media, `${folder}.jpg`);
  const trackPath = ({ filename }: TrackRecord): string => join(media, filename);

  const picturesOf = ({ folder, tracks }: AlbumRecord): Set<string> =>
    new Set(tracks.flatMap(({ picture }) => (picture === null ? [] : [join(media, `${folder}-${picture}`)])));

  const filesOf = (album: AlbumRecord): string[] => [
    ...picturesOf(album),
    ...(album.cover === null ? [] : [coverPath(album)]),
    ...album.tracks.map(trackPath),
  ];

  function find(oid: number): AlbumRecord {
    const record = records.find((one) => one.oid === oid);
    if (record === undefined)
      throw new TonstiftError('album_not_found', say('error.no_album_oid', { oid: String(oid) }));
    return record;
  }

  function trackOf(record: AlbumRecord, id: number): TrackRecord {
    const track = record.tracks.find((one) => one.id === id);
    if (track === undefined)
      throw new TonstiftError('track_not_found', say('error.no_track', { oid: record.oid, id: String(id) }));
    return track;
  }

  function inFolder(folder: string): AlbumRecord {
    const record = records.find((one) => one.folder === folder);
    if (record === undefined) throw new TonstiftError('album_not_found', 'The album was deleted in the meantime.');
    return record;
  }

  function keep(changed: readonly AlbumRecord[]): void {
    resting = restingAfter(resting, records, changed);
    records = changed;
  }

  const freeOid = (): number => {
    const oid = nextOid(new Set(records.map((one) => one.oid)), resting);
    if (oid === undefined) throw new TonstiftError('no_free_oid', 'Every OID is taken.');
    return oid;
  };

  /** The record as it then is may be another one than the record that was looked at before. */
  function change({ folder }: AlbumRecord, to: (now: AlbumRecord) => AlbumRecord): AlbumView {
    const changed = to(inFolder(folder));
    keep(records.map((one) => (one.folder === folder ? changed : one)));
    publish('album.changed', { album: view(changed) });
    return view(changed);
  }

  async function take(files: UploadedFile[]): Promise<{ tracks: TrackRecord[]; rejected: Rejected[] }> {
    if (files.length === 0) throw badFields({ files: 'must be at least one audio file.' });
    const sound = files.filter(({ size }) => size > 0);
    const rejected = files.filter(({ size }) => size === 0).map(({ filename }) => ({ filename, reason: 'is empty' }));
    if (sound.length === 0) {
      const reasons = Object.fromEntries(rejected.map(({ filename, reason }) => [filename, reason]));
      throw new TonstiftError('unreadable_audio', 'None of the files can be read as audio.', reasons);
    }
    const tracks: TrackRecord[] = [];
    for (const { path, filename, size } of sound) {
      const id = ++lastTrack;
      const sha256 = hashOf(await readFile(path));
      tracks.push(aTrack(id, { track_title: filename, duration: size * 1000, size, sha256 }));
      await rename(path, join(media, `${id}.mp3`));
    }
    return { tracks, rejected };
  }

  async function checkCover(file: UploadedFile): Promise<void> {
    if (!(await isPng(file)))
      throw badFields({ cover: `must be a picture; ${JSON.stringify(file.filename)} is none.` });
  }

  function add(tracks: TrackRecord[], cover: boolean, key?: UploadKey): AlbumRecord {
    const time = now();
    const facts = { folder: String(time), loudness: 'automatic', added_at: time } as const;
    const blank = anAlbum(freeOid(), { ...facts, tracks: [], ...(cover ? withCover : {}) });
    const origin = { ...blank.origin, ...(key && { source: key.key, payload: key.payload }) };
    const record = editAlbumTracks({ ...blank, origin }, tracks, time);
    keep([...records, record]);
    return record;
  }

  function thrown(folder: string): AlbumRecord {
    const found = trash.find(({ album }) => album.folder === folder);
    if (found === undefined) throw new TonstiftError('not_found', say('error.no_trash', { folder }));
    trash = trash.filter((one) => one !== found);
    return found.album;
  }

  const deleted: DeletedService = {
    list: () =>
      trash.map(({ album: { folder, oid, album_title, album_artist, tracks }, deleted_at }) => ({
        ...{ folder, oid, album_title, album_artist, num_tracks: tracks.length },
        deleted_at: new Date(deleted_at).toISOString(),
        kept_until: new Date(deleted_at + 30 * 86_400_000).toISOString(),
      })),
    orphans: async () => [],
    async restore(folder) {
      const album = thrown(folder);
      const oid = records.some((one) => one.oid === album.oid) ? freeOid() : album.oid;
      const record = { ...album, oid, files: [] };
      for (const path of filesOf(album)) await rename(`${path}.deleted`, path);
      keep([...records, record]);
      publish('album.added', { album: view(record) });
      return view(record);
    },
    async discard(folder) {
      const album = thrown(folder);
      for (const path of filesOf(album)) await rm(`${path}.deleted`, { force: true });
    },
  };

  const albums: FakeAlbums = {
    trouble: undefined,
    deleted,
    list: () => records.map(view),
    get: (oid) => view(find(oid)),
    uploaded({ key, payload }) {
      const known = records.filter((one) => one.origin.source === key);
      if (known.some(({ origin }) => origin.payload !== payload))
        throw new TonstiftError('key_reused', 'Other files came in under this key.');
      const albums = known.map(view);
      return albums[0] === undefined
        ? null
        : { album: albums[0], albums, rejected: [], warnings: [], duplicate_of: null };
    },
    async upload(files, cover, key) {
      const before = key === undefined ? null : albums.uploaded(key);
      if (before !== null) return before;
      if (cover !== undefined) await checkCover(cover);
      const { tracks, rejected } = await take(files);
      const known = records.find((one) => contentOf(one) === contentOf({ tracks }));
      const added: AlbumRecord[] = [];
      const folders = [...new Set(tracks.map(folderOf))];
      for (const folder of folders) {
        const own = tracks.filter((track) => folderOf(track) === folder);
        for (let from = 0; from < own.length; from += mostTracks)
          added.push(add(own.slice(from, from + mostTracks), cover !== undefined, key));
      }
      if (cover !== undefined) for (const record of added) await copyFile(cover.path, coverPath(record));
      const views = added.map(view);
      for (const album of views) publish('album.added', { album });
      const [album] = views;
      if (album === undefined) throw new Error('tracks gave no album');
      return { album, albums: views, rejected, warnings: [], duplicate_of: known?.oid ?? null };
    },
    async import(name, files) {
      const { tracks, rejected } = await take(files);
      const known = records.find((one) => contentOf(one) === contentOf({ tracks }));
      if (known !== undefined) {
        const reason = `The library has it as album ${known.oid}.`;
        return { albums: [], joined: [], rejected: [...rejected, { filename: name, reason }], warnings: [] };
      }
      const album = view(add(tracks, false));
      publish('album.added', { album });
      return { albums: [album], joined: [], rejected, warnings: [] };
    },
    async createGme(oid) {
      const { trouble } = albums;
      albums.trouble = undefined;
      if (trouble !== undefined) throw trouble;
      const record = find(oid);
      const fingerprint = fingerprintOf(record, target);
      if (builtFile(record, fingerprint) !== undefined) return view(record);
      const bytes = Buffer.from(Array.from({ length: 1000 }, (_, n) => (n + oid) % 256));
      await writeFile(gmePath(record), bytes);
      const filename = `${gmeName(record)}.gme`;
      const gme = { fingerprint, filename, size: bytes.length, sha256: hashOf(bytes), built_at: now() };
      return change(record, (one) => ({ ...one, files: [gme], gme_paused: null }));
    },
    async remove(oid) {
      const record = find(oid);
      keep(records.filter((one) => one.folder !== record.folder));
      trash = [{ album: record, deleted_at: now() }, ...trash];
      await rm(gmePath(record), { force: true });
      for (const path of filesOf(record)) await rename(path, `${path}.deleted`);
      publish('album.removed', { oid });
      return view(record);
    },
    async update(oid, edit) {
      const record = find(oid);
      const others = records.filter((one) => one !== record);
      return change(record, (one) => editAlbum(one, edit, others, now()));
    },
    async setCover(oid, cover) {
      const record = find(oid);
      await checkCover(cover);
      await rename(cover.path, coverPath(record));
      return change(record, (one) => ({ ...one, ...withCover }));
    },
    async setTrackPicture(oid, id, picture) {
      const record = find(oid);
      trackOf(record, id);
      if (!(await isPng(picture)))
        throw badFields({ picture: `must be a picture; ${JSON.stringify(picture.filename)} is none.` });
      const name = trackPictureName(await readFile(picture.path));
      await rename(picture.path, join(media, `${record.folder}-${name}`));
      return change(record, (one) => withTrackPicture(one, id, name));
    },
    async deleteTrackPicture(oid, id) {
      const record = find(oid);
      if (trackOf(record, id).picture === null) throw new TonstiftError('not_found', 'It has no picture of its own.');
      return change(record, (one) => withTrackPicture(one, id, null));
    },
    async addTracks(oid, files) {
      const record = find(oid);
      const { tracks, rejected } = await take(files);
      const number = record.tracks.length + tracks.length;
      if (number > mostTracks)
        throw badFields({ files: `the album would have ${number} tracks; at most ${mostTracks} fit.` });
      const album = change(record, (one) => editAlbumTracks(one, [...one.tracks, ...tracks], now()));
      return { album, rejected, warnings: [] };
    },
    async cutTrack(oid, id) {
      const album = find(oid);
      const track = trackOf(album, id);
      const parts = [1, 2].map((n) => ({ ...track, id: ++lastTrack, track_title: `${track.track_title} (${n})` }));
      return change(album, (current) =>
        editAlbumTracks(
          current,
          current.tracks.flatMap((one) => (one.id === id ? parts : [one])),
          now(),
        ),
      );
    },

    async deleteTrack(oid, id) {
      const record = find(oid);
      const track = trackOf(record, id);
      if (record.tracks.length === 1)
        throw new TonstiftError('conflict', 'It is the only track: delete the album instead.');
      await rm(trackPath(track), { force: true });
      return change(record, (one) =>
        editAlbumTracks(
          one,
          one.tracks.filter((other) => other.id !== id),
          now(),
        ),
      );
    },
    async cleanup(oid) {
      const record = find(oid);
      await rm(gmePath(record), { force: true });
      return change(record, (one) => ({ ...one, files: [], gme_paused: fingerprintOf(one, target) }));
    },
    async splits(oid, after = []) {
      const record = find(oid);
      const cut = after.length === 0 ? [] : [cutAfter(record, after)];
      return [...cut, ...proposalsOf(record, new Map())];
    },
    async split(oid, parts) {
      const record = find(oid);
      const ids = parts.flatMap((part) => part.tracks);
      const isWhole = ids.length === record.tracks.length && record.tracks.every(({ id }) => ids.includes(id));
      if (!isWhole || parts.length < 2 || parts.some((part) => part.tracks.length === 0))
        throw badFields({ parts: 'must have each track once, in two parts or more.' });
      const [first, ...others] = parts.map((part) => ({
        album_title: part.album_title,
        tracks: discsFrom(
          0,
          record.tracks.filter(({ id }) => part.tracks.includes(id)),
        ),
      }));
      const made: AlbumRecord[] = [];
      const time = now();
      for (const { album_title, tracks } of others) {
        const blank = { ...record, ...noCover, oid: freeOid(), folder: String(now()), album_title, printed: [] };
        const part = editAlbumTracks({ ...blank, files: [], added_at: time }, tracks, time);
        keep([...records, part]);
        made.push(part);
      }
      const album = change(record, (one) =>
        editAlbumTracks({ ...one, album_title: first?.album_title ?? '' }, first?.tracks ?? [], now()),
      );
      for (const part of made) publish('album.added', { album: view(part) });
      return { album, albums: [album, ...made.map(view)] };
    },
    async join(oid, other, place) {
      const [record, gone] = [find(oid), find(other)];
      if (record === gone) throw badFields({ other: 'must be another album.' });
      const number = record.tracks.length + gone.tracks.length;
      if (number > mostTracks)
        throw badFields({ other: `the album would have ${number} tracks; at most ${mostTracks} fit.` });
      const discs = (tracks: readonly TrackRecord[]): number => Math.max(...tracks.map(({ disc }) => disc));
      const behind = (tracks: readonly TrackRecord[], before: readonly TrackRecord[]): TrackRecord[] =>
        tracks.map((track) => ({ ...track, disc: track.disc + discs(before) }));
      const tracks =
        place === 'end'
          ? [...record.tracks, ...behind(gone.tracks, record.tracks)]
          : [...gone.tracks, ...behind(record.tracks, gone.tracks)];
      keep(records.filter((one) => one !== gone));
      await rm(gmePath(gone), { force: true });
      const takesCover = record.cover === null && gone.cover !== null;
      if (takesCover) await rename(coverPath(gone), coverPath(record));
      for (const { picture } of gone.tracks)
        if (picture !== null)
          await copyFile(join(media, `${gone.folder}-${picture}`), join(media, `${record.folder}-${picture}`));
      publish('album.removed', { oid: other });
      const printed = [...record.printed, ...gone.printed];
      const joined = { printed, ...(takesCover ? withCover : {}) };
      return change(record, (one) => editAlbumTracks({ ...one, ...joined }, tracks, now()));
    },
    async notePrinted(oids, by) {
      const at = now();
      for (const record of records.filter(({ oid }) => oids.includes(oid)))
        change(record, (one) => withPrinted(one, { oid: one.oid, at, by }));
    },
    async forgetPrinted(oids) {
      for (const record of records.filter(({ oid }) => oids.includes(oid))) change(record, withoutPrinted);
    },
    sheets: (oids) => sheetsWith(oids, [...records, ...trash.map(({ album }) => album)]),
    async gmeFile(oid) {
      const record = find(oid);
      const { gme_state: state, gme_file: name } = view(record);
      if (state !== 'ready') throw new TonstiftError('gme_missing', `The album ${oid} has no GME file yet.`);
      return served(gmePath(record), 'application/octet-stream', name ?? undefined).catch(() => {
        change(record, (one) => ({ ...one, files: [] }));
        throw new TonstiftError('gme_missing', `The GME file of the album ${oid} was removed.`);
      });
    },
    async coverFile(oid, name) {
      const record = find(oid);
      const digest = digestOfPicture(name);
      if (digest !== null && record.tracks.some(({ picture }) => picture === name))
        return { ...(await served(join(media, `${record.folder}-${name}`), 'image/jpeg')), etag: digest };
      if (record.cover !== name) throw new TonstiftError('not_found', 'There is no such picture.');
      return served(coverPath(record), 'image/jpeg');
    },
    async covers(oids) {
      const withCover = records.filter((record) => oids.includes(record.oid) && record.cover !== null);
      const tags = withCover.map(async (record) => [record.oid, (await served(coverPath(record), '')).etag] as const);
      return new Map(await Promise.all(tags));
    },
    async thumbnail(oid) {
      const record = find(oid);
      if (record.cover === null) throw new TonstiftError('not_found', `Album ${oid} has no cover.`);
      return served(coverPath(record), 'image/jpeg');
    },
    async trackFile(oid, id) {
      return served(trackPath(trackOf(find(oid), id)), 'audio/mpeg');
    },
  };
  return albums;
}
