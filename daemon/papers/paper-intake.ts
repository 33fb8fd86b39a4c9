/** inbox → papers: imports a settled file of papers into the paper database, and keeps the file. */
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isIncomplete } from '../../http/papers/papers/report.js';
import type { PaperImport } from '../../http/papers/papers/service.js';
import { moveToFree, syncFolder } from '../../workers/base/files/durable.js';
import { inFolder } from '../../workers/base/files/held-folder.js';
import { makeFolder } from '../../workers/base/files/make-folder.js';
import { cutName } from '../../workers/base/files/names.js';
import { removeTemporaries } from '../../workers/base/files/remove-old.js';
import { inFolderOf, isSeen, openSeen } from '../../workers/base/files/seen-file.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import type { PaperSource } from '../../workers/papers/ingest/import-papers.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import { formatOf, isPaperFile } from '../../workers/papers/ingest/types.js';
import type { OtherIntake, Taken } from '../inbox/other-intake.js';
import type { JobContext } from '../jobs.js';

export interface PaperIntakeParts {
  /** Imports papers, as part of a job. */
  put(source: PaperSource, title: string, context: JobContext): Promise<PaperImport>;
  /** Folder for imported files: a record contains more than the database keeps. */
  kept: string;
}

/** Maximum of reasons in the note about a file that is set aside. */
const mostReasons = 200;

/** Bytes that are read at once. */
const pieceSize = 65_536;

export class PaperIntake implements OtherIntake {
  /** Numbers of papers of imported files that could not be moved yet, by `keyOf`. They are not imported again. */
  private readonly unmoved = new Map<string, number>();
  /** Removes copies that a crash has left half-written, before the first copy of this process. */
  private tidied: Promise<unknown> | undefined;

  constructor(private readonly parts: PaperIntakeParts) {}

  takes(name: string): boolean {
    return isPaperFile(name);
  }

  /** Lists the files in a ZIP; undefined if it is not a ZIP. */
  async namesInZip(file: FoundFile): ReturnType<OtherIntake['namesInZip']> {
    await using opened = await openSeen(file);
    try {
      const { namesInZip } = await import('../../workers/papers/ingest/read/zip.js');
      return await namesInZip(opened.fd);
    } catch {
      return undefined;
    }
  }

  /**
   * Imports a file and moves it to the kept files if all its records were accepted.
   * @param folder the file's folder in the inbox: its name may contain conference and year
   * @returns the number of imported papers; one sentence for each rejected record; and in `failure` an error of this
   * file alone: it cannot be opened or moved, and other files may still be imported
   * @throws the error that prevents any import into the database now
   */
  async take(file: FoundFile, context: JobContext, folder?: string): Promise<Taken> {
    const before = this.unmoved.get(keyOf(file));
    if (before !== undefined) return this.moveAway(file, before);
    const name = folder === undefined ? file.relativePath : `${folder}/${file.relativePath}`;
    const opened = await openSeen(file).catch((error: unknown) => ({ failure: error }));
    if ('failure' in opened) return { taken: 0, reasons: [], ...opened };
    const report = await this.parts
      .put(
        {
          bytes: () => bytesOf(opened),
          format: formatOf(name) ?? 'json',
          size: file.size,
          name,
        },
        name,
        context,
      )
      .finally(() => opened.close());
    const reasons = reasonsOf(name, report);
    const taken = report.read - report.rejected_count;
    return reasons.length > 0 ? { taken, reasons } : this.moveAway(file, taken);
  }

  private async moveAway(file: FoundFile, taken: number): Promise<Taken> {
    const key = keyOf(file);
    try {
      await this.keep(file);
      this.unmoved.delete(key);
      return { taken, reasons: [] };
    } catch (failure) {
      this.unmoved.set(key, taken);
      return { taken, reasons: [], failure };
    }
  }

  /** @throws TonstiftError `conflict` if a link has the name of the folder */
  private async keep(file: FoundFile): Promise<void> {
    const { kept } = this.parts;
    makeFolder(dirname(kept));
    const day = new Date().toISOString().replace(/[:.]/g, '-');
    await inFolder(
      dirname(kept),
      basename(kept),
      async (folder) => {
        await (this.tidied ??= removeTemporaries(folder).catch(() => undefined));
        await inFolderOf(file, async (inbox, name) => {
          const keptAs = cutName(`${day} ${file.relativePath.replaceAll('/', ' ')}`);
          if (await isSeen(file, inbox.at(name))) await moveToFree(inbox.at(name), folder, keptAs);
        });
        await syncFolder(folder.at(''));
      },
      { make: true },
    );
  }
}

/** Differs if the file is replaced or changed. */
const keyOf = ({ path, identity, size, mtime_ms }: FoundFile): string =>
  JSON.stringify([path, identity, size, mtime_ms]);

/** Reads an open file from its start. A stream of it would close the file, which may be read again. */
async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(pieceSize), position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function reasonsOf(name: string, report: PaperImport): Words[] {
  const { read, rejected_kinds: kinds, rejected_count: count } = report;
  if (read === 0) return [say('inbox.no_papers', { name })];
  const reasons: Words[] = kinds.slice(0, mostReasons).map(({ reason, count: number, lines }) => {
    const [line] = lines;
    if (number === 1) return say('inbox.paper_line', { name, line, reason });
    return say('inbox.paper_lines', { name, lines: lines.join(', '), count: number, reason });
  });
  if (isIncomplete(report)) reasons.push(say('inbox.paper_name'));
  if (reasons.length > 0 && read > count) reasons.push(say('inbox.papers_in', { name, count: read - count }));
  const named = kinds.slice(0, mostReasons).reduce((sum, { count: number }) => sum + number, 0);
  return count > named ? [...reasons, say('inbox.more_papers', { name, count: count - named })] : reasons;
}
