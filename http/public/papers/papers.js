/*
 * The slider of the paper search: shows its value while it is moved, and hides results that are too far away. A box
 * for finding a value in a long filter.
 */

/** The same as on the server: the cosine of two unit vectors. @type {(distance: number) => number} */
const shareOf = (distance) => Math.max(0, 1 - distance ** 2 / 2);

/** The maximum distance of two unit vectors. */
const farthest = 2;

/** The same as on the server. @type {(share: number) => 'very' | 'similar' | 'somewhat' | 'hardly'} */
const nameOf = (share) => (share >= 0.7 ? 'very' : share >= 0.5 ? 'similar' : share >= 0.2 ? 'somewhat' : 'hardly');
const bar = /** @type {HTMLInputElement | null} */ (document.getElementById('find-distance'));
const box = document.getElementById('near');

/** @type {(bar: HTMLInputElement, words: DOMStringMap) => void} */
function show({ value, defaultValue }, words) {
  const distance = Number(value);
  const said = distance >= farthest ? words.howeverFar : words[nameOf(shareOf(distance))];
  const output = document.getElementById('near-words');
  if (output) output.textContent = said ?? '';
  bar?.setAttribute('aria-valuetext', said ?? '');

  /** @type {NodeListOf<HTMLElement>} */
  const all = document.querySelectorAll('.paper-found');
  const papers = [...all];
  // Papers of a named author were found at any distance, so they stay visible.
  const isFar = (/** @type {HTMLElement} */ paper) => {
    const own = Number(paper.dataset.distance ?? 0);
    return own > distance && own <= Number(defaultValue);
  };
  for (const paper of papers) paper.hidden = isFar(paper);
  const left = document.getElementById('near-left');
  const wasSearched = new URLSearchParams(location.search).get('q');
  if (!left || !wasSearched) return;
  const number = String(papers.filter(({ hidden }) => !hidden).length);
  const counted = words.left?.replace('{number}', number).replace('{total}', String(papers.length)) ?? '';
  const isFarther = distance > Number(defaultValue);
  left.textContent = distance === Number(defaultValue) ? '' : isFarther ? (words.farther ?? '') : counted;
}

if (bar && box) {
  const now = () => show(bar, box.dataset);
  bar.addEventListener('input', now);
  // The browser may restore the former position of the slider.
  addEventListener('pageshow', now);
}

/** @type {(fold: HTMLElement) => void} */
function addBox(fold) {
  const { findValue = '' } = fold.dataset;
  const box = Object.assign(document.createElement('input'), { type: 'search', placeholder: findValue });
  box.setAttribute('aria-label', findValue);
  box.addEventListener('input', () => {
    const text = box.value.trim().toLowerCase();
    for (const label of fold.querySelectorAll('label'))
      label.hidden = !(label.textContent ?? '').toLowerCase().includes(text) && !label.querySelector(':checked');
  });
  // Enter would send the form.
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  fold.querySelector('summary')?.after(box);
}

/** @type {NodeListOf<HTMLElement>} */
const folds = document.querySelectorAll('[data-find-value]');
for (const fold of folds) addBox(fold);
