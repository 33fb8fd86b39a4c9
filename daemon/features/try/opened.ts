/** A cache of parsed GME files, so that frequent taps do not parse the whole table each time. */
import type { ServedFile } from '../../../http/response/files/served-file.js';
import { openSeen } from '../../../workers/base/files/seen-file.js';
import { openGme } from '../../../workers/build/read-gme.js';
import { hasPrograms } from '../../../workers/gme/read-programs.js';
import { readGme, type Gme } from '../../../workers/gme/read.js';

export interface OpenedGme {
  readonly file: ServedFile;
  readonly gme: Gme;
  readonly hasPrograms: boolean;
}

/** Maximum number of files; the structures of a large commercial file take some MB. */
const most = 4;

export class OpenedGmes {
  /** By path and tag, the last used at the end. */
  private readonly known = new Map<string, Pick<OpenedGme, 'gme' | 'hasPrograms'>>();

  /** @throws TonstiftError `bad_field` with the problem of the file; the errors of `openSeen` */
  async open(file: ServedFile): Promise<OpenedGme> {
    const key = `${file.path}\n${file.etag}`;
    const read = this.known.get(key) ?? (await structuresOf(file));
    this.known.delete(key);
    this.known.set(key, read);
    const [oldest] = this.known.keys();
    if (this.known.size > most && oldest !== undefined) this.known.delete(oldest);
    return { file, ...read };
  }
}

async function structuresOf(file: ServedFile): Promise<Pick<OpenedGme, 'gme' | 'hasPrograms'>> {
  const handle = await openSeen({ ...file, relativePath: file.downloadName ?? file.path });
  try {
    const source = openGme(handle.fd, file.size);
    return { gme: readGme(source), hasPrograms: hasPrograms(source) };
  } finally {
    await handle.close();
  }
}
