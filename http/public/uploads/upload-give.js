/* Starts uploads of dropped or chosen files, and offers to continue uploads that a reload has interrupted. */
import { addPapers } from './upload-papers.js';
import { silence } from './upload-memory.js';
import { add } from './upload-queue.js';
import { goesOnWith, offerRests } from './upload-rest.js';
import { sort } from './upload-sort.js';

/** @import { Sent } from './upload-sort.js' */

/** @type {(all: readonly Sent[], cover?: File) => void} */
export function give(all, cover) {
  const { uploads, papers } = sort(all, cover);
  for (const upload of uploads) add(upload, undefined, goesOnWith(upload.files));
  if (papers.length > 0) void addPapers(papers);
}

/**
 * The files of a file input, which may be those of a folder.
 * @type {(input: HTMLInputElement) => Sent[]}
 */
export const chosenIn = (input) =>
  [...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** @type {(isFolder: boolean) => void} */
function choose(isFolder) {
  const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
  input.webkitdirectory = isFolder;
  input.addEventListener('change', () => give(chosenIn(input)));
  input.click();
}

offerRests(choose);
// An upload may belong to a page that was closed without notice, for example by a crash.
setTimeout(() => offerRests(choose), silence);
