/**
 * The folder of a library, which may disappear and return.
 *
 * away     the folder is not the library's, or cannot be read: nothing is written until `enter` finds it again
 */
import { randomUUID } from 'node:crypto';
import { messageOf, TonstiftError, wordsOf } from '../base/errors.js';
import { say, type Words } from '../base/language/sentence.js';
import { makeFolder } from '../base/files/make-folder.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import type { Log } from '../base/ports.js';
import type { KnownLibraries } from './known-libraries.js';
import {
  away,
  awaySentence,
  findingIn,
  held,
  inPlace,
  isPlainFile,
  libraryFileName,
  putMark,
  type Finding,
  type Place,
} from './place.js';
import { keepBroken } from './json-file.js';
import { Records } from './records.js';
import { loadRecords } from './records/load.js';

/** All folders that a library keeps next to its records. */
const folders = ['albums', 'gme', 'transcoded', 'staging', 'trash'] as const;

export class Site {
  private id = '';
  private why: Words | null;

  constructor(
    readonly root: string,
    private readonly log: Log,
    private readonly known: KnownLibraries,
  ) {
    this.why = say('away.not_open', { path: root });
  }

  /** Why the library is unavailable; null while it is available. */
  get away(): Words | null {
    return this.why;
  }

  /** The library's path and id. */
  get place(): Place {
    return { path: this.root, id: this.id };
  }

  /**
   * Throws as `enter`, but changes nothing.
   * @returns whether a library is there; if not, `enter` creates one
   */
  async check(): Promise<boolean> {
    const finding = await this.find();
    this.refuse(finding, this.known.idIn(this.root));
    return finding.kind !== 'empty';
  }

  /**
   * Opens the records of the library that is in the folder now. Creates a library in an empty or missing folder if
   * none is known to have been there. It stays unavailable until `settled`.
   * @throws TonstiftError `library_unavailable` for a folder that is not the library's, one with other entries, and
   * records that cannot be read
   * @param how `mend`: repair errors if that loses nothing; `rebuild`: a person has confirmed that the records may be
   * rebuilt from the folders; `whole`: accept no errors, for a library from another place
   */
  async enter(how: 'mend' | 'rebuild' | 'whole' = 'mend'): Promise<Records> {
    const { root } = this;
    this.why ??= say('away.opening', { path: root });
    const expected = this.known.idIn(root);
    const finding = await this.find();
    this.refuse(finding, expected);
    let records: Records;
    try {
      if (finding.kind === 'empty' && !finding.isThere) makeFolder(root);
      records = await held(root, async (folder) => {
        // The held folder decides: it may have changed since the first look.
        const now = await findingIn(folder.at(''));
        this.refuse(now, expected);
        return this.open(folder, now, how);
      });
    } catch (error) {
      throw error instanceof TonstiftError && error.code !== 'conflict' ? error : this.unusable(error);
    }
    await this.known.remember(root, this.id);
    return records;
  }

  /** The repair after `enter` is done and the library is available; or the repair failed. */
  settled(error?: unknown): void {
    this.why = error === undefined ? null : wordsOf(error);
  }

  /**
   * Opens for reading while a daemon may write.
   * @throws TonstiftError `library_unavailable` if there is no library
   */
  async peek(): Promise<Records> {
    const finding = await this.find();
    if (finding.kind === 'empty' || finding.kind === 'strange') throw away(say('away.none', { path: this.root }));
    if (finding.kind === 'marked') this.id = finding.id;
    const loaded = await held(this.root, (folder) => loadRecords(folder, ''));
    return Records.open({ path: this.root, id: '' }, loaded, this.log);
  }

  /** @throws TonstiftError `library_unavailable` if the library is unavailable, and marks it so */
  async verify(): Promise<void> {
    if (this.why !== null) throw away(this.why);
    try {
      await inPlace({ path: this.root, id: this.id }, async () => undefined);
    } catch (error) {
      this.why = wordsOf(error);
      throw error;
    }
  }

  /** A step after `enter` failed: marks the library unavailable. @returns the error to throw */
  leave(error: unknown): TonstiftError {
    if (!(error instanceof TonstiftError) || error.code === 'conflict') return this.unusable(error);
    this.why = error.words;
    return new LibraryAway(error.words, { cause: error });
  }

  private async open(folder: HeldFolder, finding: Finding, how: 'mend' | 'rebuild' | 'whole'): Promise<Records> {
    const expected = this.known.idIn(this.root);
    const place = { path: this.root, id: finding.kind === 'marked' ? finding.id : (expected ?? '') };
    const loaded = await loadRecords(folder, place.id, how === 'rebuild');
    if (how === 'whole' && loaded?.isMended === true)
      throw away(say('away.not_whole', { path: this.root, notes: loaded.notes.join(' ') }));
    for (const note of loaded?.notes ?? []) this.log.error(note);
    const id = loaded?.data.id ?? place.id;
    // The marker was removed: the library is ours if its records have our id.
    if (finding.kind === 'unmarked' && expected !== undefined && id !== expected) throw this.gone(finding);
    place.id ||= id || randomUUID();
    if (finding.kind !== 'marked') await putMark(folder.at(''), place.id);
    for (const name of folders) await (await folder.below(name, { make: true })).close();
    if (loaded?.isMended === true) await keepBroken(folder, loaded, this.log);
    const records = await Records.open(place, loaded, this.log);
    if (id !== place.id || loaded?.isPlain !== true) await records.change((data) => ({ ...data, id: place.id }));
    this.id = place.id;
    return records;
  }

  private find(): Promise<Finding> {
    return findingIn(this.root).catch((error: unknown) => {
      throw this.unusable(error);
    });
  }

  private refuse(finding: Finding, expected: string | undefined): void {
    const mayBeOurs = finding.kind === 'unmarked' || (finding.kind === 'marked' && finding.id === expected);
    if (expected !== undefined && !mayBeOurs) throw this.gone(finding);
    const isUnmarked = finding.kind === 'empty' || finding.kind === 'strange';
    if (isUnmarked && this.known.isInDoubt(this.root)) throw this.gone(finding, say('away.doubt'));
    if (finding.kind === 'strange')
      throw away(say('away.strange', { path: this.root, name: JSON.stringify(finding.name), file: libraryFileName }));
  }

  private gone(finding: Finding, more?: Words): TonstiftError {
    const first = awaySentence(this.root, finding);
    this.why = more === undefined ? first : say('list.sentences', { first, last: more });
    return new LibraryAway(this.why);
  }

  private unusable(error: unknown): TonstiftError {
    const why = isPlainFile(this.root)
      ? say('away.no_folder', { path: this.root })
      : say('away.unusable', { path: this.root, why: messageOf(error) });
    if (this.known.idIn(this.root) === undefined)
      return new TonstiftError('library_unavailable', why, {}, { cause: error });
    this.why = why;
    return new LibraryAway(why, { cause: error });
  }
}

/** The library was here before and may return: a daemon waits for it. */
export class LibraryAway extends TonstiftError {
  constructor(why: Words, options?: ErrorOptions) {
    super('library_unavailable', why, {}, options);
  }
}
