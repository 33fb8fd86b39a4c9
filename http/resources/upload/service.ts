/**
 * What the pages need of files that come in pieces.
 *
 * parcel     one file that is sent in pieces, by the protocol tus: it is used when it is whole, and goes a day after
 *            its last byte
 */

export interface Parcel {
  /** 32 hexadecimal digits that nobody guesses. */
  id: string;
  /** Bytes of the whole file. */
  size: number;
  /** Bytes that are there. */
  offset: number;
  /** `Upload-Metadata` as the client wrote it; may be empty. */
  metadata: string;
  /** Milliseconds since 1970, if nothing more of it comes. */
  expires: number;
}

/** A parcel that is whole, while it is used. */
export interface WholeParcel extends Parcel {
  /** Good until the use ends. */
  path: string;
}

export interface ParcelBody {
  bytes: AsyncIterable<Uint8Array>;
  /** As far as it is announced. */
  length: number | undefined;
  /** Ends the bytes: somebody else goes on with this parcel. */
  breakOff(): void;
}

/** Every operation throws TonstiftError `library_unavailable` where the library is away. */
export interface ParcelService {
  /** Throws `too_large`, `no_space`, and `not_now` where too many wait already. */
  create(size: number, metadata: string): Promise<Parcel>;
  /** Throws `not_found`. */
  find(id: string): Promise<Parcel>;
  /**
   * Puts bytes behind those that are there; what has come is kept, however it ends.
   * Throws `not_found`, `conflict` for another offset, `locked` while another client sends or it is used, `too_large`,
   * `no_space`.
   */
  append(id: string, offset: number, body: ParcelBody): Promise<Parcel>;
  /** Throws `not_found`, `locked` while it is used. */
  remove(id: string): Promise<void>;
  /**
   * Has whole parcels used; they go when `work` has succeeded, and stay for another try when it has not.
   * Throws `not_found`, `conflict` for one that is not whole, `locked`, and what `work` throws.
   */
  use<Result>(ids: readonly string[], work: (parcels: readonly WholeParcel[]) => Promise<Result>): Promise<Result>;
}
