/** Turns settled units of the inbox into jobs. */
import { TonstiftError } from '../../workers/base/errors.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { isAudioName } from '../../workers/audio/album/names.js';
import { isZipName } from '../../workers/base/files/names.js';
import type { Clock } from '../../workers/base/ports.js';
import { candidatesOf, stemOf } from '../../workers/import/find-album.js';
import type { Batch } from '../../workers/import/types.js';
import { isPictureName } from '../../workers/library/pictures/cover.js';
import type { JobContext } from '../jobs.js';
import { inboxBatch, Intake, nameOf, reasonFor, type IntakeParts } from './intake.js';
import { isLooseAudio, type LooseFiles } from './loose.js';
import type { OtherIntake } from './other-intake.js';
import type { Unit } from './scan.js';

export interface TakeParts extends IntakeParts {
  clock: Clock;
  /** Takes files of papers. Without it, they are rejected. */
  papers: () => OtherIntake | undefined;
}

export interface Take {
  /** Key of its first unit. */
  key: string;
  title: string;
  units: readonly Unit[];
  /** May be repeated. Throws TonstiftError `not_now` while a file changes, or a picture waits for its album. */
  work(context: JobContext): Promise<void>;
}

export class Takes {
  private readonly intake: Intake;

  /** @param waits returns whether a picture still waits for its album */
  constructor(
    private readonly parts: TakeParts,
    private readonly waits: (unit: Unit) => boolean,
  ) {
    this.intake = new Intake(parts);
  }

  /** Makes takes of units that need no grouping: all but loose audio and pictures. */
  of(settled: readonly Unit[]): Take[] {
    const loose = settled.filter((unit) => unit.kind === 'loose' && !isToSort(unit));
    const rest = loose.filter((unit) => !this.isPapers(unit));
    return [
      ...settled
        .filter(({ kind }) => kind !== 'loose')
        .map((unit) =>
          take([unit], unit.name, async (context) => {
            if (this.isFolderOfPapers(unit)) return this.importFolder(unit, context);
            if (await this.isZipOfPapers(unit)) return this.importPapers(unit, context);
            return this.importUnit(unit, context);
          }),
        ),
      ...loose
        .filter((unit) => this.isPapers(unit))
        .map((unit) => take([unit], unit.name, (context) => this.importPapers(unit, context))),
      ...together(rest).map((part) => take(part, nameOf(part), () => this.refuseOthers(part))),
    ];
  }

  /**
   * Makes takes of loose audio and pictures.
   * @param deadly units that crashed the program twice in a row while it read them
   */
  ofLoose({ groups, pictures, unreadable }: LooseFiles, deadly: readonly Unit[]): Take[] {
    return [
      ...groups.map((group) => {
        const name = group.tag ?? stemOf(group.units[0]?.name ?? '');
        return take(group.units, name, async ({ signal }) => {
          const continues = { kind: 'loose', tag: group.tag } as const;
          await this.intake.take(group.units, inboxBatch({ name, files: group.files, continues }), signal);
        });
      }),
      ...pictures.map((unit) => take([unit], unit.name, (context) => this.importPicture(unit, context))),
      ...together(unreadable).map((part) =>
        take(part, nameOf(part), async ({ signal }) => {
          const files = part.flatMap((unit) => unit.files);
          await this.intake.take(part, inboxBatch({ name: nameOf(part), files }), signal);
        }),
      ),
      ...deadly.map((unit) => take([unit], unit.name, () => this.refuseDeadly([unit], unit.name))),
    ];
  }

  private async importUnit(unit: Unit, { signal }: JobContext): Promise<void> {
    const { kind, files, identity } = unit;
    const name = kind === 'zip' ? unit.name.replace(/\.zip$/i, '') : unit.name;
    const origin = { source: name, folder_identity: identity };
    const batch = inboxBatch({ name, files, continues: kind === 'folder' ? { kind } : undefined }, origin);
    const onlyPictures = kind === 'folder' && files.every((file) => isPictureName(file.relativePath));
    if (onlyPictures && !this.hasAlbum(batch) && this.waits(unit)) throw waiting('The pictures wait for their album.');
    await this.intake.take(unit, batch, signal);
  }

  private async importPicture(unit: Unit, { signal }: JobContext): Promise<void> {
    const { name, files } = unit;
    const batch = inboxBatch({ name, files, continues: { kind: 'picture', name: stemOf(name) } });
    if (this.hasAlbum(batch)) return this.intake.take([unit], batch, signal);
    if (this.waits(unit)) throw waiting(`${name} waits for its album.`);
    await this.intake.refuse(unit, files, [reasonFor(name, say('inbox.picture_alone'))]);
  }

  /** Reports whether the library has an album that a batch may continue. */
  private hasAlbum(batch: Batch): boolean {
    const { importing, clock } = this.parts;
    return candidatesOf(batch, importing.library.albums, clock.now()).length > 0;
  }

  private isPapers({ name, files }: Unit): boolean {
    return files[0]?.special === false && this.parts.papers()?.takes(name) === true;
  }

  private async importPapers(unit: Unit, context: JobContext): Promise<void> {
    const [file] = unit.files;
    const outcome = file === undefined ? undefined : await this.parts.papers()?.take(file, context);
    if (outcome === undefined) return;
    const { taken: papers, reasons, failure } = outcome;
    if (failure !== undefined) throw failure as Error;
    if (papers > 0) this.parts.note({ way: 'inbox', end: 'papers', name: unit.name, papers });
    if (reasons.length > 0) await this.intake.refuse(unit, unit.files, reasons);
  }

  /** True for a folder with files of papers and no files of an album. */
  private isFolderOfPapers({ kind, files }: Unit): boolean {
    const isPaper = ({ special, relativePath }: FoundFile): boolean =>
      !special && this.parts.papers()?.takes(relativePath) === true;
    const isOfAlbum = ({ relativePath: path }: FoundFile): boolean =>
      isAudioName(path) || isPictureName(path) || isZipName(path);
    return kind === 'folder' && files.some(isPaper) && !files.some(isOfAlbum);
  }

  /** The same for a ZIP, but pictures are allowed: without audio they are no album. */
  private async isZipOfPapers({ kind, files: [file] }: Unit): Promise<boolean> {
    if (kind !== 'zip' || file === undefined || file.special) return false;
    const names = await this.parts.papers()?.namesInZip(file);
    const isOfAlbum = (path: string): boolean => isAudioName(path) || isZipName(path);
    return names !== undefined && names.papers.length > 0 && !names.others.some(isOfAlbum);
  }

  /**
   * Imports a folder of papers, whose name may contain conference and year. A file that cannot be opened or moved
   * does not stop the others.
   */
  private async importFolder(unit: Unit, context: JobContext): Promise<void> {
    const failures: unknown[] = [];
    for (const file of unit.files) {
      const name = `${unit.name}/${file.relativePath}`;
      const papers = this.parts.papers();
      if (papers === undefined || file.special || !papers.takes(file.relativePath)) {
        await this.intake.refuse(unit, [file], [reasonFor(name, say(file.special ? 'inbox.link' : 'inbox.other'))]);
        continue;
      }
      const { taken, reasons, failure } = await papers.take(file, context, unit.name);
      if (failure !== undefined) failures.push(failure);
      else if (taken > 0) this.parts.note({ way: 'inbox', end: 'papers', name, papers: taken });
      if (reasons.length > 0) await this.intake.refuse(unit, [file], reasons);
    }
    if (failures.length > 0) throw failures[0] as Error;
  }

  /** Rejects files that are neither audio nor picture nor ZIP. */
  private refuseOthers(units: readonly Unit[]): Promise<void> {
    const reasonOf = ({ name, files }: Unit): Words =>
      reasonFor(name, say(files.some((one) => one.special) ? 'inbox.link' : 'inbox.other'));
    return this.refuse(units, units.map(reasonOf));
  }

  /** Sets aside units that crashed the program twice. */
  refuseDeadly(units: readonly Unit[], title: string): Promise<void> {
    return this.refuse(units, [reasonFor(title, say('inbox.died_twice'))]);
  }

  private refuse(units: readonly Unit[], reasons: readonly Words[]): Promise<void> {
    const [only, second] = units;
    const unit = only !== undefined && second === undefined ? only : ({ kind: 'loose', name: nameOf(units) } as const);
    return this.intake.refuse(
      unit,
      units.flatMap(({ files }) => files),
      reasons,
    );
  }
}

/** True for loose files whose content decides which ones belong together. */
export const isToSort = (unit: Unit): boolean =>
  unit.kind === 'loose' && (isPictureName(unit.name) || isLooseAudio(unit));

/** More than a few units share notes, in groups of `inOneNote`. */
const few = 20;
const inOneNote = 500;

function together(units: readonly Unit[]): Unit[][] {
  const size = units.length > few ? inOneNote : 1;
  return Array.from({ length: Math.ceil(units.length / size) }, (_, n) => units.slice(n * size, (n + 1) * size));
}

const take = (units: readonly Unit[], title: string, work: Take['work']): Take => ({
  key: units[0]?.key ?? title,
  title,
  units,
  work,
});

const waiting = (sentence: string): TonstiftError => new TonstiftError('not_now', sentence);
