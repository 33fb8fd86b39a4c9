/**
 * Uploads in chunks.
 *
 * parcel     one file that is sent in chunks with the tus protocol. It is used when it is complete, and deleted a day
 * after its last byte
 */

export interface Parcel {
  /** 32 random hexadecimal digits. */
  id: string;
  /** Size of the whole file in bytes. */
  size: number;
  /** Number of bytes received. */
  offset: number;
  /** `Upload-Metadata` as the client sent it; may be empty. */
  metadata: string;
  /** Milliseconds since 1970 at which it is deleted if no more data arrives. */
  expires: number;
}

/** A complete parcel, while it is used. */
export interface WholeParcel extends Parcel {
  /** Valid until the use ends. */
  path: string;
}

export interface ParcelBody {
  bytes: AsyncIterable<Uint8Array>;
  /** If the client announced it. */
  length: number | undefined;
  /** Ends the transfer, because another client continues with this parcel. */
  breakOff(): void;
}

/** Every operation throws TonstiftError `library_unavailable` if the library is not available. */
export interface ParcelService {
  /** Throws `too_large`, `no_space`, and `not_now` if there are too many parcels. */
  create(size: number, metadata: string): Promise<Parcel>;
  /** Throws `not_found`. */
  find(id: string): Promise<Parcel>;
  /**
   * Appends bytes. Received bytes are kept, even if the transfer fails. Throws `not_found`, `conflict` for another
   * offset, `locked` while another client sends or it is used, `too_large`, `no_space`.
   */
  append(id: string, offset: number, body: ParcelBody): Promise<Parcel>;
  /** Throws `not_found`, `locked` while it is used. */
  remove(id: string): Promise<void>;
  /**
   * Runs `work` with complete parcels. They are deleted if it succeeds, and kept for a retry if it fails. Throws
   * `not_found`, `conflict` if one is incomplete, `locked`, and what `work` throws.
   */
  use<Result>(ids: readonly string[], work: (parcels: readonly WholeParcel[]) => Promise<Result>): Promise<Result>;
}

declare module '../../services.js' {
  interface Services {
    parcels: ParcelService;
  }
}
