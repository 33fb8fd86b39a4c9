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
 * @property {string[]} omitted names of files that are not sent
 * @property {string} [refused] why it is not sent
 *
 * @typedef {{ uploads: Upload[], papers: Sent[] }} Sorted
 */

/** The maximum number of files per request. */
const mostFiles = 2000;

/** Natural order: 2 before 10. */
const order = new Intl.Collator(undefined, { numeric: true });

const endings = accepted.match(/\.\w+/g) ?? [];
/** Phones may give a title without an ending as the name. @type {(file: File) => boolean} */
const isSound = ({ name, type }) =>
  endings.some((ending) => name.toLowerCase().endsWith(ending)) || (/^audio\//.test(type) && !/\.\w{1,5}$/.test(name));
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
/** Files and folders that systems create. */
const junk = /^(thumbs\.db|desktop\.ini|__macosx|@eadir|[#@]recycle|#snapshot|@recently-snapshot)$/i;
/** The same as on the server: a title may begin with three dots. @type {(path: string) => boolean} */
const isHidden = (path) => path.split('/').some((name) => /^\.(?!\.\.[^.])/.test(name) || junk.test(name));
/** Sorts names of covers first, then small files. @type {(file: File) => number} */
const rankOf = ({ name, size }) => (/cover|folder|front/i.test(name) ? 0 : 1e12) + size;
/** @type {(path: string) => string} */
const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

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
/**
 * Returns why the files are too much for one upload; empty if they are not.
 * @type {(files: readonly Sent[]) => string}
 */
const tooMuch = (files) =>
  files.length > mostFiles ? words('many', { most: mostFiles }) : sizeOf(files) > maxBytes ? words('large') : '';

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
  const refused = tooMuch(cover ? [...files, { path: '', file: cover }] : files);
  return refused === '' ? upload : { ...upload, refused };
}

/**
 * Groups files by their folder at a depth, or by the folder that contains them. The name is empty without a folder.
 * @type {(all: readonly Sent[], depth: number) => Map<string, Sent[]>}
 */
function byFolder(all, depth) {
  /** @type {Map<string, Sent[]>} */
  const folders = new Map();
  for (const one of all) {
    const folder = folderOf(one.path).split('/').slice(0, depth).join('/');
    const files = folders.get(folder) ?? [];
    files.push(one);
    folders.set(folder, files);
  }
  return folders;
}

/** @type {(folder: string) => boolean} */
const isDisc = (folder) =>
  /(?:^|[^\p{L}])(?:cd|dis[ck]|disque|disco|schijf|kassette|seite|side|teil|part|partie|deel)\P{L}?\d+\P{L}*$/iu.test(
    folder,
  );

/**
 * Returns one upload for a folder; if that is too large, one for each of its folders with audio.
 * @type {(folder: string, files: Sent[], cover: File | undefined, depth?: number) => Upload[]}
 */
function uploadsOf(folder, files, cover, depth = 1) {
  const whole = uploadOf(folder || (files[0]?.path ?? ''), files, cover);
  if (whole.refused === undefined) return [whole];
  const shown = files.filter(({ path }) => !isHidden(path));
  const parts = [...byFolder(shown, depth + 1)];
  const hasSound = (/** @type {readonly Sent[]} */ own) => own.some(({ file }) => isSound(file));
  // Discs are one album.
  if (parts.some(([part]) => isDisc(part)) || !parts.some(([part, own]) => part !== folder && hasSound(own)))
    return [whole];
  const uploads = parts
    .filter(([, own]) => hasSound(own))
    .flatMap(([part, own]) => uploadsOf(part, own, cover, depth + 1));
  const others = parts.filter(([, own]) => !hasSound(own)).flatMap(([, own]) => own.map(({ path }) => path));
  return uploads.map((one, n) => (n > 0 ? one : { ...one, omitted: [...one.omitted, ...others] }));
}

/**
 * Files that are dropped together form one upload. Only if that is too large, it is divided by folders. A paper file
 * must be outside a folder, or in a folder without audio; next to tracks, such a file is about them.
 * @type {(all: readonly Sent[], cover?: File) => Sorted}
 */
export function sort(all, cover) {
  /** @type {Sent[]} */
  const papers = [];
  /** @type {Map<string, Sent[]>} */
  const folders = new Map();
  for (const [top, files] of byFolder(all, 1)) {
    const hasSound = top !== '' && files.some(({ file }) => isSound(file));
    const own = hasSound ? [] : files.filter(({ path, file }) => isPapers(file) && !isHidden(path));
    papers.push(...own);
    const rest = files.filter((one) => !own.includes(one));
    if (rest.some(({ path }) => !isHidden(path)) || own.length === 0) folders.set(top, rest);
  }
  const rest = [...folders.values()].flat();
  if (rest.length === 0) return { uploads: [], papers };
  if (folders.size > 1 && tooMuch(rest) === '')
    return { uploads: [uploadOf(words('folders', { count: folders.size }), rest, cover)], papers };
  return { uploads: [...folders].flatMap(([top, files]) => uploadsOf(top, files, cover)), papers };
}
