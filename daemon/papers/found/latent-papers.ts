/**
 * Finds similar papers by the words of all papers (`workers/papers/embeddings/latent`). The vectors are computed in the
 * background when they are first asked for, and stay in memory while they are used and the papers are the same.
 */
import type { LikeQuery } from '../../../http/papers/papers/service.js';
import { messageOf } from '../../../workers/base/errors.js';
import type { Log, MonotonicClock } from '../../../workers/base/ports.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { documentOf } from '../../../workers/papers/document.js';
import type { Matrix } from '../../../workers/papers/embeddings/map/numbers.js';
import type { StoresInUse } from '../stores.js';

/** With fewer papers, a search for the words of a paper finds as many similar ones (docs/papers.md). */
const fewestPapers = 300;
/** More need more than 324 MB and 14 s of processor time. */
const mostPapers = 50_000;
/** An abstract may have a million characters. */
const papersAtOnce = 50;
/** Milliseconds without use. The vectors of 50,000 papers take 13 MB. */
const keptFor = 3_600_000;

interface LatentParts {
  stores: Pick<StoresInUse, 'use'>;
  clock: MonotonicClock;
  log: Log;
}

interface Kept {
  revision: string;
  /** The paper of each row. */
  uids: readonly string[];
  vectors: Matrix;
}

export class LatentPapers {
  private kept: Kept | null = null;
  private making: Promise<void> | null = null;
  private ending = new AbortController();
  private cancelIdle = (): void => undefined;

  constructor(private readonly parts: LatentParts) {}

  /**
   * Returns the uids of similar papers, nearest first. Returns null if the vectors are not ready, if there are too few
   * or too many papers, or if no other paper has words of this one.
   */
  async nearest(database: DatabaseManager, { uid, limit, ...lists }: LikeQuery): Promise<string[] | null> {
    const { papers, revision } = await database.revision();
    if (papers < fewestPapers || papers > mostPapers) return null;
    if (this.kept?.revision !== revision) {
      this.make();
      return null;
    }
    this.keepOn();
    const { uids, vectors } = this.kept;
    const { nearestRows } = await import('../../../workers/papers/embeddings/latent/nearest-rows.js');
    const isFiltered = Object.values(lists).some((list) => list.length > 0);
    const allowed = isFiltered ? new Set(await database.searchUids(lists)) : null;
    const near = nearestRows(vectors, uids.indexOf(uid)).map((row) => uids[row] as string);
    if (near.length === 0) return null;
    return near.filter((one) => allowed?.has(one) ?? true).slice(0, limit);
  }

  /** Stops computing. The next vectors are of the new stores. */
  reopen(): void {
    this.ending.abort(new Error('the settings have changed'));
    this.ending = new AbortController();
    this.kept = null;
  }

  async stop(): Promise<void> {
    this.ending.abort(new Error('the daemon stops'));
    this.cancelIdle();
    await this.making;
  }

  /** Computes one set of vectors at a time. */
  private make(): void {
    const { signal } = this.ending;
    this.making ??= this.makeNow(signal)
      .catch((thrown: unknown) => {
        if (!signal.aborted) this.parts.log.warn(`Cannot compare the words of the papers: ${messageOf(thrown)}`);
      })
      .finally(() => (this.making = null));
  }

  private async makeNow(signal: AbortSignal): Promise<void> {
    const { stores, clock, log } = this.parts;
    const since = clock.monotonic();
    const { latentVectors } = await import('../../../workers/papers/embeddings/latent/latent-vectors.js');
    await stores.use(async (opened) => {
      const { database } = opened;
      // A change while the papers are read then gives another revision.
      const { revision } = await database.revision();
      const all = await database.searchUids();
      const uids: string[] = [];
      async function* documents(): AsyncGenerator<string[]> {
        for (let at = 0; at < all.length; at += papersAtOnce) {
          const papers = await database.getPapersByUids(all.slice(at, at + papersAtOnce));
          for (const { uid } of papers) uids.push(uid);
          yield papers.map((paper) => documentOf({ ...paper }));
        }
      }
      const vectors = await latentVectors(documents(), signal);
      signal.throwIfAborted();
      this.kept = { revision, uids, vectors };
    });
    this.keepOn();
    const seconds = ((clock.monotonic() - since) / 1000).toFixed(1);
    log.info(`Compared the words of ${this.kept?.uids.length ?? 0} papers in ${seconds} s.`);
  }

  private keepOn(): void {
    this.cancelIdle();
    this.cancelIdle = this.parts.clock.after(keptFor, () => (this.kept = null));
  }
}
