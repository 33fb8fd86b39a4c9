/* Sorts dropped or chosen files into uploads of music, papers, and other files. */
import { accepted, maxBytes, words } from './upload-words.js';

/**
 * A file with its path in the dropped folder.
 * @typedef {{ path: string, file: File }} Sent
 *
 * @typedef {object} Upload
 * @property {string} name for people
 * @property {Sent[]} files
 * @property {File} [cover] for all its albums
 * @property {string[]} omitted names of files that are neither audio nor playlists nor pictures
 * @property {string} [refused] why it is not sent
 *
 * @typedef {{ uploads: Upload[], papers: Sent[] }} Sorted
 */

/** The maximum number of files per request. */
const mostFiles = 2000;

/** Natural order: 2 before 10. */
const order = new Intl.Collator(undefined, { numeric: true });

const endings = accepted.match(/\.\w+/g) ?? [];
/** @type {(file: File) => boolean} */
const isSound = ({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending));
/** @type {(file: File) => boolean} */
const isPicture = (file) =>
  /^image\//.test(file.type) || /\.(jpe?g|jpe|jfif|png|gif|bmp|tiff?|webp|avif|hei[cf]|svg|jxl)$/i.test(file.name);
/** A playlist or a cue sheet. @type {(file: File) => boolean} */
const isList = ({ name }) => /\.(m3u8?|pls|cue)$/i.test(name);
/** @type {(file: File) => boolean} */
const isPapers = ({ name }) =>
  /\.((nd)?json|jsonl|[ct]sv|bib(tex)?|ris|nbib|ciw|enw|xml|atom|db|sqlite3?|xlsx|parquet)(\.(gz|bz2|xz|zst))?$/i.test(
    name,
  );
/** @type {(path: string) => boolean} */
const isHidden = (path) =>
  path.split('/').some((name) => /^\.|^(thumbs\.db|desktop\.ini|__macosx|@eadir)$/i.test(name));
/** Sorts names of covers first, then small files. @type {(file: File) => number} */
const rankOf = ({ name, size }) => (/cover|folder|front/i.test(name) ? 0 : 1e12) + size;
/** @type {(path: string) => string} */
const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
/** The outermost folder; empty for a file without a folder. @type {(path: string) => string} */
const topOf = (path) => path.slice(0, Math.max(0, path.indexOf('/')));

/** Bytes of pictures per folder. A booklet that was scanned may be larger than the music. */
const mostPictures = 50_000_000;

/**
 * The pictures of each folder, of which the server chooses the cover.
 * @type {(pictures: Sent[]) => Sent[]}
 */
function coversOf(pictures) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  return [...pictures]
    .sort((a, b) => rankOf(a.file) - rankOf(b.file))
    .filter(({ path, file }) => {
      const size = (sizes.get(folderOf(path)) ?? 0) + file.size;
      sizes.set(folderOf(path), size);
      return size <= mostPictures || size === file.size;
    });
}

/** @type {(files: readonly Sent[]) => number} */
export const sizeOf = (files) => files.reduce((sum, { file }) => sum + file.size, 0);
/** @type {(files: readonly Sent[]) => boolean} */
const fits = (files) => sizeOf(files) <= maxBytes && files.length <= mostFiles;

/** @type {(name: string, all: readonly Sent[], cover: File | undefined) => Upload} */
function uploadOf(name, all, cover) {
  const kept = all.filter(({ path }) => !isHidden(path)).sort((a, b) => order.compare(a.path, b.path));
  const sounds = kept.filter(({ file }) => isSound(file));
  const lists = kept.filter(({ file }) => isList(file));
  const pictures = kept.filter(({ file }) => isPicture(file) && !isSound(file));
  const files = [...sounds, ...lists, ...coversOf(pictures)];
  const sent = new Set([...sounds, ...lists, ...pictures]);
  const omitted = kept.filter((one) => !sent.has(one)).map(({ path }) => path);
  const upload = { name, files, omitted, ...(cover ? { cover } : {}) };
  if (sounds.length === 0) return { ...upload, refused: words('silent') };
  return fits(cover ? [...files, { path: '', file: cover }] : files) ? upload : { ...upload, refused: words('large') };
}

/** @type {(all: readonly Sent[]) => Map<string, Sent[]>} */
function byTop(all) {
  /** @type {Map<string, Sent[]>} */
  const folders = new Map();
  for (const one of all) folders.set(topOf(one.path), [...(folders.get(topOf(one.path)) ?? []), one]);
  return folders;
}

/**
 * Files that are dropped together form one upload. Only if that is too large, each folder is one upload. A paper file
 * must be outside a folder, or in a folder without audio; next to tracks, such a file is about them.
 * @type {(all: readonly Sent[], cover?: File) => Sorted}
 */
export function sort(all, cover) {
  /** @type {Sent[]} */
  const papers = [];
  /** @type {Map<string, Sent[]>} */
  const folders = new Map();
  for (const [top, files] of byTop(all)) {
    const hasSound = top !== '' && files.some(({ file }) => isSound(file));
    const own = hasSound ? [] : files.filter(({ path, file }) => isPapers(file) && !isHidden(path));
    papers.push(...own);
    const rest = files.filter((one) => !own.includes(one));
    if (rest.some(({ path }) => !isHidden(path)) || own.length === 0) folders.set(top, rest);
  }
  const rest = [...folders.values()].flat();
  if (rest.length === 0) return { uploads: [], papers };
  if (folders.size > 1 && fits(rest))
    return { uploads: [uploadOf(words('folders', { count: folders.size }), rest, cover)], papers };
  const uploads = [...folders].map(([top, files]) => uploadOf(top || (files[0]?.path ?? ''), files, cover));
  return { uploads, papers };
}
