/** A file for a client. */
export interface ServedFile {
  /** Absolute. Below it, symbolic links are not followed. */
  root: string;
  /** Absolute, below the root. */
  path: string;
  size: number;
  /** Identifies the file, so that a replacement is not sent by mistake; undefined if a replacement is fine. */
  identity?: string;
  /** The section to send, in bytes; without it, the whole file. */
  section?: { offset: number; length: number };
  /**
   * Decodes bytes in place before they are sent. It must work for each byte alone, because a range may begin anywhere.
   */
  decode?: (bytes: Uint8Array) => void;
  /** Strong entity tag without quotes. */
  etag: string;
  type: string;
  /** For Content-Disposition. */
  downloadName?: string;
}
