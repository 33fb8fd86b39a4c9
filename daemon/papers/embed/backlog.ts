/**
 * The counts of all papers that each page shows. They are cached if counting is slow: at most a twentieth of the time
 * is spent on counting. With few papers they are counted for each page.
 */
import type { EmbeddingBacklog } from '../../../workers/papers/sql/results.js';

const share = 20;
/** Milliseconds. A faster count is not cached. */
const quick = 20;

export class KeptBacklog {
  private kept: { at: number; took: number; what: Promise<EmbeddingBacklog> } | null = null;

  /** Call it after a change that affects the counts. */
  forget(): void {
    this.kept = null;
  }

  /** @param now milliseconds of a monotonic clock */
  async of(
    count: () => Promise<EmbeddingBacklog>,
    now: () => number = () => performance.now(),
  ): Promise<EmbeddingBacklog> {
    const { kept } = this;
    if (kept !== null && (kept.took === Infinity || (kept.took > quick && now() - kept.at < share * kept.took)))
      return kept.what;
    const begun = now();
    const one = { at: begun, took: Infinity, what: count() };
    this.kept = one;
    try {
      const what = await one.what;
      one.at = now();
      one.took = one.at - begun;
      return what;
    } catch (thrown) {
      if (this.kept === one) this.kept = null;
      throw thrown;
    }
  }
}
