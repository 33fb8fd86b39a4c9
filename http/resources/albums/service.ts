import type { Words } from '../../../workers/base/language/words.js';
import type { AlbumEdit, AlbumView, PrintedBy, Rejected, SheetView } from '../../../workers/library/types.js';
import type { UploadedFile } from '../../request/uploaded-file.js';
import type { ServedFile } from '../../response/files/served-file.js';

export interface UploadResult {
  /** The first of `albums`. */
  album: AlbumView;
  /** Several if the files were in several folders, or if an album was too long. */
  albums: AlbumView[];
  rejected: Rejected[];
  /** Tracks whose end is missing, and pictures that cannot be a cover: they were added. */
  warnings: Rejected[];
  /** OID of an album that already has the same tracks as one of these, or null. */
  duplicate_of: number | null;
}

export interface ImportResult {
  /** New albums, and those that got tracks. */
  albums: AlbumView[];
  /** Sentences about tracks that were added to albums. */
  joined: Words[];
  /** Also albums that the library already has. */
  rejected: Rejected[];
  /** Tracks whose end is missing, and pictures that cannot be a cover: they were added. */
  warnings: Rejected[];
}

/** Identifies an upload that may be sent again. */
export interface UploadKey {
  /** Chosen by the client. */
  key: string;
  /** A digest of the content: the same key with another digest is another upload. */
  payload: string;
}

/** Every operation throws TonstiftError with a suitable code. */
export interface AlbumService {
  list(): readonly AlbumView[];
  get(oid: number): AlbumView;
  /**
   * Creates one album per request; several if the names contain folders, as in the inbox. Throws `unreadable_audio` and
   * keeps nothing if no file can be read.
   * @param key identifies the upload: if it has arrived before, its result is returned and nothing else happens
   * @throws TonstiftError `key_reused` if other files arrived under the key
   */
  upload(files: UploadedFile[], cover: UploadedFile | undefined, key?: UploadKey): Promise<UploadResult>;
  /** The result of the upload with this key, if its albums still exist; otherwise null. Throws `key_reused`. */
  uploaded(key: UploadKey): UploadResult | null;
  /**
   * Imports files by the rules of `tonstift import`: they may join an album, and an album that the library has is
   * rejected. Throws `unreadable_audio` if no file can be read.
   * @param name of their folder; may be empty
   */
  import(name: string, files: UploadedFile[]): Promise<ImportResult>;
  /** Builds the GME or waits for a running build. Resolves when the file is ready. */
  createGme(oid: number): Promise<AlbumView>;
  /** Aborts the work on the album, and removes it and its files. Returns its former state. */
  remove(oid: number): Promise<AlbumView>;
  update(oid: number, edit: AlbumEdit): Promise<AlbumView>;
  setCover(oid: number, cover: UploadedFile): Promise<AlbumView>;
  /** Throws `track_not_found`, and `bad_field` (`picture`) if the file is not a picture. */
  setTrackPicture(oid: number, id: number, picture: UploadedFile): Promise<AlbumView>;
  /** Throws `track_not_found`, and `not_found` if the track has no own picture. */
  deleteTrackPicture(oid: number, id: number): Promise<AlbumView>;
  addTracks(oid: number, files: UploadedFile[]): Promise<Pick<UploadResult, 'album' | 'rejected' | 'warnings'>>;
  deleteTrack(oid: number, id: number): Promise<AlbumView>;
  /**
   * Cuts a track at silences into parts of at most about that many minutes. Throws `track_not_found`, and `conflict` if
   * the track is short, has no silence where it would be cut, or cannot be cut without loss.
   */
  cutTrack(oid: number, id: number, minutes: number): Promise<AlbumView>;
  /** Deletes generated files. They are built again on demand or after an edit. */
  cleanup(oid: number): Promise<AlbumView>;
  /** Records that a sheet of each was made. Never rejects, because the sheet matters more than the record. */
  notePrinted(oids: readonly number[], by: PrintedBy): Promise<void>;
  /** Removes the sheets that have the current numbers of these albums: they were made, but not printed. */
  forgetPrinted(oids: readonly number[]): Promise<void>;
  /** Sheets with one of these numbers, including deleted albums, newest first. */
  sheets(oids: readonly number[]): SheetView[];
  gmeFile(oid: number): Promise<ServedFile>;
  /** The cover, or the picture of a track, by file name. */
  coverFile(oid: number, filename: string): Promise<ServedFile>;
  /** A tag for the content of each cover, by OID; albums without a cover are omitted. */
  covers(oids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** A small JPEG of the cover; its ETag equals the tag of `covers`. Throws `not_found` if there is no cover. */
  thumbnail(oid: number): Promise<ServedFile>;
  trackFile(oid: number, id: number): Promise<ServedFile>;
}
