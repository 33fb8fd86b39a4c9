/** Entries of the inbox that are no albums, and the interface to the feature that takes their files. */
import { isAudioName } from '../../workers/audio/album/names.js';
import { isZipName } from '../../workers/base/files/names.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import { isPictureName } from '../../workers/library/pictures/cover.js';
import type { JobContext } from '../jobs.js';
import { reasonFor, type Intake } from './intake.js';
import type { Entry } from './scan.js';

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

export class OtherEntries {
  constructor(
    private readonly papers: () => OtherIntake | undefined,
    private readonly intake: Intake,
  ) {}

  hasFile({ files: [file] }: Entry): boolean {
    return file !== undefined && this.isPaper(file);
  }

  /** Reports whether a folder or ZIP has files of papers and no files of an album. */
  async has({ kind, files }: Entry): Promise<boolean> {
    if (kind === 'folder') {
      const isOfAlbum = (path: string): boolean => isAudioName(path) || isPictureName(path) || isZipName(path);
      return files.some((file) => this.isPaper(file)) && !files.some((file) => isOfAlbum(file.relativePath));
    }
    const [file] = files;
    if (file === undefined || file.special) return false;
    const names = await this.papers()?.namesInZip(file);
    // Pictures are allowed: without audio they are no album.
    const isOfAlbum = (path: string): boolean => isAudioName(path) || isZipName(path);
    return names !== undefined && names.papers.length > 0 && !names.others.some(isOfAlbum);
  }

  /**
   * Imports the files of an entry. The name of a folder may contain conference and year. A file that cannot be opened
   * or moved does not stop the others.
   */
  async import(entry: Entry, context: JobContext): Promise<void> {
    const folder = entry.kind === 'folder' ? entry.name : undefined;
    const failures: unknown[] = [];
    for (const file of entry.files) {
      const name = folder === undefined ? entry.name : `${folder}/${file.relativePath}`;
      const papers = this.papers();
      if (papers === undefined || (folder !== undefined && !this.isPaper(file))) {
        const reason = say(file.special ? 'inbox.link' : 'inbox.other');
        await this.intake.reject([entry], [reasonFor(name, reason)], [file]);
        continue;
      }
      const { taken, reasons, failure } = await papers.take(file, context, folder);
      if (failure !== undefined && !(taken > 0 && (await this.intake.leave(file, failure)))) failures.push(failure);
      else if (taken > 0) this.intake.note({ end: 'papers', name, papers: taken });
      if (reasons.length > 0) await this.intake.reject([entry], reasons, [file]);
    }
    if (failures.length > 0) throw failures[0] as Error;
  }

  private isPaper({ special, relativePath }: FoundFile): boolean {
    return !special && this.papers()?.takes(relativePath) === true;
  }
}
