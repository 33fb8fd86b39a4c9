/** The GME file of the test sheet, created at its first use. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedFile } from '../../../http/response/files/served-file.js';
import { testSheetId } from '../../../http/features/try/service.js';
import { unlessGone } from '../../../workers/base/files/walk.js';
import { writeTestSheetGme } from '../../../workers/print/test-sheet/gme.js';
import { seen, type KeptFiles } from './kept-files.js';

export interface TestSheetParts {
  /** Absolute: the folder of the kept files. The file is deleted at the next start. */
  folder: string;
  kept: Pick<KeptFiles, 'hold'>;
  /** The language of the pen, as in a GME header. */
  language(): string;
}

export class TestSheetFile {
  private making: Promise<ServedFile> | undefined;

  constructor(private readonly parts: TestSheetParts) {}

  /** @throws TonstiftError `no_space`, `build_failed`; the system's error */
  find(): Promise<ServedFile> {
    // Concurrent calls share one build.
    return (this.making ??= this.make().finally(() => (this.making = undefined)));
  }

  private async make(): Promise<ServedFile> {
    const { folder, kept } = this.parts;
    const spoken = this.parts.language();
    const path = join(folder, `${testSheetId}-${spoken.toLowerCase() || 'any'}.gme`);
    // Waits until the files of the last run are deleted.
    await (await kept.hold()).close();
    const there = await lstat(path).catch(unlessGone(null));
    if (there === null) await writeTestSheetGme(path, spoken);
    const facts = there ?? (await lstat(path));
    return { ...seen(folder, path, facts), etag: `${testSheetId}-${spoken}-${facts.size}` };
  }
}
