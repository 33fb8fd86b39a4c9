/**
 * Has the facts beside the tracks follow the records: desired are the records on the disk, actual is what lies there.
 */
import { messageOf, systemCodeOf } from '../../base/errors.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { unlessNoFolder } from '../../base/files/walk.js';
import type { Log } from '../../base/ports.js';
import type { Records } from '../records.js';
import type { AlbumRecord } from '../types.js';
import { inPlace, type Place } from '../place.js';
import { albumsFolder } from './album-folders.js';
import { factsOf, readFacts, sameFacts, writeFacts, type FactsFile } from './facts.js';

export class FactsKeeper {
  /** Records, by folder, whose facts are on the disk; they are replaced, never changed. */
  private readonly kept = new Map<string, AlbumRecord>();
  /** What was said of an album, by folder; of all of them under no name. */
  private readonly said = new Map<string, string>();
  private running: Promise<void> | null = null;
  private again = false;
  private isStopped = false;

  constructor(
    private readonly place: Place,
    private readonly records: Records,
    private readonly log: Log,
    /** The records were made anew of the facts too: none of those is newer. */
    private readonly isRebuilt = false,
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
        this.said.delete('');
      } catch (error) {
        this.sayOnce('', 'What is known of the albums could not be written beside their tracks', error);
      }
    }
  }

  private async keepAll(library: HeldFolder): Promise<void> {
    const { albums, revision } = this.records.written;
    for (const album of albums) {
      if (this.isStopped || this.kept.get(album.folder) === album) continue;
      // Facts must not name tracks that are on their way in: without the records nobody would know where they are.
      if (typeof album.pending?.staging === 'string' || album.pending?.moves !== undefined) continue;
      const home = await library.below(`${albumsFolder}/${album.folder}`).catch(unlessNoFolder(null));
      if (home === null) continue;
      try {
        if (!(await this.keep(home, album, revision))) continue;
        this.kept.set(album.folder, album);
        this.said.delete(album.folder);
      } catch (error) {
        // A folder that may not be written is no reason to stop at the others.
        if (ofAll.has(systemCodeOf(error) ?? '')) throw error;
        this.sayOnce(album.folder, `What is known of the album could not be written to ${home.path}`, error);
      } finally {
        await home.close();
      }
    }
  }

  /** @returns whether the facts are on the disk */
  private async keep(home: HeldFolder, album: AlbumRecord, revision: number): Promise<boolean> {
    const { id } = this.place;
    const former = this.kept.get(album.folder);
    const facts = factsOf(album);
    const before = former === undefined ? await readFacts(home) : { library: id, revision: 0, album: factsOf(former) };
    const isSame = before?.library === id && sameFacts(before.album, facts);
    if (isSame && before.isHeld !== true) return true;
    const isNewer = before?.library === id && (before.isHeld === true || before.revision > revision);
    if (isNewer && !isSame && !this.isRebuilt) {
      await this.hold(home, album, before);
      return false;
    }
    await writeFacts(home, { library: id, revision, album: facts });
    return true;
  }

  /** They are kept as they are also when the records have come to a higher revision. */
  private async hold(home: HeldFolder, { folder }: AlbumRecord, facts: FactsFile): Promise<void> {
    if (facts.isHeld !== true) await writeFacts(home, { ...facts, isHeld: true });
    const why = `What lies in ${home.path} is newer than the records of the library, and kept. `;
    this.sayOnce(folder, `${why}To take it over: tonstift library rebuild.`);
  }

  /** @param error its message may be another one each time */
  private sayOnce(key: string, what: string, error?: unknown): void {
    const said = `${what} ${systemCodeOf(error)}`;
    if (this.said.get(key) === said) return;
    this.said.set(key, said);
    this.log.warn(error === undefined ? what : `${what}: ${messageOf(error)}`);
  }
}

/** The disk's trouble, or none of the system's: not that of one folder. */
const ofAll = new Set(['', 'ENOSPC', 'EDQUOT', 'EROFS']);
