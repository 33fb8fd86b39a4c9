/** The interface to a feature that takes files of the inbox that are no albums. */
import type { FoundFile } from '../../workers/base/files/walk.js';
import type { Words } from '../../workers/base/language/sentence.js';
import type { JobContext } from '../jobs.js';

export interface Taken {
  taken: number;
  reasons: Words[];
  /** An error of this file alone; other files may still be imported. */
  failure?: unknown;
}

export interface OtherIntake {
  /** Whether a file of this name is of its kind. */
  takes(name: string): boolean;
  /** Lists the files in a ZIP, by kind; undefined if it is not a ZIP. */
  namesInZip(file: FoundFile): Promise<{ papers: readonly string[]; others: readonly string[] } | undefined>;
  /**
   * Imports a file, and moves it away if all its records were accepted.
   * @param folder the file's folder in the inbox
   * @returns the number of imported records, and one sentence for each rejected one
   * @throws the error that prevents any import now
   */
  take(file: FoundFile, context: JobContext, folder?: string): Promise<Taken>;
}
