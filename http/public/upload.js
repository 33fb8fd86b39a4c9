/* Dropped tracks and folders go up at once, each folder as an album, with a card that shows how far it is. */
const form = /** @type {HTMLFormElement} */ (document.getElementById('upload'));
const cards = /** @type {HTMLElement} */ (document.getElementById('uploads'));

/** @typedef {ReturnType<typeof card>} Card */
/** @typedef {{ name: string, files: File[], cover: File | undefined }} Upload */

/**
 * What the service answers: the outcome, or the failure.
 * @typedef {{ album_title: string, oid: number, cover_image: string | null, num_tracks: number }} Album
 * @typedef {{ success: true, album: Album, albums: Album[], rejected: { filename: string, reason: string }[],
 *   duplicate_of: number | null } | { success: false, error: { message: string } }} Answer
 */

/** @type {(file: File) => boolean} */
const isPicture = (file) => /^image\//.test(file.type) || /\.(jpe?g|png|gif|webp|bmp)$/i.test(file.name);
/** @type {(file: File) => boolean} */
const isHidden = (file) => /^\.|^(thumbs\.db|desktop\.ini)$/i.test(file.name);
/** @type {(file: File) => boolean} */
const isCover = (file) => /^(album ?)?cover|^folder|front/i.test(file.name);

/**
 * The picture that is named like a cover, else the largest.
 * @type {(pictures: File[]) => File | undefined}
 */
const coverOf = (pictures) => pictures.sort((a, b) => Number(isCover(b)) - Number(isCover(a)) || b.size - a.size)[0];

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 */
function element(tag, className, text = '') {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

/** @param {string} name */
function card(name) {
  const box = element('article', 'upload-card');
  const title = element('strong', 'title', name);
  const words = element('span', 'quiet', 'Waiting for its turn');
  const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
  box.append(title, words, bar);
  cards.prepend(box);
  // On a phone the cards are below what can be seen.
  box.scrollIntoView({ block: 'nearest' });
  return { box, title, words, bar };
}

/** @type {(shown: Card, status: number, text: string) => void} */
function finished({ box, title, words, bar }, status, text) {
  bar.remove();
  /** @type {Answer} */
  let answer;
  try {
    answer = /** @type {Answer} */ (JSON.parse(text));
  } catch {
    answer = { success: false, error: { message: `The service answered ${status}.` } };
  }
  if (!answer.success) {
    words.textContent = answer.error.message;
    words.className = 'bad';
    return;
  }
  const { album, albums, rejected, duplicate_of: known } = answer;
  const link = Object.assign(element('a', '', album.album_title), { href: `/library#album-${album.oid}` });
  title.replaceChildren(link);
  if (album.cover_image) box.prepend(Object.assign(element('img', 'cover'), { src: album.cover_image, alt: '' }));
  const facts = [`In the library with ${album.num_tracks === 1 ? '1 track' : `${album.num_tracks} tracks`}.`];
  if (albums.length > 1) facts.push(`It was too long for one album and became ${albums.length}.`);
  if (known !== null) facts.push(`The same tracks are there already, as album ${known}.`);
  words.textContent = facts.join(' ');
  for (const { filename, reason } of rejected) box.append(element('span', 'bad', `${filename}: ${reason}`));
}

/** @type {(upload: Upload, shown: Card) => Promise<void>} */
function send({ name, files, cover }, shown) {
  return new Promise((done) => {
    const body = new FormData();
    for (const file of files) body.append('files', file, file.name);
    if (cover) body.append('cover', cover, cover.name);
    const request = new XMLHttpRequest();
    request.open('POST', '/');
    request.setRequestHeader('Accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      shown.bar.value = total > 0 ? loaded / total : 0;
      shown.words.textContent =
        loaded < total ? `Sending ${Math.floor((100 * loaded) / total)} %` : 'Reading the tracks …';
    });
    request.addEventListener('load', () => {
      finished(shown, request.status, request.responseText);
      done();
    });
    request.addEventListener('error', () => {
      finished(
        shown,
        0,
        JSON.stringify({
          success: false,
          error: { message: `${name}: the service cannot be reached, or the files are too large.` },
        }),
      );
      done();
    });
    request.send(body);
  });
}

let last = Promise.resolve();

/**
 * One after the other: two at once would only share the line.
 * @type {(name: string, all: File[], chosenCover?: File) => void}
 */
function add(name, all, chosenCover) {
  const files = all.filter((file) => !isHidden(file) && !isPicture(file));
  const cover = chosenCover ?? coverOf(all.filter((file) => !isHidden(file) && isPicture(file)));
  const shown = card(name);
  if (files.length === 0) {
    finished(shown, 0, JSON.stringify({ success: false, error: { message: 'There is no audio in it.' } }));
    return;
  }
  const total = [...files, ...(cover ? [cover] : [])].reduce((sum, { size }) => sum + size, 0);
  if (total > Number(form.dataset.max)) {
    const message = 'It is larger than the settings allow (max_upload_mb). Copy it into the inbox instead.';
    finished(shown, 0, JSON.stringify({ success: false, error: { message } }));
    return;
  }
  last = last.then(() => send({ name, files, cover }, shown));
}

/** @type {(entry: FileSystemFileEntry) => Promise<File>} */
const fileOf = (entry) =>
  new Promise((done, failed) => {
    entry.file(done, failed);
  });

/** @type {(entry: FileSystemEntry) => Promise<File[]>} */
async function filesIn(entry) {
  if (entry.isFile) return [await fileOf(/** @type {FileSystemFileEntry} */ (entry))];
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {FileSystemEntry[]} */
  const found = [];
  // A reader gives a hundred entries at a time.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((done, failed) => {
      reader.readEntries(done, failed);
    });
    if (some.length === 0) return (await Promise.all(found.map(filesIn))).flat();
    found.push(...some);
  }
}

/**
 * All that comes loose is one album, each folder another.
 * @type {(items: DataTransferItem[]) => Promise<void>}
 */
async function dropped(items) {
  // Items are gone after the first pause.
  const things = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const folders = things.flatMap(({ entry }) => (entry?.isDirectory ? [entry] : []));
  const loose = things.flatMap(({ entry, file }) => (entry?.isDirectory || file === null ? [] : [file]));
  if (loose[0]) add(loose[0].name, loose);
  for (const folder of folders) add(folder.name, await filesIn(folder));
}

form.addEventListener('dragover', (event) => {
  event.preventDefault();
  form.classList.add('over');
});
form.addEventListener('dragleave', (event) => {
  if (!form.contains(/** @type {Node | null} */ (event.relatedTarget))) form.classList.remove('over');
});
form.addEventListener('drop', (event) => {
  event.preventDefault();
  form.classList.remove('over');
  void dropped([...(event.dataTransfer?.items ?? [])]);
});
// Beside the target a dropped file would replace the page.
for (const kind of ['dragover', 'drop']) addEventListener(kind, (event) => event.preventDefault());

form.addEventListener('submit', (event) => {
  event.preventDefault();
  /** @type {(name: string) => File[]} */
  const chosen = (name) => {
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    return [...(input.files ?? [])];
  };
  const files = chosen('files');
  if (!files[0]) return;
  add(files[0].name, files, chosen('cover')[0]);
  form.reset();
});
