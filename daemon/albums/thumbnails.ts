/**
 * Thumbnails of covers, named by the content of the cover. Each is made when a page first requests it, and cached in
 * the home: the library keeps no files that are so easy to make again.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedFile } from '../../http/response/files/served-file.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import { isForeignTemporary, isTemporaryName, writeDurably } from '../../workers/base/files/durable.js';
import { inFolder } from '../../workers/base/files/held-folder.js';
import { openItself } from '../../workers/base/files/seen-file.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import type { Log } from '../../workers/base/ports.js';
import { coverFileName, makeThumbnail } from '../../workers/library/pictures/cover.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import { say } from '../../workers/base/language/sentence.js';

/**
 * Limit of the cache. It includes covers that no longer exist. All are deleted, and the requested ones are made
 * again.
 */
const mostKept = 4_000;

interface ThumbnailParts {
  library: Library;
  /** Absolute. */
  folder: string;
  log: Log;
  /** Makes a thumbnail from the JPEG of a cover. */
  make?: (cover: Uint8Array) => Promise<Uint8Array>;
}

export class Thumbnails {
  /** The tag that was read last, and the file's attributes before that, to detect a replaced file. */
  private readonly tags = new WeakMap<AlbumRecord, { stamp: string; tag: Promise<string | null> }>();
  /** By tag. Resolves with the tag of the cover that the picture was made from. */
  private readonly making = new Map<string, Promise<string>>();

  constructor(private readonly parts: ThumbnailParts) {}

  /** Returns 32 hexadecimal digits of the cover's digest; null if there is no cover or it is unreadable. */
  async tag(album: AlbumRecord): Promise<string | null> {
    if (album.cover === null) return null;
    const stamp = await this.stamp(album);
    const known = this.tags.get(album);
    // While its disk is missing, the last picture is shown.
    if (known !== undefined && (stamp === null || known.stamp === stamp)) return known.tag;
    const tag = this.cover(album).then((cover) => cover && tagOf(cover));
    if (stamp === null) return tag;
    const entry = { stamp, tag };
    this.tags.set(album, entry);
    if ((await tag) === null && this.tags.get(album) === entry) this.tags.delete(album);
    return tag;
  }

  /** @throws TonstiftError `not_found` if the album has no cover, `not_now` if too many wait */
  async file(album: AlbumRecord): Promise<ServedFile> {
    const { folder } = this.parts;
    const seen = await this.tag(album);
    if (seen === null) throw new TonstiftError('not_found', say('error.no_cover', { oid: album.oid }));
    const pathOf = (tag: string): string => join(folder, `${tag}.jpg`);
    const there = await lstat(pathOf(seen)).catch(unlessGone(null));
    const tag = there === null ? await this.made(album, seen) : seen;
    const { size } = there ?? (await lstat(pathOf(tag)));
    return { root: folder, path: pathOf(tag), size, etag: tag, type: 'image/jpeg' };
  }

  private made(album: AlbumRecord, tag: string): Promise<string> {
    const making = this.making.get(tag) ?? this.write(album).finally(() => this.making.delete(tag));
    this.making.set(tag, making);
    return making;
  }

  /** @returns the tag of the cover that it read, which may differ from the tag of the last check */
  private async write(album: AlbumRecord): Promise<string> {
    const { folder, make = makeThumbnail } = this.parts;
    const cover = await this.cover(album);
    if (cover === null) throw new TonstiftError('not_found', say('error.no_cover', { oid: album.oid }));
    const tag = tagOf(cover);
    const picture = await make(cover);
    await mkdir(folder, { recursive: true });
    // Temporary names of this process belong to pictures that are being written.
    const names = (await readdir(folder)).filter((name) => !isTemporaryName(name) || isForeignTemporary(name));
    if (names.length >= mostKept) await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
    await writeDurably(join(folder, `${tag}.jpg`), picture);
    return tag;
  }

  /** Returns null if the file's attributes cannot be read. */
  private stamp(album: AlbumRecord): Promise<string | null> {
    return lstat(join(this.parts.library.folderOf(album), coverFileName)).then(
      ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
      () => null,
    );
  }

  private async cover({ oid, folder, cover }: AlbumRecord): Promise<Buffer | null> {
    const { library, log } = this.parts;
    if (cover === null) return null;
    try {
      return await inFolder(library.path, `albums/${folder}`, async (home) => {
        const file = await openItself(home.at(coverFileName));
        return file.readFile().finally(() => file.close());
      });
    } catch (error) {
      log.debug(`The cover of album ${oid} cannot be read: ${messageOf(error)}`);
      return null;
    }
  }
}

const tagOf = (cover: Buffer): string => createHash('sha256').update(cover).digest('hex').slice(0, 32);
