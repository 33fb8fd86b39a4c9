/** Runs GME files on a virtual pen: the TryService for HTTP. Each tap starts from the state that is sent with it. */
import { randomInt } from 'node:crypto';
import type { AlbumService } from '../../../http/resources/albums/service.js';
import {
  testSheetId,
  type TryAnswer,
  type TryFacts,
  type TryPlace,
  type TryService,
  type TryTap,
} from '../../../http/features/try/service.js';
import type { UploadedFile } from '../../../http/request/uploaded-file.js';
import type { ServedFile } from '../../../http/response/files/served-file.js';
import { isDiskFull, TonstiftError } from '../../../workers/base/errors.js';
import type { HeldFolder } from '../../../workers/base/files/held-folder.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { MonotonicClock } from '../../../workers/base/ports.js';
import { scramble } from '../../../workers/gme/cipher.js';
import type { MediumKind } from '../../../workers/gme/read-media.js';
import { scanFacts, type ScanFacts } from '../../../workers/features/try/scan/facts.js';
import { scanPicture } from '../../../workers/features/try/scan/scan.js';
import type { VirtualPen } from '../../../workers/features/try/virtual-pen/pen.js';
import { seededChance } from '../../../workers/features/try/virtual-pen/seeded-chance.js';
import type { Steps } from '../../../workers/features/try/virtual-pen/steps.js';
import { tap } from '../../../workers/features/try/virtual-pen/tap.js';
import { firings } from '../../../workers/features/try/virtual-pen/timer.js';
import { answerOf } from './answer.js';
import { factsOf, soundOfTestSheet } from './facts.js';
import { seen, type KeptFiles } from './kept-files.js';
import { OpenedGmes, structuresOf } from './opened.js';
import { readState, stateText } from './state-text.js';
import type { TestSheetFile } from './test-sheet-file.js';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface PenSessionParts {
  albums: Pick<AlbumService, 'get' | 'gmeFile'>;
  kept: KeptFiles;
  testSheet: TestSheetFile;
  clock: MonotonicClock;
}

/** Media types of the audio formats of pens. */
const types: Readonly<Record<MediumKind, string>> = {
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  unknown: 'application/octet-stream',
};

/** A GME file with its name and expiry. */
interface Found {
  file: ServedFile;
  name: string;
  expires: number | null;
}

export class PenSessions implements TryService {
  private readonly opened = new OpenedGmes();

  constructor(private readonly parts: PenSessionParts) {}

  async facts(place: TryPlace): Promise<TryFacts> {
    const { file, name, expires } = await this.find(place);
    return { ...factsOf(await this.opened.open(file)), name, expires };
  }

  async tap(place: TryPlace, { code, state: text, waited, from }: TryTap): Promise<TryAnswer> {
    const { gme, hasPrograms } = await this.opened.open((await this.find(place)).file);
    const { state, seed } = readState(text, gme, randomInt(2 ** 32));
    // The server chooses the seed of a new pen. Without `before`, the request for more sounds would choose another one.
    const before = stateText(state, seed);
    const chance = seededChance(seed);
    const pen: VirtualPen = { gme, hasPrograms, chance: chance.chance, state };
    if (state.timer !== undefined) state.timer.left = Math.max(0, state.timer.left - waited);
    const titleOf = (medium: number): Words => this.titleOf(place, medium);
    const answer = answerOf({
      pen,
      chance,
      steps: stepsOf(pen, code, 'file' in place),
      code,
      from,
      titleOf,
      monotonic: () => this.parts.clock.monotonic(),
    });
    return { ...answer, before: answer.more === null ? null : before };
  }

  async medium(place: TryPlace, index: number): Promise<ServedFile> {
    const { file } = await this.find(place);
    const { media, key } = (await this.opened.open(file)).gme;
    const medium = media[index];
    if (medium === undefined || key === undefined)
      throw new TonstiftError('not_found', say('try.no_medium', { medium: String(index), count: media.length }));
    const { offset, length, kind } = medium;
    return {
      ...file,
      section: { offset, length },
      decode: (bytes) => void scramble(bytes, key),
      etag: `${file.etag}-${index}`,
      type: types[kind],
    };
  }

  folder(): Promise<HeldFolder> {
    return this.parts.kept.hold();
  }

  async keep(sent: UploadedFile): Promise<string> {
    await this.check(sent);
    return this.parts.kept.keep(sent).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
      throw new TonstiftError('no_space', say('try.full'), {}, { cause: error });
    });
  }

  forget(id: string): Promise<void> {
    return this.parts.kept.forget(id);
  }

  async read({ path }: UploadedFile, signal?: AbortSignal): Promise<ScanFacts> {
    return scanFacts(await scanPicture(path, signal === undefined ? {} : { signal }));
  }

  /** @throws TonstiftError `bad_field` */
  private async check({ path, filename }: UploadedFile): Promise<void> {
    const file = { ...seen(dirname(path), path, await lstat(path)), etag: '' };
    try {
      await structuresOf(file);
    } catch (error) {
      if (!(error instanceof TonstiftError) || error.code !== 'bad_field') throw error;
      // The message is about bytes, so the name of the file is added for the sender.
      throw new TonstiftError('bad_field', error.words, { gme: say('wrong.try_gme', { name: filename }) });
    }
  }

  private async find(place: TryPlace): Promise<Found> {
    if ('oid' in place) {
      const file = await this.parts.albums.gmeFile(place.oid);
      return { file, name: file.downloadName ?? '', expires: null };
    }
    if (place.file !== testSheetId) return this.parts.kept.find(place.file);
    return { file: await this.parts.testSheet.find(), name: 'test-sheet.gme', expires: null };
  }

  private titleOf(place: TryPlace, medium: number): Words {
    const number = String(medium + 1);
    if ('file' in place)
      return (place.file === testSheetId ? soundOfTestSheet(medium) : null) ?? say('try.sound', { number });
    const { tracks, album_title } = this.parts.albums.get(place.oid);
    if (medium === tracks.length) return album_title;
    const title = tracks[medium]?.track_title;
    return title === undefined ? say('try.sound', { number }) : say('try.track_title', { number, title });
  }
}

/** @param loads whether the first tap loads the file first, whichever code it is */
function* stepsOf(pen: VirtualPen, code: number | 'timer', loads: boolean): Steps {
  const { gme, state } = pen;
  if (code === 'timer') {
    for (const steps of firings(pen, state.timer?.left ?? 0)) return yield* steps;
    return yield { kind: 'end', why: 'done' };
  }
  if (loads && !state.isLoaded && code !== gme.productId) yield* silently(tap(pen, gme.productId));
  yield* tap(pen, code);
}

/** Stops at the first sound, because that would be interrupted immediately. */
function* silently(steps: Steps): Steps {
  for (const step of steps) {
    if (step.kind === 'play') return;
    if (step.kind !== 'end') yield step;
  }
}
