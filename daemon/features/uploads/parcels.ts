/** Uploads in chunks. Each file is kept until it is complete and used, or for a day after its last byte. */
import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Parcel, ParcelBody, ParcelService, WholeParcel } from '../../../http/features/uploads/service.js';
import { isDiskFull, messageOf, systemCodeOf, TonstiftError } from '../../../workers/base/errors.js';
import { freeBytes } from '../../../workers/base/files/free-bytes.js';
import type { HeldFolder } from '../../../workers/base/files/held-folder.js';
import type { Log, MonotonicClock } from '../../../workers/base/ports.js';
import { say } from '../../../workers/base/language/sentence.js';
import {
  findParcel,
  makeParcel,
  openParcel,
  parcelPath,
  parcelsIn,
  removeParcel,
  timeOfParcel,
  touchParcel,
  type FoundParcel,
} from './parcel-files.js';

export interface ParcelParts {
  /** Returns the held folder for uploads, which is created if `make` is set. The caller must close it. */
  hold(make: boolean): Promise<HeldFolder>;
  /** Maximum bytes of one file, and of one import. */
  maxBytes(): number;
  clock: MonotonicClock;
  log: Log;
}

/** Milliseconds. */
const lifetime = 24 * 3_600_000;
const sweepEvery = 3_600_000;
/** Enough for several imports with the maximum number of files. */
const mostParcels = 8000;
/** Bytes of the disk that stay free for the daemon. */
const keptFree = 64 * 1024 ** 2;
/** Milliseconds without data, after which another client may continue: the first may have lost its network. */
const silence = 5000;
/** Bytes from which a piece is synced, as the last one always is. Fewer bytes are sent again as quickly. */
const worthSyncing = 1024 ** 2;

/** The client that writes into a parcel, or the import that uses it. */
interface Holder {
  /** Time of the last byte; Infinity while an import uses the parcel. */
  heard: number;
  breakOff(): void;
  /** Lets others have the parcel. */
  release(): void;
  ended: Promise<void>;
}

const isId = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);
const noParcel = (id: string): TonstiftError =>
  new TonstiftError('not_found', say('error.no_parcel', { id: JSON.stringify(id.slice(0, 60)) }));

export class Parcels implements ParcelService {
  private readonly holders = new Map<string, Holder>();
  /** Monotonic time of the last byte of each parcel that arrived during the last day of this run. */
  private readonly heard = new Map<string, number>();

  constructor(private readonly parts: ParcelParts) {}

  /** Deletes expired parcels now and periodically. @returns a function that stops that */
  start(): () => void {
    const sweep = (): void =>
      void this.sweep().catch((error: unknown) => {
        const isNone = error instanceof TonstiftError && error.code === 'not_found';
        if (!isNone) this.parts.log.debug(`Cannot delete old uploads yet: ${messageOf(error)}`);
      });
    sweep();
    return this.parts.clock.every(sweepEvery, sweep);
  }

  create(size: number, metadata: string): Promise<Parcel> {
    return this.within(async (uploads) => {
      this.checkSize(size);
      if ((await parcelsIn(uploads)).length >= mostParcels)
        throw new TonstiftError('not_now', say('error.many_parcels', { most: mostParcels }));
      await checkSpace(uploads, size);
      const id = randomBytes(16).toString('hex');
      const at = this.parts.clock.now();
      await makeParcel(uploads, id, { size, metadata }, at);
      this.heard.set(id, this.parts.clock.monotonic());
      return shown(id, { size, metadata, offset: 0, at });
    }, true);
  }

  find(id: string): Promise<Parcel> {
    return this.within(async (uploads) => shown(id, await this.found(uploads, id)));
  }

  append(id: string, offset: number, body: ParcelBody): Promise<Parcel> {
    return this.within(async (uploads) => {
      await this.found(uploads, id);
      const holder = await this.claim(id, () => body.breakOff());
      try {
        const parcel = await this.found(uploads, id);
        if (parcel.offset !== offset)
          throw new TonstiftError('conflict', say('error.parcel_offset', { offset, there: parcel.offset }));
        const left = parcel.size - offset;
        if ((body.length ?? 0) > left) throw tooLong(parcel);
        await checkSpace(uploads, body.length ?? left);
        await this.write(uploads, { id, parcel, body, holder });
        return shown(id, await this.found(uploads, id));
      } finally {
        holder.release();
      }
    });
  }

  remove(id: string): Promise<void> {
    return this.within(async (uploads) => {
      await this.found(uploads, id);
      const holder = await this.claim(id, () => undefined, true);
      await removeParcel(uploads, id).finally(() => holder.release());
    });
  }

  use<Result>(ids: readonly string[], work: (parcels: readonly WholeParcel[]) => Promise<Result>): Promise<Result> {
    return this.within(async (uploads) => {
      const holders: Holder[] = [];
      try {
        for (const id of ids) {
          const holder = await this.claim(id, () => undefined);
          holder.heard = Infinity;
          holders.push(holder);
        }
        return await this.useWhole(uploads, ids, work);
      } finally {
        for (const holder of holders) holder.release();
      }
    });
  }

  private async useWhole<Result>(
    uploads: HeldFolder,
    ids: readonly string[],
    work: (parcels: readonly WholeParcel[]) => Promise<Result>,
  ): Promise<Result> {
    const parcels: WholeParcel[] = [];
    for (const id of ids) {
      const parcel = await this.found(uploads, id);
      if (parcel.offset < parcel.size)
        throw new TonstiftError('conflict', say('error.parcel_unfinished', { id, ...parcel }));
      parcels.push({ ...shown(id, parcel), path: parcelPath(uploads, id) });
    }
    this.checkSize(parcels.reduce((sum, { size }) => sum + size, 0));
    const result = await work(parcels);
    // After a crash here, the parcels expire. The albums record their source.
    for (const id of ids) await removeParcel(uploads, id).catch(() => undefined);
    return result;
  }

  private async write(
    uploads: HeldFolder,
    { id, parcel, body, holder }: { id: string; parcel: FoundParcel; body: ParcelBody; holder: Holder },
  ): Promise<void> {
    const file = await openParcel(uploads, id);
    let at = parcel.offset;
    try {
      for await (const bytes of body.bytes) {
        if (at + bytes.length > parcel.size) throw tooLong(parcel);
        await file.appendFile(bytes);
        at += bytes.length;
        holder.heard = this.parts.clock.monotonic();
      }
    } finally {
      // Bytes that are acknowledged to a client must be on the disk.
      const received = at - parcel.offset;
      const mustSync = received >= worthSyncing || (received > 0 && at === parcel.size);
      await (mustSync ? syncOrCut(file, parcel.offset) : Promise.resolve()).finally(() => file.close());
      await touchParcel(uploads, id, this.parts.clock.now()).catch(() => undefined);
      this.heard.set(id, this.parts.clock.monotonic());
    }
  }

  private async sweep(): Promise<void> {
    await this.within(async (uploads) => {
      for (const id of await parcelsIn(uploads)) {
        const at = await timeOfParcel(uploads, id);
        if (at !== null && this.isExpired(id, at) && !this.holders.has(id)) await removeParcel(uploads, id);
      }
      for (const [id, at] of this.heard) if (this.parts.clock.monotonic() - at >= lifetime) this.heard.delete(id);
    });
  }

  /** @throws TonstiftError `not_found`, also if it has expired */
  private async found(uploads: HeldFolder, id: string): Promise<FoundParcel> {
    const parcel = isId(id) ? await findParcel(uploads, id) : null;
    if (parcel === null || this.isExpired(id, parcel.at)) throw noParcel(id);
    return parcel;
  }

  /** A clock that jumps ahead, as after a boot without a network, ends no upload. */
  private isExpired(id: string, at: number): boolean {
    const { clock } = this.parts;
    const heard = this.heard.get(id) ?? -Infinity;
    return clock.now() - at >= lifetime && clock.monotonic() - heard >= lifetime;
  }

  private checkSize(bytes: number): void {
    const most = this.parts.maxBytes();
    if (bytes > most) throw new TonstiftError('too_large', say('error.parcel_large', { most: Math.floor(most / 1e6) }));
  }

  /**
   * Gives exclusive access to a parcel. Disconnects a client that was silent too long.
   * @throws TonstiftError `locked`
   */
  private async claim(id: string, breakOff: () => void, isUrgent = false): Promise<Holder> {
    const { clock } = this.parts;
    for (let other = this.holders.get(id); other !== undefined; other = this.holders.get(id)) {
      const isBusy = other.heard === Infinity || (!isUrgent && clock.monotonic() - other.heard < silence);
      if (isBusy) throw new TonstiftError('locked', say('error.parcel_locked'));
      other.breakOff();
      await other.ended;
    }
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const release = (): void => {
      this.holders.delete(id);
      end();
    };
    const holder: Holder = { heard: clock.monotonic(), breakOff, release, ended };
    this.holders.set(id, holder);
    return holder;
  }

  private async within<Result>(work: (uploads: HeldFolder) => Promise<Result>, make = false): Promise<Result> {
    await using uploads = await this.parts.hold(make).catch(refuse);
    try {
      return await work(uploads);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      throw new TonstiftError('no_space', say('error.library_full'), {}, { cause: error });
    }
  }
}

/** There was no upload in chunks yet, or the folder cannot be used. */
function refuse(error: unknown): never {
  if (error instanceof TonstiftError && error.code !== 'conflict') throw error;
  if (systemCodeOf(error) === 'ENOENT') throw new TonstiftError('not_found', say('error.no_parcels'));
  throw new TonstiftError(
    'library_unavailable',
    say('error.upload_folder', { why: messageOf(error) }),
    {},
    { cause: error },
  );
}

const shown = (id: string, { size, metadata, offset, at }: FoundParcel): Parcel => ({
  ...{ id, size, metadata, offset },
  expires: at + lifetime,
});

/** Truncates bytes that could not be synced, so that the client sends them again. @throws the system's error */
async function syncOrCut(file: FileHandle, offset: number): Promise<void> {
  try {
    await file.datasync();
  } catch (error) {
    await file.truncate(offset);
    throw error;
  }
}

const tooLong = ({ size }: FoundParcel): TonstiftError =>
  new TonstiftError('too_large', say('error.parcel_long', { size }));

/** @throws TonstiftError `no_space` */
async function checkSpace(uploads: HeldFolder, bytes: number): Promise<void> {
  if (bytes + keptFree > (await freeBytes(uploads.at(''))))
    throw new TonstiftError('no_space', say('error.library_full'));
}
