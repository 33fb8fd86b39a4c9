/** A file that a client has sent. */

/** A file of a multipart body, streamed to disk; the receiver moves or removes it. */
export interface UploadedFile {
  /** Good until the request is answered. */
  path: string;
  /** As the client named it, unchecked; with `/` in it where it lay in a folder. */
  filename: string;
  size: number;
}
