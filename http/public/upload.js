/*
 * Dropped tracks and folders go up at once, with a card that shows how far it is. Files are sent under their paths:
 * which of them are one album is for the service to say.
 */
const form = /** @type {HTMLFormElement} */ (document.getElementById('upload'));
const cards = /** @type {HTMLElement} */ (document.getElementById('uploads'));

/** @typedef {ReturnType<typeof card>} Card */
/** @typedef {{ path: string, file: File }} Sent */
/** @typedef {{ name: string, files: Sent[], cover: File | undefined }} Upload */

/**
 * What the service answers: the outcome, or the failure.
 * @typedef {{ album_title: string, oid: number, cover_image: string | null, num_tracks: number }} Album
 * @typedef {{ success: true, album: Album, albums: Album[], rejected: { filename: string, reason: string }[],
 *   duplicate_of: number | null } | { success: false, error: { message: string } }} Answer
 */

/** Endings that the field for tracks takes. */
const endings = /** @type {HTMLInputElement} */ (form.querySelector('[accept*=".mp3"]')).accept.match(/\.\w+/g) ?? [];
/** @type {(file: File) => boolean} */
const isSound = ({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending));
/** @type {(file: File) => boolean} */
const isPicture = (file) => /^image\//.test(file.type) || /\.(jpe?g|png|gif|webp|bmp)$/i.test(file.name);
/** @type {(path: string) => boolean} */
const isHidden = (path) =>
  path.split('/').some((name) => /^\.|^(thumbs\.db|desktop\.ini|__macosx|@eadir)$/i.test(name));
/** @type {(file: File) => number} */
const rankOf = ({ name, size }) => (/^(album ?)?cover|^folder|front/i.test(name) ? 1e12 : 0) + size;
/** @type {(path: string) => string} */
const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Of each folder the picture that is named like a cover, else the largest: the service knows which album it is of.
 * @type {(pictures: Sent[]) => Sent[]}
 */
function coversOf(pictures) {
  /** @type {Map<string, Sent>} */
  const best = new Map();
  for (const one of pictures) {
    const other = best.get(folderOf(one.path));
    if (!other || rankOf(one.file) > rankOf(other.file)) best.set(folderOf(one.path), one);
  }
  return [...best.values()];
}

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

/** @type {(album: Album) => HTMLElement} */
const linkTo = ({ oid, album_title: title }) => Object.assign(element('a', '', title), { href: `/library/${oid}` });

/** @type {(...content: (Node | string)[]) => HTMLElement} */
function withItem(...content) {
  const item = element('li', '');
  item.append(...content);
  return item;
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
  title.replaceChildren(...(albums.length === 1 ? [linkTo(album)] : [`${albums.length} albums`]));
  if (album.cover_image) box.prepend(Object.assign(element('img', 'cover'), { src: album.cover_image, alt: '' }));
  const number = albums.reduce((sum, { num_tracks }) => sum + num_tracks, 0);
  const facts = [`In the library with ${number === 1 ? '1 track' : `${number} tracks`}.`];
  if (known !== null) facts.push(`The same tracks are there already, as album ${known}.`);
  words.textContent = facts.join(' ');
  if (albums.length > 1) {
    const list = element('ul', 'quiet');
    list.append(...albums.map((one) => withItem(linkTo(one), ` (${one.num_tracks})`)));
    box.append(list);
  }
  for (const { filename, reason } of rejected) box.append(element('span', 'bad', `${filename}: ${reason}`));
}

/** @type {(upload: Upload, shown: Card) => Promise<void>} */
function send({ name, files, cover }, shown) {
  return new Promise((done) => {
    const body = new FormData();
    for (const { path, file } of files) body.append('files', file, path);
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

/** Files that a request may have. */
const mostFiles = 2000;

/** @type {(files: Sent[]) => number} */
const sizeOf = (files) => files.reduce((sum, { file }) => sum + file.size, 0);
/** @type {(files: Sent[]) => boolean} */
const fits = (files) => sizeOf(files) <= Number(form.dataset.max) && files.length <= mostFiles;

/**
 * One after the other: two at once would only share the line.
 * @type {(name: string, all: Sent[], chosenCover?: File) => void}
 */
function add(name, all, chosenCover) {
  const kept = all.filter(({ path }) => !isHidden(path));
  const sounds = kept.filter(({ file }) => isSound(file));
  const files = [...sounds, ...coversOf(kept.filter(({ file }) => isPicture(file)))];
  const shown = card(name);
  /** @type {(message: string) => void} */
  const refuse = (message) => finished(shown, 0, JSON.stringify({ success: false, error: { message } }));
  if (sounds.length === 0) refuse('There is no audio in it.');
  else if (!fits([...files, ...(chosenCover ? [{ path: '', file: chosenCover }] : [])]))
    refuse('It is larger than the settings allow (max_upload_mb). Copy it into the inbox instead.');
  else last = last.then(() => send({ name, files, cover: chosenCover }, shown));
}

/**
 * What is given at once is looked at together, and goes up as one; only where that is too much each folder by itself.
 * @type {(all: Sent[], chosenCover?: File) => void}
 */
function addAll(all, chosenCover) {
  /** @type {Map<string, Sent[]>} */
  const folders = new Map();
  for (const one of all) {
    const top = one.path.includes('/') ? one.path.slice(0, one.path.indexOf('/')) : '';
    folders.set(top, folders.get(top) ?? []);
    folders.get(top)?.push(one);
  }
  const isOne = folders.size > 1 && fits(all);
  if (isOne) add(`${folders.size} folders`, all, chosenCover);
  else for (const [top, files] of folders) add(top || (files[0]?.path ?? ''), files, chosenCover);
}

/** @type {(entry: FileSystemFileEntry) => Promise<File>} */
const fileOf = (entry) =>
  new Promise((done, failed) => {
    entry.file(done, failed);
  });

/** @type {(entry: FileSystemEntry) => Promise<Sent[]>} */
async function filesIn(entry) {
  // A path begins with a slash.
  if (entry.isFile)
    return [{ path: entry.fullPath.slice(1), file: await fileOf(/** @type {FileSystemFileEntry} */ (entry)) }];
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

/** @type {(items: DataTransferItem[]) => Promise<void>} */
async function dropped(items) {
  // Items are gone after the first pause.
  const things = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const found = await Promise.all(
    things.map(async ({ entry, file }) =>
      entry?.isDirectory ? filesIn(entry) : file ? [{ path: file.name, file }] : [],
    ),
  );
  if (found.flat().length > 0) addAll(found.flat());
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
  dropped([...(event.dataTransfer?.items ?? [])]).catch((problem) =>
    finished(card('What was dropped'), 0, JSON.stringify({ success: false, error: { message: String(problem) } })),
  );
});
// Beside the target a dropped file would replace the page.
for (const kind of ['dragover', 'drop']) addEventListener(kind, (event) => event.preventDefault());

form.addEventListener('submit', (event) => {
  event.preventDefault();
  /** @type {(name: string) => File[]} */
  const chosen = (name) => {
    /** @type {NodeListOf<HTMLInputElement>} */
    const inputs = form.querySelectorAll(`input[name=${name}]`);
    return [...inputs].flatMap((input) => [...(input.files ?? [])]);
  };
  const files = chosen('files').map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  if (!files[0]) return;
  addAll(files, chosen('cover')[0]);
  form.reset();
});
