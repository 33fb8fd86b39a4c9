/** The file of the test sheet on the pens, as long as it is wanted. The pens copy and remove it like an album's. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SheetFile } from '../../../http/features/first-run/service.js';
import { messageOf, wordsOf } from '../../../workers/base/errors.js';
import type { Words } from '../../../workers/base/language/sentence.js';
import type { Log } from '../../../workers/base/ports.js';
import { testSheetProductId } from '../../../workers/gme/codes.js';
import type { GmeTarget } from '../../../workers/library/fingerprint.js';
import type { WantedFile } from '../../../workers/pen/types.js';
import { writeTestSheetGme } from '../../../workers/print/test-sheet/gme.js';
import type { KnownPen } from '../../pens/memory.js';
import type { FurtherFiles } from '../../pens/wanted.js';

export interface SheetOnPensParts {
  /** Absolute: a folder for the files, which is deleted at the next start. */
  folder: string;
  isWanted(): boolean;
  knownPens(): readonly KnownPen[];
  /** Called when a file was made, or could not be made. */
  changed: () => void;
  log: Log;
}

export class SheetOnPens {
  /** By language. */
  private readonly made = new Map<string, WantedFile>();
  private readonly making = new Map<string, Promise<void>>();
  private trouble: Words | null = null;

  constructor(private readonly parts: SheetOnPensParts) {}

  /** The file for a kind of pen. The first call makes it, and a later one returns it. */
  files({ language }: GmeTarget): FurtherFiles {
    if (!this.parts.isWanted()) return { files: [], absent: new Set(), coming: 0 };
    const file = this.made.get(language);
    if (file !== undefined) return { files: [file], absent: new Set(), coming: 0 };
    if (!this.making.has(language)) this.making.set(language, this.make(language));
    // A pen does not wait for a retry, which may fail for days.
    return { files: [], absent: new Set([testSheetProductId]), coming: this.trouble === null ? 1 : 0 };
  }

  view(): SheetFile {
    const has = ({ files }: KnownPen): boolean => files.some(({ oid }) => oid === testSheetProductId);
    return {
      made: this.made.size > 0,
      pens: this.parts
        .knownPens()
        .filter(has)
        .map(({ id }) => id),
      trouble: this.trouble,
    };
  }

  /** Waits until no file is being made. */
  async stop(): Promise<void> {
    await Promise.all(this.making.values());
  }

  /** A failure is retried when a pen is looked at again, at the latest after a minute. */
  private async make(language: string): Promise<void> {
    const { folder, changed, log } = this.parts;
    const before = this.trouble;
    try {
      await mkdir(folder, { recursive: true });
      const source = join(folder, `test-sheet-${language.toLowerCase() || 'any'}.gme`);
      const { size, sha256 } = await writeTestSheetGme(source, language);
      this.made.set(language, { oid: testSheetProductId, title: 'Test sheet', source, size, sha256 });
      this.trouble = null;
    } catch (error) {
      this.trouble = wordsOf(error);
      if (before === null) log.warn(`Cannot make the file of the test sheet: ${messageOf(error)}`);
    }
    this.making.delete(language);
    if (this.trouble === null || before === null) changed();
  }
}
