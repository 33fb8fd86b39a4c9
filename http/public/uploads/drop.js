/* Accepts files dropped anywhere on any page; upload-sort.js decides what to do with them. */
import { Card } from './upload-card.js';
import { give } from './upload-give.js';
import { words } from './upload-words.js';

/** @import { Sent } from './upload-sort.js' */

const over = Object.assign(document.createElement('div'), { className: 'drop-here', hidden: true });
over.setAttribute('aria-hidden', 'true');
over.append(Object.assign(document.createElement('p'), { textContent: words('drop') }));
document.body.append(over);

/** Milliseconds without a drag event, after which the drag is over. Browsers do not always report its end. */
const silence = 1000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @type {(isOver: boolean) => void} */
function show(isOver) {
  over.hidden = !isOver;
  clearTimeout(timer);
  if (isOver) timer = setTimeout(() => show(false), silence);
}

/** @type {(data: DataTransfer | null) => boolean} */
const hasFiles = (data) => data?.types.includes('Files') ?? false;

/**
 * Pictures over an element that accepts them belong to it; so do GME files, for which the system has no type.
 * @type {(event: DragEvent) => boolean}
 */
function isForPlace({ target, dataTransfer }) {
  const place = target instanceof Element ? target.closest('[data-takes-drop]') : null;
  if (place === null) return false;
  const files = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  /** @type {(type: string) => boolean} */
  const isTaken =
    place.getAttribute('data-takes-drop') === 'gme'
      ? (type) => /^image\/(png|jpeg)$/.test(type) || !/^(audio|video|image|text)\/|json|zip/.test(type)
      : (type) => type.startsWith('image/');
  return files.length > 0 && files.every(({ type }) => isTaken(type));
}

/** @type {(event: DragEvent) => boolean} */
const isOurs = (event) => !event.defaultPrevented && hasFiles(event.dataTransfer) && !isForPlace(event);

/** @type {(entry: FileSystemFileEntry) => Promise<File>} */
const fileOf = (entry) =>
  new Promise((done, failed) => {
    entry.file(done, failed);
  });

/** @type {(entry: FileSystemEntry) => Promise<Sent[]>} */
async function filesIn(entry) {
  // `fullPath` begins with a slash.
  if (entry.isFile)
    return [{ path: entry.fullPath.slice(1), file: await fileOf(/** @type {FileSystemFileEntry} */ (entry)) }];
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {FileSystemEntry[]} */
  const found = [];
  // A reader returns at most a hundred entries at a time.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((done, failed) => {
      reader.readEntries(done, failed);
    });
    if (some.length === 0) return (await Promise.all(found.map(filesIn))).flat();
    found.push(...some);
  }
}

/** @type {(items: DataTransferItem[]) => Promise<void>} */
async function dropped(items) {
  // The items are no longer valid after the first await.
  const things = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const found = await Promise.all(
    things.map(async ({ entry, file }) =>
      entry?.isDirectory ? filesIn(entry) : file ? [{ path: file.name, file }] : [],
    ),
  );
  if (found.flat().length > 0) give(found.flat());
  else new Card(words('dropped')).failed(words('silent'));
}

for (const kind of /** @type {const} */ (['dragenter', 'dragover']))
  addEventListener(kind, (event) => {
    if (!hasFiles(event.dataTransfer)) return;
    show(isOurs(event));
    // The browser would replace the page with a dropped file.
    if (!isForPlace(event)) event.preventDefault();
  });
addEventListener('dragleave', ({ relatedTarget }) => {
  if (relatedTarget === null) show(false);
});
addEventListener('drop', (event) => {
  show(false);
  if (!hasFiles(event.dataTransfer)) return;
  const ours = isOurs(event);
  event.preventDefault();
  if (!ours) return;
  dropped([...(event.dataTransfer?.items ?? [])]).catch((problem) =>
    new Card(words('dropped')).failed(String(problem)),
  );
});
