/** A file that a client gets. */

/** A file to be sent as it is. */
export interface ServedFile {
  /** No link is followed from here on; absolute. */
  root: string;
  /** Below the root, absolute. */
  path: string;
  size: number;
  /** Tells it from one that comes to its place; undefined where that may be sent, too. */
  identity?: string;
  /** The part of it that is sent, in bytes; without it all is. */
  section?: { offset: number; length: number };
  /** Makes in place of bytes of the file what is sent of them; each by itself, whichever part of the file they are. */
  decode?: (bytes: Uint8Array) => void;
  /** Strong entity tag without quotes. */
  etag: string;
  type: string;
  /** For Content-Disposition. */
  downloadName?: string;
}
