/** A file that a client has sent. */
import * as z from 'zod';
import { takenAs } from '../../workers/base/input/schema.js';

/** A file of a multipart body, streamed to disk; the receiver moves or removes it. */
export interface UploadedFile {
  /** Good until the request is answered. */
  path: string;
  /** As the client named it, unchecked; with `/` in it where it lay in a folder. */
  filename: string;
  size: number;
}

/** What it is is looked at by who takes it. */
export const anyFile = takenAs(z.file(), z.custom<UploadedFile>());
