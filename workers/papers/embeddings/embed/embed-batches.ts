/** Embeds texts and saves the vectors, with as few requests as the API allows. A bad text does not fail the others. */
import type { Log } from '../../../base/ports.js';
import { ask, harmless, type AskOptions } from './ask.js';
import { beginningOf, lengthsToTry } from './beginning.js';
import { createBatchSize, type BatchSize } from '../../embedding-api/batch-size.js';
import { EmbeddingsError, OtherDimensionError } from '../../embedding-api/errors.js';
import type { PaperText } from './paper-record.js';

export interface BatchesOptions extends AskOptions {
  /** The most texts per request. */
  batchSize: number;
  log: Log;
  /** The collection's dimension. Null if it is empty: then the most frequent one in the first response. */
  dimension: number | null;
  save: (papers: PaperText[], vectors: Float32Array[]) => Promise<void>;
  fail: (paper: PaperText, reason: string) => void;
}

/** Rejected papers in a row before a harmless text is tried. Doubles after each try. */
const fewRefusals = 3;

/** `clean`: all texts succeeded. `largest`: the size of the longest batch that succeeded. */
interface Outcome {
  clean: boolean;
  largest: number;
}

/** Embeds batches, and remembers between calls which batch size works. */
export class BatchEmbedder {
  private readonly size: BatchSize;
  private dimension: number | null;
  private refusedInRow = 0;
  /** The API has answered the last request. */
  private isAnswering = false;
  private probeAfter = fewRefusals;
  /** Characters of the last shortened text that succeeded. */
  private taken: number | undefined;

  constructor(private readonly options: BatchesOptions) {
    const { api, batchSize } = options;
    this.size = api.batchSize?.(batchSize) ?? createBatchSize(batchSize);
    this.dimension = options.dimension;
  }

  /**
   * @throws EmbeddingsError if the API is unreachable, rejects even a harmless text, or returns another dimension;
   *   vectors received until then are saved
   */
  async embed(papers: readonly PaperText[], halvings = 0): Promise<Outcome> {
    const outcome: Outcome = { clean: true, largest: 0 };
    for (let from = 0; from < papers.length;) {
      const batch = papers.slice(from, from + this.size.now());
      from += batch.length;
      merge(outcome, await this.embedBatch(batch, halvings));
    }
    return outcome;
  }

  /** @param halvings how often the batch was halved because the API does not answer it */
  private async embedBatch(batch: readonly PaperText[], halvings: number): Promise<Outcome> {
    const texts = batch.map(({ text }) => text);
    const answer = await ask(texts, this.options, halvings);
    // Before the first halving, a harmless text was answered.
    this.isAnswering = 'vectors' in answer || !answer.isSilent || halvings === 0;
    if ('vectors' in answer) return this.take(batch, answer.vectors);
    const [only] = batch;
    if (answer.isTooLong && batch.length === 1 && only !== undefined) {
      const outcome = await this.embedBeginning(only);
      if (outcome !== undefined) return outcome;
    }
    const bad = batch.length === 1 ? batch[0] : batch[answer.index ?? -1];
    if (bad) {
      await this.refuse(bad, answer.refused);
      return { ...(await this.embed(batch.filter((paper) => paper !== bad))), clean: false };
    }
    return this.halve(batch, answer.isSilent ? halvings + 1 : 0);
  }

  private async halve(batch: readonly PaperText[], halvings: number): Promise<Outcome> {
    const middle = Math.ceil(batch.length / 2);
    const outcome = await this.embed(batch.slice(0, middle), halvings);
    const rest = batch.slice(middle);
    // If the first half succeeds as a whole, the bad text is in the second one.
    const isBad = outcome.clean && outcome.largest === middle && rest.length > 1;
    merge(outcome, isBad ? await this.halve(rest, halvings + Number(halvings > 0)) : await this.embed(rest, halvings));
    if (outcome.clean) this.shorten(batch.length, outcome.largest);
    return outcome;
  }

  private shorten(rejected: number, largest: number): void {
    const before = this.size.now();
    this.size.tooLong(rejected, largest);
    const now = this.size.now();
    if (now < before)
      this.options.log.info(
        `The embedding server does not accept ${rejected} texts. Sending ${now} texts per request.`,
      );
  }

  /** Returns undefined if the model rejects every shortened text too. */
  private async embedBeginning(paper: PaperText): Promise<Outcome | undefined> {
    for (const length of lengthsToTry(paper.text.length, this.taken)) {
      const text = beginningOf(paper.text, length);
      const answer = await ask([text], this.options);
      if ('vectors' in answer) {
        this.taken = length;
        return this.take([{ ...paper, embeddedCharacters: text.length }], answer.vectors);
      }
      if (!answer.isTooLong) return undefined;
    }
    return undefined;
  }

  private async take(batch: readonly PaperText[], vectors: Float32Array[]): Promise<Outcome> {
    const dimension = (this.dimension ??= commonLength(vectors));
    const fits = batch.map((_, i) => vectors[i]?.length === dimension);
    if (!fits.includes(true)) await this.probe('its vectors have another dimension than the collection.');
    else {
      await this.options.save(
        batch.filter((_, i) => fits[i]),
        vectors.filter((_, i) => fits[i]),
      );
      this.size.worked(batch.length);
      this.refusedInRow = 0;
    }
    batch.forEach((paper, i) => {
      if (fits[i] !== true)
        this.options.fail(paper, `Its vector has ${vectors[i]?.length ?? 0} dimensions; the others have ${dimension}.`);
    });
    return { clean: !fits.includes(false), largest: batch.length };
  }

  private async refuse(paper: PaperText, reason: string): Promise<void> {
    this.refusedInRow += 1;
    if (!this.isAnswering) await this.probe(reason);
    else if (this.refusedInRow >= this.probeAfter) {
      await this.probe(reason);
      this.refusedInRow = 0;
      this.probeAfter *= 2;
    }
    this.options.fail(paper, reason);
  }

  /** Tests whether the API rejects some texts or all. */
  private async probe(reason: string): Promise<void> {
    const answer = await ask(harmless, this.options);
    if ('refused' in answer) throw new EmbeddingsError(`The embedding API rejects every text: ${reason}`);
    const { dimension } = this;
    const found = answer.vectors[0]?.length ?? 0;
    if (dimension === null || found === dimension) return;
    throw new OtherDimensionError(found, dimension);
  }
}

function merge(into: Outcome, other: Outcome): Outcome {
  into.clean &&= other.clean;
  into.largest = Math.max(into.largest, other.largest);
  return into;
}

function commonLength(vectors: readonly Float32Array[]): number {
  const counts = new Map<number, number>();
  for (const { length } of vectors) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
