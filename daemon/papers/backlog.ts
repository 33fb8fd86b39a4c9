/**
 * What is said of all papers on each page: counted anew where it may be another, and where that takes long, not more
 * often than a twentieth of the time goes into it. Of few papers it is counted each time.
 */
import type { EmbeddingBacklog } from '../../workers/papers/sql/results.js';

const share = 20;
/** Milliseconds of counting that is done each time. */
const quick = 20;

export class KeptBacklog {
  private kept: { at: number; took: number; what: Promise<EmbeddingBacklog> } | null = null;

  /** Something was done of which is known that it changes the counts. */
  forget(): void {
    this.kept = null;
  }

  /** @param now milliseconds of a clock that does not go back */
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
