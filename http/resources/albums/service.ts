/** What the pages need of the albums. */
import type {
  AlbumEdit,
  AlbumView,
  JoinPlace,
  PrintedBy,
  Rejected,
  SheetView,
  SplitPart,
  SplitProposal,
} from '../../../workers/library/types.js';
import type { UploadedFile } from '../../request/uploaded-file.js';
import type { ServedFile } from '../../response/served-file.js';

export interface UploadResult {
  /** First of `albums`. */
  album: AlbumView;
  /** Several where the files lay in folders of several, or one was too long. */
  albums: AlbumView[];
  rejected: Rejected[];
  /** OID of an album that already holds the same tracks as one of these, or null. */
  duplicate_of: number | null;
}

export interface SplitResult {
  /** The first part: the album as it was under this number. */
  album: AlbumView;
  /** All parts, the first one too. */
  albums: AlbumView[];
}

/** An upload that may be sent again. */
export interface UploadKey {
  /** Chosen by the client. */
  key: string;
  /** A digest of what was sent: the same key with another one is another upload. */
  payload: string;
}

/** Every operation throws TonstiftError with the code that fits. */
export interface AlbumService {
  list(): readonly AlbumView[];
  count(): number;
  get(oid: number): AlbumView;
  /**
   * One request, one album; several where names with folders tell so, as in the inbox. Throws `unreadable_audio` where
   * no file can be read; nothing is kept then.
   * @param key by which it is known: what has come in already under it is answered, and nothing is done
   * @throws TonstiftError `key_reused` where other files came in under the key
   */
  upload(files: UploadedFile[], cover: UploadedFile | undefined, key?: UploadKey): Promise<UploadResult>;
  /** What has come in under a key and is still there; null where nothing is. Throws `key_reused`. */
  uploaded(key: UploadKey): UploadResult | null;
  /** Builds the GME or joins the build that runs; answers when it stands. */
  createGme(oid: number): Promise<AlbumView>;
  /** Aborts what runs for the album, removes it and its files; answers what it was. */
  remove(oid: number): Promise<AlbumView>;
  update(oid: number, edit: AlbumEdit): Promise<AlbumView>;
  setCover(oid: number, cover: UploadedFile): Promise<AlbumView>;
  /** Throws `track_not_found`, and `bad_field` (`picture`) for what is no picture. */
  setTrackPicture(oid: number, id: number, picture: UploadedFile): Promise<AlbumView>;
  /** Throws `track_not_found`, and `not_found` where the track has no picture of its own. */
  deleteTrackPicture(oid: number, id: number): Promise<AlbumView>;
  addTracks(oid: number, files: UploadedFile[]): Promise<{ album: AlbumView; rejected: Rejected[] }>;
  deleteTrack(oid: number, id: number): Promise<AlbumView>;
  /** Removes generated files; they are made again on demand or by an edit. */
  cleanup(oid: number): Promise<AlbumView>;
  /**
   * Ways to split it, best first; empty where nothing tells of any.
   * @param after numbers of tracks: that cut comes first then. Throws `bad_field` (`after`)
   */
  splits(oid: number, after?: readonly number[]): Promise<SplitProposal[]>;
  /**
   * The first part keeps number, cover and what lies beside the tracks, each other one becomes a new album.
   * @param parts all of its tracks, each once. Throws `bad_field` (`parts`), `no_free_oid`
   */
  split(oid: number, parts: readonly SplitPart[]): Promise<SplitResult>;
  /**
   * Another album's tracks become this one's, as further discs, and its cover where this one has none; that one is no
   * more, and its number rests. Throws `bad_field` (`other`) where they are one, or have too many tracks
   */
  join(oid: number, other: number, place: JoinPlace): Promise<AlbumView>;
  /** A sheet of each of these was made. Never rejects: the sheet is worth more than the note. */
  notePrinted(oids: readonly number[], by: PrintedBy): Promise<void>;
  /** Sheets with one of these numbers, of deleted albums too, newest first. */
  sheets(oids: readonly number[]): SheetView[];
  gmeFile(oid: number): Promise<ServedFile>;
  /** The cover, or the picture of a track, by its name. */
  coverFile(oid: number, filename: string): Promise<ServedFile>;
  /** By OID, what stands for the content of the cover; those without a cover are left out. */
  covers(oids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** A small JPEG of the cover; its entity tag is what `covers` answers. Throws `not_found` where there is none. */
  thumbnail(oid: number): Promise<ServedFile>;
  trackFile(oid: number, id: number): Promise<ServedFile>;
}
