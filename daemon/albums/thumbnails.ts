/**
 * Small pictures of covers, named by the content of the cover. One is made when a page asks for it for the first time,
 * and kept in the home: the library holds nothing that can be made again so easily.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedFile } from '../../http/response/served-file.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import { writeDurably } from '../../workers/base/files/durable.js';
import { inFolder } from '../../workers/base/files/held-folder.js';
import { openItself } from '../../workers/base/files/seen-file.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import type { Log } from '../../workers/base/ports.js';
import { coverFileName, makeThumbnail } from '../../workers/library/cover.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import { say } from '../../workers/base/language/sentence.js';

/** More than so many are of covers that are gone: all go, and those that are looked at come back. */
const mostKept = 4_000;

interface ThumbnailParts {
  library: Library;
  /** Absolute. */
  folder: string;
  log: Log;
  /** Of the JPEG of a cover. */
  make?: (cover: Uint8Array) => Promise<Uint8Array>;
}

export class Thumbnails {
  /** A record is replaced when its cover is. */
  private readonly tags = new WeakMap<AlbumRecord, Promise<string | null>>();
  /** By tag. */
  private readonly making = new Map<string, Promise<void>>();

  constructor(private readonly parts: ThumbnailParts) {}

  /** 32 hexadecimal digits that stand for the content of the album's cover; null where there is none to be read. */
  tag(album: AlbumRecord): Promise<string | null> {
    const known = this.tags.get(album);
    if (known !== undefined) return known;
    const found = this.cover(album).then((cover) => cover && tagOf(cover));
    this.tags.set(album, found);
    // A disk that is away comes back.
    void found.then((tag) => tag === null && album.cover !== null && this.tags.delete(album));
    return found;
  }

  /** @throws TonstiftError `not_found` where the album has no cover, `not_now` where too many wait */
  async file(album: AlbumRecord): Promise<ServedFile> {
    const { folder } = this.parts;
    const tag = await this.tag(album);
    if (tag === null) throw new TonstiftError('not_found', say('error.no_cover', { oid: album.oid }));
    const path = join(folder, `${tag}.jpg`);
    const facts = (await lstat(path).catch(unlessGone(null))) ?? (await this.made(album, tag, path));
    return { root: folder, path, size: facts.size, etag: tag, type: 'image/jpeg' };
  }

  private async made(album: AlbumRecord, tag: string, path: string): Promise<{ size: number }> {
    const making = this.making.get(tag) ?? this.write(album, path).finally(() => this.making.delete(tag));
    this.making.set(tag, making);
    await making;
    return lstat(path);
  }

  private async write(album: AlbumRecord, path: string): Promise<void> {
    const { folder, make = makeThumbnail } = this.parts;
    const cover = await this.cover(album);
    if (cover === null) throw new TonstiftError('not_found', say('error.no_cover', { oid: album.oid }));
    const picture = await make(cover);
    await mkdir(folder, { recursive: true });
    const names = await readdir(folder);
    if (names.length >= mostKept) await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
    await writeDurably(path, picture);
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
