/** Thread script of `latent-vectors.ts`: computes a vector per text from the words of all texts. */
import { giveWay } from '../../../base/async/give-way.js';
import { serveThread } from '../../../base/async/serve-thread.js';
import { matrix, type Matrix } from '../map/numbers.js';
import { truncatedSvd } from './svd.js';
import { TfIdf, toLengthOne } from './tf-idf.js';

/** Numbers per vector. Fewer and more find fewer similar papers (docs/papers.md). */
const rank = 64;

const all = new TfIdf();

/** Has zeros for a text without words that others have. */
function vectors(): Matrix {
  const svd = truncatedSvd(all.matrix(), rank);
  const result = matrix(all.size, rank);
  for (let row = 0; row < all.size; row++) {
    svd.vectors.forEach((vector, n) => (result.values[row * rank + n] = vector[row] as number));
    toLengthOne(result.values.subarray(row * rank, (row + 1) * rank));
  }
  return result;
}

const handlers = {
  add: (texts: readonly string[]): void => texts.forEach((text) => all.add(text)),
  vectors,
};
export type LatentProtocol = typeof handlers;

giveWay();
serveThread(handlers);
