import * as z from 'zod/v4';
import { takenAs } from '../../workers/base/input/schema.js';

/** A file of a multipart body, streamed to disk. The receiver moves or removes it. */
export interface UploadedFile {
  /** Valid until the request is answered. */
  path: string;
  /** The name that the client sent, unchecked. It contains `/` if the file was in a folder. */
  filename: string;
  size: number;
}

/** The receiver checks the content of the file. */
export const anyFile = takenAs(z.file(), z.custom<UploadedFile>(Boolean));
