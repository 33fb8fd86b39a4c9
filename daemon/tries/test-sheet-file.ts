/** The test sheet's own GME file, made when it is first heard. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedFile } from '../../http/response/served-file.js';
import { testSheetId } from '../../http/resources/try/service.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { writeTestSheetGme } from '../../workers/print/test-sheet/gme.js';
import { seen, type KeptFiles } from './kept-files.js';

export interface TestSheetParts {
  /** Absolute: that of the kept files, in which it goes at the next start. */
  folder: string;
  kept: Pick<KeptFiles, 'hold'>;
  /** Of the pen, as a header has it. */
  language(): string;
}

export class TestSheetFile {
  private making: Promise<ServedFile> | undefined;

  constructor(private readonly parts: TestSheetParts) {}

  /** @throws TonstiftError `no_space`, `build_failed`; the system's error */
  find(): Promise<ServedFile> {
    // Two at once make it once.
    return (this.making ??= this.make().finally(() => (this.making = undefined)));
  }

  private async make(): Promise<ServedFile> {
    const { folder, kept } = this.parts;
    const spoken = this.parts.language();
    const path = join(folder, `${testSheetId}-${spoken.toLowerCase() || 'any'}.gme`);
    // What the run before has left is gone then.
    await (await kept.hold()).close();
    const there = await lstat(path).catch(unlessGone(null));
    if (there === null) await writeTestSheetGme(path, { language: spoken });
    const facts = there ?? (await lstat(path));
    return { ...seen(folder, path, facts), etag: `${testSheetId}-${spoken}-${facts.size}` };
  }
}
