import * as z from 'zod/v4';
import { refusedAs, takenAs } from '../../workers/base/input/schema.js';
import type { Words } from '../../workers/base/language/sentence.js';

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

/** The single file of a field. @param refusal gets what was sent instead */
export const oneFile = (refusal: (given: unknown) => Words) =>
  takenAs(
    anyFile,
    refusedAs(z.tuple([anyFile]), refusal).transform(([file]) => file),
  );
