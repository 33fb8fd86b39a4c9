/** What settled units of the inbox are to become, each a piece of work by itself. */
import { TonstiftError } from '../../workers/base/errors.js';
import type { Clock } from '../../workers/base/ports.js';
import { isPictureName } from '../../workers/library/cover.js';
import type { JobContext } from '../jobs.js';
import { inboxBatch, Intake, type IntakeParts } from './intake.js';
import { groupLoose } from './loose.js';
import { albumOfPicture, albumToJoin, stemOf, tagOf } from './match.js';
import type { PaperIntake } from './paper-intake.js';
import type { Unit } from './scan.js';

export interface TakeParts extends IntakeParts {
  clock: Clock;
  /** Files of papers are refused without it. */
  papers?: PaperIntake;
}

export interface Take {
  /** Of its first unit. */
  key: string;
  title: string;
  units: readonly Unit[];
  /** May be done again. Throws TonstiftError `not_now` while something changes, or a picture waits for its album. */
  work(context: JobContext): Promise<void>;
}

export class Takes {
  private readonly intake: Intake;

  /** @param waits whether a picture still waits for its album */
  constructor(
    private readonly parts: TakeParts,
    private readonly waits: (unit: Unit) => boolean,
  ) {
    this.intake = new Intake(parts);
  }

  async of(settled: readonly Unit[]): Promise<Take[]> {
    const loose = settled.filter(({ kind }) => kind === 'loose');
    const others = settled.filter(({ kind }) => kind !== 'loose');
    const takes = others.map((unit) => take([unit], unit.name, (context) => this.importUnit(unit, context)));
    return loose.length === 0 ? takes : [...takes, ...(await this.ofLoose(loose))];
  }

  private async importUnit(unit: Unit, { signal }: JobContext): Promise<void> {
    const { importing, clock } = this.parts;
    const { albums } = importing.library;
    const source = unit.kind === 'zip' ? unit.name.replace(/\.zip$/i, '') : unit.name;
    const asksTag = unit.kind === 'folder' && albums.some((album) => album.origin.source === source);
    const tag = asksTag ? await tagOf(unit.files, signal) : undefined;
    const join = albumToJoin({ kind: unit.kind, source, identity: unit.identity, tag }, albums, clock.now());
    const onlyPictures = unit.kind === 'folder' && unit.files.every((file) => isPictureName(file.relativePath));
    if (onlyPictures && join === null && this.waits(unit)) throw waiting('The pictures wait for their album.');
    await this.intake.take(unit, inboxBatch(source, unit.files, source, unit.identity), join, signal);
  }

  private async ofLoose(units: readonly Unit[]): Promise<Take[]> {
    const { groups, pictures, others } = await groupLoose(units);
    return [
      ...groups.map((group) => {
        const name = group.tag ?? stemOf(group.units[0]?.name ?? '');
        return take(group.units, name, async ({ signal }) => {
          const arrival = { kind: 'loose', source: null, identity: null, tag: group.tag } as const;
          const join = albumToJoin(arrival, this.parts.importing.library.albums, this.parts.clock.now());
          await this.intake.take(group.units, inboxBatch(name, group.files, null, null), join, signal);
        });
      }),
      ...pictures.map((unit) => take([unit], unit.name, (context) => this.importPicture(unit, context))),
      ...others.map((unit) => take([unit], unit.name, (context) => this.importOther(unit, context))),
    ];
  }

  private async importPicture(unit: Unit, { signal }: JobContext): Promise<void> {
    const { importing, clock } = this.parts;
    const album = albumOfPicture(stemOf(unit.name), importing.library.albums, clock.now());
    if (album !== null) return this.intake.take([unit], inboxBatch(unit.name, unit.files, null, null), album, signal);
    if (this.waits(unit)) throw waiting(`${unit.name} waits for its album.`);
    await this.intake.refuse(unit, unit.files, [`${unit.name}: no album of this name was found for the picture.`]);
  }

  /** Neither audio nor picture nor ZIP. */
  private async importOther(unit: Unit, context: JobContext): Promise<void> {
    const { papers } = this.parts;
    const [file] = unit.files;
    if (papers !== undefined && file?.special === false && papers.takes(unit.name)) {
      const reasons = await papers.take(file, context);
      if (reasons.length > 0) await this.intake.refuse(unit, unit.files, reasons);
      return;
    }
    const isLink = unit.files.some((one) => one.special);
    const what = isLink ? 'is a link, not a file' : 'is no audio, no picture, no ZIP and no file of papers';
    await this.intake.refuse(unit, unit.files, [`${unit.name}: ${what}.`]);
  }
}

const take = (units: readonly Unit[], title: string, work: Take['work']): Take => ({
  key: units[0]?.key ?? title,
  title,
  units,
  work,
});

const waiting = (sentence: string): TonstiftError => new TonstiftError('not_now', sentence);
