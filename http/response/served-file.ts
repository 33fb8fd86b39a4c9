/** A file that a client gets. */

/** A file to be sent as it is. */
export interface ServedFile {
  path: string;
  size: number;
  /** Strong entity tag without quotes. */
  etag: string;
  type: string;
  /** For Content-Disposition. */
  downloadName?: string;
}
