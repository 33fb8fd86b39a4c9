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
  /** Strong entity tag without quotes. */
  etag: string;
  type: string;
  /** For Content-Disposition. */
  downloadName?: string;
}
