/** A cache of parsed GME files, so that frequent taps do not parse the whole table each time. */
import type { ServedFile } from '../../../http/response/files/served-file.js';
import { runInThread, threadScript } from '../../../workers/base/async/threads.js';
import { openSeen } from '../../../workers/base/files/seen-file.js';
import { keepNewest } from '../../../workers/base/keep-newest.js';
import type { GmeStructures, ReadStructures } from '../../../workers/build/gme-structures-thread.js';

/** Megabytes of JavaScript heap for the largest structures. */
const memory = 256;

/** Maximum number of files; the structures of a large commercial file take some MB. */
const most = 4;

export class OpenedGmes {
  /** By path and tag, the last used at the end. */
  private readonly known = new Map<string, GmeStructures>();

  /** @throws TonstiftError `bad_field` with the problem of the file; the errors of `openSeen` */
  async open(file: ServedFile): Promise<GmeStructures> {
    const key = `${file.path}\n${file.etag}`;
    const read = this.known.get(key) ?? (await structuresOf(file));
    this.known.delete(key);
    this.known.set(key, read);
    keepNewest(this.known, most);
    return read;
  }
}

/** Parses a file. @throws as `OpenedGmes.open` */
export async function structuresOf(file: ServedFile): Promise<GmeStructures> {
  await using handle = await openSeen({ ...file, relativePath: file.downloadName ?? file.path });
  const script = threadScript('workers/build/gme-structures-thread');
  return await runInThread<ReadStructures>(script, { fd: handle.fd, size: file.size }, { memory });
}
