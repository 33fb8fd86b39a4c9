/** The operations on one collection of a Chroma server. */
import { say } from '../../../base/language/sentence.js';
import { createMutex } from '../../../base/async/mutex.js';
import { checkRecords, checkVector, type CheckedRecord } from '../check-records.js';
import { chromaNearest } from './nearest.js';
import { hitsIn } from './answers.js';
import { ignored } from './http.js';
import { batches, chunks, metadataBody, metadataOf, recordsOf, upsertBody } from './records.js';
import { page, type RemoteCollection } from './remote-collection.js';
import { chromaWhere } from './where.js';
import {
  VectorStoreError,
  type CollectionFacts,
  type Hit,
  type Metadata,
  type Nearest,
  type OfModel,
  type Restriction,
  type VectorCollection,
  type VectorRecord,
  type Where,
  type Within,
} from '../types.js';
import { modelToNote, OtherModelError, sameModel } from '../model.js';
import { matcher, readWhere } from '../where.js';

/** Rows per page if the page includes vectors. */
const vectorPage = 250;

export class ChromaCollection implements VectorCollection {
  readonly name: string;
  private readonly changes = createMutex();

  /** @param run wraps each operation, so that the store knows when it may close */
  constructor(
    private readonly remote: RemoteCollection,
    private readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>,
  ) {
    this.name = remote.name;
  }

  async open(): Promise<void> {
    await this.remote.description();
  }

  facts(): Promise<CollectionFacts> {
    return this.run(() => this.remote.facts());
  }

  upsert(records: readonly VectorRecord[], coming: OfModel = {}): Promise<void> {
    return this.change(async () => {
      const checked = await this.check(records);
      if (checked.length > 0) await this.write(checked, await this.note(0, coming));
    });
  }

  ids(where?: Where): Promise<string[]> {
    return this.run(() => this.matching({ where }));
  }

  get(ids: readonly string[], { embeddings = false }: { embeddings?: boolean } = {}): Promise<VectorRecord[]> {
    return this.run(async () => {
      const found = new Map<string, VectorRecord>();
      const include = ['documents', 'metadatas', ...(embeddings ? ['embeddings'] : [])];
      for (const some of chunks([...new Set(ids)], embeddings ? vectorPage : page)) {
        const rows = await this.remote.rows({ ids: some, include, limit: some.length });
        for (const record of recordsOf(rows)) found.set(record.id, record);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    });
  }

  nearest(embedding: ArrayLike<number>, options: Nearest): Promise<Hit[]> {
    return this.run(async () => {
      readWhere(options.where ?? {});
      const { count, dimension } = await this.remote.facts();
      const query = checkVector(embedding, dimension ?? embedding.length, 'The query');
      if (count === 0) return [];
      const candidates = await this.candidates(options);
      const { limit = Infinity, radius = Infinity } = options;
      const known = candidates && new Set(candidates);
      return chromaNearest({
        query,
        candidates,
        total: candidates?.length ?? count,
        limit,
        radius,
        ask: (n_results) => {
          const ids = candidates && { ids: candidates };
          const body = { query_embeddings: [[...query]], n_results, include: ['distances'], ...ids };
          const read = (answer: unknown) => hitsIn(answer, { limit: n_results, candidates: known });
          return this.remote.ask('query', { body, read });
        },
        fetch: (ids) => this.remote.pages({ include: ['embeddings'], ...(ids && { ids }) }, vectorPage),
      });
    });
  }

  async within(embedding: ArrayLike<number>, options: Within): Promise<string[]> {
    return (await this.nearest(embedding, options)).map(({ id }) => id);
  }

  count(options: Restriction = {}): Promise<number> {
    return this.run(async () => (await this.candidates(options))?.length ?? this.remote.count());
  }

  updateMetadata(changes: ReadonlyMap<string, Metadata>): Promise<number> {
    return this.change(async () => {
      const existing = await this.existing([...changes.keys()]);
      const changed = existing.filter((id) => Object.keys(changes.get(id) ?? {}).length > 0);
      for (const ids of chunks(changed, page)) {
        const metadatas = ids.map((id) => metadataBody(changes.get(id) as Metadata));
        await this.remote.ask('update', { body: { ids, metadatas }, read: ignored });
      }
      return existing.length;
    });
  }

  delete(ids: readonly string[]): Promise<number> {
    return this.change(() => this.remove(ids));
  }

  replace(where: Where, records: readonly VectorRecord[], coming: OfModel = {}): Promise<void> {
    return this.change(async () => {
      const checked = await this.check(records);
      const former = await this.matching({ where });
      if (checked.length > 0) await this.write(checked, await this.note(former.length, coming));
      const come = new Set(checked.map(({ id }) => id));
      await this.remove(former.filter((id) => !come.has(id)));
    });
  }

  clear({ model = null }: { model?: string | null } = {}): Promise<void> {
    return this.change(() => this.remote.remake(model));
  }

  private change<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.run(() => this.changes.run(work));
  }

  /** Returns the ids that match, or undefined if every record matches. */
  private async candidates({ where = {}, ids }: Restriction): Promise<string[] | undefined> {
    const condition = readWhere(where);
    const translated = chromaWhere(condition);
    if (translated === false) return [];
    if (translated === true && !ids) return undefined;
    const holds = translated === undefined ? matcher(condition) : () => true;
    const asked = {
      include: translated === undefined ? ['metadatas'] : [],
      ...(typeof translated === 'object' && { where: translated }),
    };
    const found: string[] = [];
    for (const some of ids ? chunks([...new Set(ids)], page) : [undefined]) {
      for await (const rows of this.remote.pages({ ...asked, ...(some && { ids: some }) }, page)) {
        found.push(...rows.ids.filter((_, i) => holds(metadataOf(rows.metadatas[i]))));
      }
    }
    return found;
  }

  private async matching(options: Restriction): Promise<string[]> {
    const found = await this.candidates(options);
    if (found) return found;
    const all: string[] = [];
    for await (const rows of this.remote.pages({ include: [] }, page)) all.push(...rows.ids);
    return all;
  }

  private async existing(ids: readonly string[]): Promise<string[]> {
    return [...(await this.remote.metadata(ids)).keys()];
  }

  private async check(records: readonly VectorRecord[]): Promise<CheckedRecord[]> {
    const { id, facts, dimension: former } = await this.remote.look();
    const checked = checkRecords(records, facts.dimension);
    // Chroma keeps a collection's dimension even if the collection is empty.
    if (checked[0] && facts.count === 0 && ![null, checked[0].embedding.length].includes(former))
      await this.remote.makeAgain(id, facts.model);
    return checked;
  }

  /**
   * @param going how many of the collection's records are replaced
   * @returns the id of the collection that has the model noted; undefined if the caller does not check the model
   */
  private async note(going: number, coming: OfModel): Promise<string | undefined> {
    if (coming.model === undefined) return undefined;
    for (let tries = 10; tries > 0; tries--) {
      const look = await this.remote.look();
      const { count, model } = look.facts;
      const noted = modelToNote(this.name, { count: count - going, model }, coming);
      if (noted === undefined) return look.id;
      if (count > 0 || noted === null) {
        await this.remote.setModel(noted, look);
        return look.id;
      }
      const made = await this.remote.makeAgain(look.id, noted);
      if (made.model !== null && sameModel(made.model, noted)) return made.id;
      if (made.model !== null) throw new OtherModelError(this.name, made.model, noted);
    }
    throw this.remote.keepsChanging();
  }

  /** @param id of the collection with the noted model: another program may have recreated it with another model */
  private async write(checked: readonly CheckedRecord[], id: string | undefined): Promise<void> {
    const limits = await this.remote.http.limits();
    for (const batch of batches(checked, limits)) {
      const former = await this.remote.metadata(batch.map((record) => record.id));
      const body = upsertBody(batch, former, limits);
      if (id === undefined) await this.remote.ask('upsert', { body, read: ignored });
      else await this.remote.askOf(id, 'upsert', body);
      await this.verify(batch);
    }
  }

  /** Danger: a paper is noted as embedded after this, so the server's word is not enough. */
  private async verify(batch: readonly CheckedRecord[]): Promise<void> {
    const ids = batch.map(({ id }) => id);
    const rows = await this.remote.rows({ ids, include: ['documents'], limit: ids.length });
    const stored = new Map(rows.ids.map((id, n) => [id, rows.documents[n] ?? '']));
    const lost = batch.filter(({ id, document }) => stored.get(id) !== document.toWellFormed());
    if (lost[0] === undefined) return;
    const facts = { address: this.remote.http.address, number: String(lost.length), id: lost[0].id };
    throw new VectorStoreError(say('papers.vectors_forgot', facts));
  }

  private async remove(ids: readonly string[]): Promise<number> {
    const existing = await this.existing(ids);
    for (const some of chunks(existing, page)) await this.remote.ask('delete', { body: { ids: some }, read: ignored });
    return existing.length;
  }
}
