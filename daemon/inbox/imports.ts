/** Turns settled entries of the inbox into imports, each with a batch of files for `workers/import`. */
import { TonstiftError } from '../../workers/base/errors.js';
import { isListName } from '../../workers/base/files/names.js';
import { say, type SentenceKey } from '../../workers/base/language/sentence.js';
import type { Clock } from '../../workers/base/ports.js';
import { candidatesOf, sharesFolder, stemOf } from '../../workers/import/match/find-album.js';
import { lookOf } from '../../workers/import/inspect/look-like.js';
import { groupDiscs, isLooseAudio, treeOf, type LooseFiles } from '../../workers/import/match/together.js';
import type { Batch } from '../../workers/import/types.js';
import { isPictureName } from '../../workers/library/pictures/cover.js';
import type { JobContext } from '../jobs.js';
import { inboxBatch, Intake, nameOf, reasonFor, type IntakeParts } from './intake.js';
import { OtherEntries, type OtherIntake } from './other-intake.js';
import type { Entry } from './scan.js';

export interface ImportParts extends IntakeParts {
  clock: Clock;
  /** Imports files of papers. If it is undefined, they are rejected. */
  papers: () => OtherIntake | undefined;
}

export interface Import {
  /** Key of its first entry. */
  key: string;
  title: string;
  entries: readonly Entry[];
  /**
   * Can run again after a failure.
   * @throws TonstiftError `not_now` while a file changes, or a picture waits for its album
   */
  run(context: JobContext): Promise<void>;
}

export class Imports {
  private readonly intake: Intake;
  private readonly others: OtherEntries;

  /** @param waits returns whether a picture still waits for its album */
  constructor(
    private readonly parts: ImportParts,
    private readonly waits: (entry: Entry) => boolean,
  ) {
    this.intake = new Intake(parts);
    this.others = new OtherEntries(parts.papers, this.intake);
  }

  /** Returns imports of all entries except loose audio and pictures, which must be sorted first. */
  of(settled: readonly Entry[]): Import[] {
    const loose = settled.filter((entry) => entry.kind === 'loose' && !isToSort(entry));
    return [
      ...[true, false].flatMap((anyway) =>
        groupDiscs(settled.filter((entry) => entry.kind !== 'loose' && entry.anyway === anyway)).map((group) =>
          importOf(group, (context) => this.importGroup(group, context)),
        ),
      ),
      ...loose
        .filter((entry) => this.others.hasFile(entry))
        .map((entry) => importOf([entry], (context) => this.others.import(entry, context))),
      ...grouped(loose.filter((entry) => !this.others.hasFile(entry))).map((group) =>
        importOf(group, (context) => this.importOthers(group, context)),
      ),
    ];
  }

  /**
   * Returns imports of loose audio and pictures.
   * @param crashing entries that crashed the program twice in a row while it read them
   */
  ofLoose({ groups, pictures, unreadable }: LooseFiles<Entry>, crashing: readonly Entry[]): Import[] {
    return [
      ...groups.map(({ tag, files, entries }) => {
        // For several tracks without tags, the import finds the title that their names have in common.
        const name = tag ?? (entries.filter(isLooseAudio).length > 1 ? '' : stemOf(entries[0]?.name ?? ''));
        const batch = inboxBatch({ name, files, continues: { kind: 'loose', tag } });
        return importOf(entries, ({ signal }) => this.intake.import(entries, batch, signal), name || nameOf(entries));
      }),
      ...pictures.map((entry) => importOf([entry], (context) => this.importPicture(entry, context))),
      ...grouped(unreadable).map((group) => {
        const batch = inboxBatch({ name: nameOf(group), files: group.flatMap(({ files }) => files) });
        return importOf(group, ({ signal }) => this.intake.import(group, batch, signal));
      }),
      ...crashing.map((entry) => importOf([entry], () => this.rejectCrashing([entry], entry.name))),
    ];
  }

  /** Imports a folder, a ZIP, or several discs of one album. */
  private async importGroup(group: readonly Entry[], context: JobContext): Promise<void> {
    const entries: Entry[] = [];
    for (const entry of group)
      if (await this.others.has(entry)) await this.others.import(entry, context);
      else entries.push(entry);
    if (entries.length === 0) return;
    const { name, files } = treeOf(entries);
    const identity = entries.flatMap((entry) => entry.identity ?? []).join(' ') || null;
    const anyway = entries.every((entry) => entry.anyway) && !this.hasAlbumOf(identity);
    const isFolder = entries.some(({ kind }) => kind === 'folder');
    const continues = isFolder && !anyway ? ({ kind: 'folder' } as const) : undefined;
    const origin = { source: name || nameOf(entries), folder_identity: identity };
    const batch = { ...inboxBatch({ name, files, continues }, origin), refuseDuplicates: !anyway };
    const isWithoutAudio = files.every(({ relativePath: path }) => isPictureName(path) || isListName(path));
    if (isFolder && isWithoutAudio && !this.hasAlbum(batch) && entries.some(this.waits))
      throw waiting('The files wait for their audio.');
    await this.intake.import(entries, batch, context.signal);
  }

  private async importPicture(entry: Entry, { signal }: JobContext): Promise<void> {
    const { name, files } = entry;
    const batch = inboxBatch({ name, files, continues: { kind: 'picture', name: stemOf(name) } });
    if (this.hasAlbum(batch)) return this.intake.import([entry], batch, signal);
    if (this.waits(entry)) throw waiting(`${name} waits for its album.`);
    await this.intake.reject([entry], [reasonFor(name, say('inbox.picture_alone'))]);
  }

  /** Reports whether the library has an album that a batch may continue. */
  private hasAlbum(batch: Batch): boolean {
    const { importing, clock } = this.parts;
    return candidatesOf(batch, importing.library.albums, clock.now()).length > 0;
  }

  /** Reports whether an album came from this folder. The files that its import left there are no second new album. */
  private hasAlbumOf(identity: string | null): boolean {
    return this.parts.importing.library.albums.some(({ origin }) => sharesFolder(origin.folder_identity, identity));
  }

  /** Rejects files that are neither audio nor picture nor ZIP; imports those that are audio by their content only. */
  private async importOthers(entries: readonly Entry[], { signal }: JobContext): Promise<void> {
    const rejected: { entry: Entry; why: SentenceKey }[] = [];
    for (const entry of entries) {
      const { name, files } = entry;
      const [file] = files;
      const look = file === undefined || file.special ? 'link' : await lookOf(file);
      const batch = inboxBatch({ name: stemOf(name), files, continues: { kind: 'loose', tag: null } });
      if (look === 'audio') await this.intake.import([entry], batch, signal);
      else rejected.push({ entry, why: whyNot[look] });
    }
    if (rejected.length === 0) return;
    const reasons = rejected.map(({ entry: { name }, why }) => reasonFor(name, say(why)));
    await this.intake.reject(
      rejected.map(({ entry }) => entry),
      reasons,
    );
  }

  /** Sets aside entries that crashed the program twice. */
  rejectCrashing(entries: readonly Entry[], title: string): Promise<void> {
    return this.intake.reject(entries, [reasonFor(title, say('inbox.died_twice'))]);
  }
}

const whyNot = { link: 'inbox.link', archive: 'wrong.archive', other: 'inbox.other' } as const;

/** True for loose files whose content decides which ones belong together. */
export const isToSort = (entry: Entry): boolean =>
  entry.kind === 'loose' && (isPictureName(entry.name) || isLooseAudio(entry));

/** If there are more entries, each note describes a group of `inOneNote`. */
const few = 20;
const inOneNote = 500;

function grouped(entries: readonly Entry[]): Entry[][] {
  const size = entries.length > few ? inOneNote : 1;
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => entries.slice(n * size, (n + 1) * size));
}

const importOf = (entries: readonly Entry[], run: Import['run'], title = nameOf(entries)): Import => ({
  key: entries[0]?.key ?? title,
  title,
  entries,
  run,
});

const waiting = (sentence: string): TonstiftError => new TonstiftError('not_now', sentence);
