/* Uploads dropped files of papers to the import of the papers page. */
import { base } from '../base.js';
import { Card, element } from './upload-card.js';
import { ask, factsIn, Lost } from './upload-request.js';
import { words } from './upload-words.js';

/** @import { Sent } from './upload-sort.js' */

/** @typedef {{ success: true, added: number, updated: number, unchanged: number, rejected_count: number }} Report */
/** @typedef {Report | { success: false, error: { message: string } }} Outcome */

/** @type {(text: string, status: number) => Outcome} */
const outcomeOf = (text, status) =>
  /** @type {Outcome | undefined} */ (factsIn(text)) ?? {
    success: false,
    error: { message: words('status', { status }) },
  };

/** @type {(papers: readonly Sent[], card?: Card) => Promise<void>} */
export async function addPapers(papers, card = new Card(papers.map(({ path }) => path).join(', '))) {
  const retry = () => {
    card.again();
    void addPapers(papers, card);
  };
  const ending = new AbortController();
  card.offer({ cancel: () => ending.abort() });
  const body = new FormData();
  // Conference and year may be found in the name of the folder.
  const folders = new Set(papers.map(({ path }) => path.split('/').slice(0, -1).join('/')));
  const [folder] = folders;
  if (folder && folders.size === 1) body.append('folder', folder);
  for (const { path, file } of papers) body.append('files', file, path.split('/').pop());
  const headers = { Accept: 'application/json' };
  const { signal } = ending;
  try {
    /** @type {(bytes: number, total: number) => void} */
    const sent = (bytes, total) => card.mayCancel(bytes < total);
    const { status, text } = await ask({ method: 'POST', path: `${base}/papers`, headers, body, sent, signal });
    const answer = outcomeOf(text, status);
    if (!answer.success) return card.failed(answer.error.message, retry);
    const { added, updated, unchanged, rejected_count: rejected } = answer;
    const box = element('div', 'added');
    const link = Object.assign(element('a', '', words('toPapers')), { href: `${base}/papers` });
    const title = element('strong', 'title', card.name);
    box.append(title, element('p', 'quiet', words('papers', { added, updated, unchanged, rejected })), link);
    card.finished(box);
  } catch (problem) {
    const lost = problem instanceof Lost ? words('lost') : String(problem);
    card.failed(signal.aborted ? words('cancelled') : lost, retry);
  }
}
