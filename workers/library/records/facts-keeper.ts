/**
 * Has the facts beside the tracks follow the records: desired are the records on the disk, actual is what lies there.
 */
import { messageOf, systemCodeOf } from '../../base/errors.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { unlessGone } from '../../base/files/walk.js';
import type { Log } from '../../base/ports.js';
import type { Records } from '../records.js';
import type { AlbumRecord } from '../types.js';
import { inPlace, type Place } from '../place.js';
import { albumsFolder } from './album-folders.js';
import { factsOf, readFacts, sameFacts, writeFacts } from './facts.js';

export class FactsKeeper {
  /** Records, by folder, whose facts are on the disk; they are replaced, never changed. */
  private readonly kept = new Map<string, AlbumRecord>();
  private running: Promise<void> | null = null;
  private again = false;
  private isStopped = false;

  constructor(
    private readonly place: Place,
    private readonly records: Records,
    private readonly log: Log,
  ) {}

  /** Compares, and writes what differs. Resolves when that is done; what cannot be written is tried the next time. */
  follow(): Promise<void> {
    this.again = true;
    return (this.running ??= this.run().finally(() => (this.running = null)));
  }

  /** Resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.again && !this.isStopped) {
      this.again = false;
      const { albums } = this.records.written;
      if (albums.every((album) => this.kept.get(album.folder) === album)) continue;
      try {
        await inPlace(this.place, (library) => this.keepAll(library));
      } catch (error) {
        this.log.warn(`What is known of the albums could not be written beside their tracks: ${messageOf(error)}`);
      }
    }
  }

  private async keepAll(library: HeldFolder): Promise<void> {
    const { albums, revision } = this.records.written;
    for (const album of albums) {
      if (this.isStopped || this.kept.get(album.folder) === album) continue;
      // Facts must not name tracks that are on their way in: without the records nobody would know where they are.
      if (typeof album.pending?.staging === 'string') continue;
      const home = await library.below(`${albumsFolder}/${album.folder}`).catch(unlessGone(null));
      if (home === null) continue;
      try {
        await this.keep(home, album, revision);
        this.kept.set(album.folder, album);
      } finally {
        await home.close();
      }
    }
  }

  private async keep(home: HeldFolder, album: AlbumRecord, revision: number): Promise<void> {
    const { id } = this.place;
    const former = this.kept.get(album.folder);
    const facts = factsOf(album);
    const before = former === undefined ? await readFacts(home) : { library: id, revision: 0, album: factsOf(former) };
    if (before?.library === id && sameFacts(before.album, facts)) return;
    if (before?.library === id && before.revision > revision) {
      this.log.warn(
        `What lies in ${home.path} is newer than the records of the library, and kept. ` +
          'To take it over: tonstift library rebuild.',
      );
      return;
    }
    try {
      await writeFacts(home, { library: id, revision, album: facts });
    } catch (error) {
      // A folder that may not be written is no reason to stop at the others.
      if (!['EACCES', 'EPERM', 'EROFS'].includes(systemCodeOf(error) ?? '')) throw error;
    }
  }
}
