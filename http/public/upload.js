/* Dropped tracks and folders go up at once, each folder as an album, with a card that tells how far it is. */
const form = document.getElementById('upload');
const cards = document.getElementById('uploads');

const isPicture = (file) => /^image\//.test(file.type) || /\.(jpe?g|png|gif|webp|bmp)$/i.test(file.name);
const isHidden = (file) => /^\.|^(thumbs\.db|desktop\.ini)$/i.test(file.name);
const isCover = (file) => /^(album ?)?cover|^folder|front/i.test(file.name);

/** The picture that is named like a cover, else the largest. */
const coverOf = (pictures) => pictures.sort((a, b) => isCover(b) - isCover(a) || b.size - a.size)[0];

function element(tag, className, text = '') {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

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

function finished({ box, title, words, bar }, status, text) {
  bar.remove();
  let answer;
  try {
    answer = JSON.parse(text);
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

/** One after the other: two at once would only share the line. */
function add(name, all, chosenCover) {
  const files = all.filter((file) => !isHidden(file) && !isPicture(file));
  const cover = chosenCover ?? coverOf(all.filter((file) => !isHidden(file) && isPicture(file)));
  const shown = card(name);
  if (files.length === 0)
    return void finished(shown, 0, JSON.stringify({ success: false, error: { message: 'There is no audio in it.' } }));
  const total = [...files, ...(cover ? [cover] : [])].reduce((sum, { size }) => sum + size, 0);
  if (total > Number(form.dataset.max))
    return void finished(
      shown,
      0,
      JSON.stringify({
        success: false,
        error: { message: 'It is larger than the settings allow (max_upload_mb). Copy it into the inbox instead.' },
      }),
    );
  last = last.then(() => send({ name, files, cover }, shown));
}

const fileOf = (entry) =>
  new Promise((done, failed) => {
    entry.file(done, failed);
  });

async function filesIn(entry) {
  if (entry.isFile) return [await fileOf(entry)];
  const reader = entry.createReader();
  const found = [];
  // A reader gives a hundred entries at a time.
  for (;;) {
    const some = await new Promise((done, failed) => {
      reader.readEntries(done, failed);
    });
    if (some.length === 0) return (await Promise.all(found.map(filesIn))).flat();
    found.push(...some);
  }
}

/** All that comes loose is one album, each folder another. */
async function dropped(items) {
  // Items are gone after the first pause.
  const things = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const folders = things.flatMap(({ entry }) => (entry?.isDirectory ? [entry] : []));
  const loose = things.flatMap(({ entry, file }) => (entry?.isDirectory || file === null ? [] : [file]));
  if (loose.length > 0) add(loose[0].name, loose);
  for (const folder of folders) add(folder.name, await filesIn(folder));
}

form.addEventListener('dragover', (event) => {
  event.preventDefault();
  form.classList.add('over');
});
form.addEventListener('dragleave', (event) => {
  if (!form.contains(event.relatedTarget)) form.classList.remove('over');
});
form.addEventListener('drop', (event) => {
  event.preventDefault();
  form.classList.remove('over');
  dropped([...event.dataTransfer.items]);
});
// Beside the target a dropped file would replace the page.
for (const kind of ['dragover', 'drop']) addEventListener(kind, (event) => event.preventDefault());

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const [files, cover] = [[...form.elements.files.files], form.elements.cover.files[0]];
  if (files.length === 0) return;
  add(files[0].name, files, cover);
  form.reset();
});
