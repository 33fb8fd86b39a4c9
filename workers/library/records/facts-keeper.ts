/**
 * Updates the fact files in the album folders: the desired state is the records on the disk, the actual state is the
 * files.
 */
import { shared } from '../../base/async/shared.js';
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
  /** The last log line about an album, by folder; about all of them under the empty name. */
  private readonly said = new Map<string, string>();
  private isStopped = false;

  constructor(
    private readonly place: Place,
    private readonly records: Records,
    private readonly log: Log,
    /** The records were just rebuilt from the fact files too, so none of those is newer. */
    private readonly isRebuilt = false,
  ) {}

  /** Compares, and writes the differences. Resolves when that is done. A failed write is retried at the next call. */
  readonly follow = shared(() => this.run());

  /** Resolves when no write is running. */
  stop(): Promise<void> {
    this.isStopped = true;
    return this.follow();
  }

  private async run(): Promise<void> {
    const { albums } = this.records.written;
    if (this.isStopped || albums.every((album) => this.kept.get(album.folder) === album)) return;
    try {
      await inPlace(this.place, (library) => this.keepAll(library));
      this.said.delete('');
    } catch (error) {
      this.sayOnce('', 'Cannot write the album.json files of the albums', error);
    }
  }

  private async keepAll(library: HeldFolder): Promise<void> {
    const { albums, revision } = this.records.written;
    for (const album of albums) {
      if (this.isStopped || this.kept.get(album.folder) === album) continue;
      // Fact files must not list tracks that are still being imported: without the records their place is unknown.
      if (typeof album.pending?.staging === 'string' || album.pending?.moves !== undefined) continue;
      await using home = await library.below(`${albumsFolder}/${album.folder}`).catch(unlessNoFolder(null));
      if (home === null) continue;
      try {
        if (!(await this.keep(home, album, revision))) continue;
        this.kept.set(album.folder, album);
        this.said.delete(album.folder);
      } catch (error) {
        // If one folder cannot be written, the others still are.
        if (ofAll.has(systemCodeOf(error) ?? '')) throw error;
        this.sayOnce(album.folder, `Cannot write album.json to ${home.path}`, error);
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

  /** The mark keeps the facts safe even after the records reach a higher revision. */
  private async hold(home: HeldFolder, { folder }: AlbumRecord, facts: FactsFile): Promise<void> {
    if (facts.isHeld !== true) await writeFacts(home, { ...facts, isHeld: true });
    const why = `The album.json in ${home.path} is newer than the records of the library, and is kept. `;
    this.sayOnce(folder, `${why}To use it: tonstift library rebuild.`);
  }

  /** @param error its message may differ each time */
  private sayOnce(key: string, what: string, error?: unknown): void {
    const said = `${what} ${systemCodeOf(error)}`;
    if (this.said.get(key) === said) return;
    this.said.set(key, said);
    this.log.warn(error === undefined ? what : `${what}: ${messageOf(error)}`);
  }
}

/** The disk is in trouble, or the error is not a system error: the problem is not limited to one folder. */
const ofAll = new Set(['', 'ENOSPC', 'EDQUOT', 'EROFS']);
