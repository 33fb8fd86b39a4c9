/* The bar of a search for papers: what it stands for while it is moved, and what of the papers found is near enough. */

/** As the server has it: the cosine of two vectors of length 1. @type {(distance: number) => number} */
const shareOf = (distance) => Math.max(0, 1 - distance ** 2 / 2);

/** Two vectors of length 1 are at most so far from each other. */
const farthest = 2;

const percent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' });
const bar = /** @type {HTMLInputElement | null} */ (document.getElementById('find-distance'));
const box = document.getElementById('near');

/** @type {(bar: HTMLInputElement, words: DOMStringMap) => void} */
function show({ value, defaultValue }, words) {
  const distance = Number(value);
  const share = percent.format(shareOf(distance));
  const said = distance >= farthest ? words.howeverFar : words.atLeast?.replace('{share}', share);
  const output = document.getElementById('near-words');
  if (output) output.textContent = said ?? '';
  bar?.setAttribute('aria-valuetext', said ?? '');

  /** @type {NodeListOf<HTMLElement>} */
  const all = document.querySelectorAll('.paper-found');
  const papers = [...all];
  // Those of a named author have come in whatever their distance, and stay.
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
  // A browser may bring back where it stood.
  addEventListener('pageshow', now);
}
