/** The contracts of albums share these helpers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RearrangeService } from '../../http/features/rearrange/service.js';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import type { AlbumService } from '../../http/resources/albums/service.js';
import type { AlbumView } from '../../workers/library/types.js';
import { sound, type Told } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedAlbums {
  /** Without albums. */
  service: AlbumService & RearrangeService;
  /** For the files of uploads. */
  folder: string;
  /** All that was published so far. */
  published: readonly Told[];
  close(): Promise<void>;
}

/** Under which there is none. */
export const noAlbum = 5;
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const said = ({ filename, reason }: { filename: string; reason: unknown }): string =>
  `${filename}: ${String(reason)}`;
export const idsOf = ({ tracks }: AlbumView): number[] => tracks.map(({ id }) => id);
export const numbersOf = ({ tracks }: AlbumView): number[] => tracks.map((track) => track.track_number);
export const isGone = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => false,
    () => true,
  );

/** Albums for each test, and what tests do with them. */
export function openedAlbums(open: () => Promise<OpenedAlbums>) {
  const opened = forEachTest(open, (one) => one.close());
  const sounds = (...names: string[]): Promise<UploadedFile[]> =>
    Promise.all(names.map((one) => sound(opened.folder, one)));
  async function file(filename: string, content: Uint8Array | string): Promise<UploadedFile> {
    const path = join(opened.folder, `given-${filename}`);
    await writeFile(path, content);
    return { path, filename, size: Buffer.byteLength(content) };
  }
  const put = async (...names: string[]): Promise<AlbumView> =>
    (await opened.service.upload(await sounds(...names), undefined)).album;
  const toldOf = (type: string): unknown[] =>
    opened.published.filter((one) => one.type === type).map(({ data }) => data);
  return { opened, sounds, file, put, toldOf };
}
