/** A collection on the server. */
import { randomUUID } from 'node:crypto';
import { say, type Sentence } from '../../../base/language/sentence.js';
import { countIn, descriptionIn, rowsIn, type Asked, type ChromaRows, type Description } from './answers.js';
import { ifMissing, ignored, type ChromaHttp } from './http.js';
import { chunks, metadataOf } from './records.js';
import { VectorStoreError, type CollectionFacts } from '../types.js';

/** The key in the collection's own metadata that holds the model's name. */
const modelKey = 'model';
/** Rows per page if the page has no vectors. */
export const page = 1_000;

/** A more thorough index than Chroma's default, because it is built once and searched often. */
const configuration = { hnsw: { space: 'l2', ef_construction: 200, ef_search: 400, max_neighbors: 32 } };

/** Tries to read a collection that other programs keep recreating. */
const mostTries = 10;

/** A snapshot of a collection. Chroma keeps `dimension` even if the collection is empty. */
interface Look extends Pick<Description, 'id' | 'dimension' | 'metadata'> {
  facts: CollectionFacts;
}

/** Returns null for "": the model is unknown. */
function modelOf({ metadata }: Description): string | null {
  const model = metadata?.[modelKey];
  return typeof model === 'string' && model !== '' ? model : null;
}

const modelNote = (model: string | null): Record<string, string> | null =>
  model === null ? null : { [modelKey]: model };

const pathOf = (name: string): string => `/collections/${encodeURIComponent(name)}`;

/** Does not fail if the collection is missing. */
export const dropCollection = async (http: ChromaHttp, name: string): Promise<void> =>
  http.call({ method: 'DELETE', path: pathOf(name), read: ignored }).catch(ifMissing(ignored));

interface Question<Answer> {
  body?: unknown;
  read: (answer: unknown) => Answer;
}

export class RemoteCollection {
  private known: Promise<Description> | undefined;

  constructor(
    readonly name: string,
    readonly http: ChromaHttp,
  ) {}

  /** Creates the collection if it is missing. Returns the cached description. */
  description(): Promise<Description> {
    this.known ??= this.make(null);
    this.known.catch(() => (this.known = undefined));
    return this.known;
  }

  /** Addresses the collection by its id. The id changes if another program recreates the collection. */
  async ask<Answer>(what: string, { body, read }: Question<Answer>): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST';
    const call = async (): Promise<Answer> => {
      const { id } = await this.description();
      return this.http.call({ method, path: `/collections/${id}/${what}`, body, read });
    };
    return call().catch(
      ifMissing(() => {
        this.known = undefined;
        return call();
      }),
    );
  }

  /** Like `ask`, but for this id only: fails if another program has recreated the collection. */
  async askOf(id: string, what: string, body: unknown): Promise<void> {
    await this.http.call({ method: 'POST', path: `/collections/${id}/${what}`, body, read: ignored }).catch(
      ifMissing(() => {
        this.known = undefined;
        throw new VectorStoreError(`The collection "${this.name}" was recreated by another program.`);
      }),
    );
  }

  count(): Promise<number> {
    return this.ask('count', { read: countIn });
  }

  async facts(): Promise<CollectionFacts> {
    return (await this.look()).facts;
  }

  /**
   * Reads the collection's current state. The count and the model belong to the same collection, even if another
   * program recreates it meanwhile.
   */
  async look(): Promise<Look> {
    for (let tries = mostTries; tries > 0; tries--) {
      const now = await this.now();
      const count = await this.http
        .call({ method: 'GET', path: `/collections/${now.id}/count`, read: countIn })
        .catch(ifMissing(() => undefined));
      if (count === undefined) continue;
      const facts = { count, dimension: count === 0 ? null : now.dimension, model: modelOf(now) };
      return { id: now.id, dimension: now.dimension, metadata: now.metadata, facts };
    }
    throw this.keepsChanging();
  }

  keepsChanging(): VectorStoreError {
    return new VectorStoreError(
      `Other programs keep recreating the collection "${this.name}" at ${this.http.address}. Try again later.`,
    );
  }

  /** @param model null if it is unknown; stored as "" */
  async setModel(model: string | null, of?: Pick<Look, 'id' | 'metadata'>): Promise<void> {
    const { id, metadata } = of ?? (await this.now());
    const own = Object.entries(metadata ?? {}).filter(([key]) => !key.includes(':'));
    const body = { new_metadata: { ...Object.fromEntries(own), [modelKey]: model ?? '' } };
    await this.http.call({ method: 'PUT', path: `/collections/${id}`, body, read: ignored });
  }

  /** @throws VectorStoreError also if there are more rows than the server counts */
  async *pages(asked: Omit<Asked, 'limit'> & { where?: object }, size: number): AsyncGenerator<ChromaRows> {
    let most = asked.ids?.length ?? (await this.count());
    for (let offset = 0; ; offset += size) {
      if (offset > most && asked.ids === undefined) most = await this.count();
      if (offset > most) throw new VectorStoreError(this.tooMany(most));
      const rows = await this.rows({ ...asked, limit: size, offset });
      if (rows.ids.length > 0) yield rows;
      if (rows.ids.length < size) return;
    }
  }

  rows(asked: Asked & { where?: object; offset?: number }): Promise<ChromaRows> {
    return this.ask('get', { body: asked, read: (answer) => rowsIn(answer, asked) });
  }

  private tooMany(most: number): Sentence {
    const what = `more records than the ${most} that it counts`;
    return say('papers.vectors_wrong', { address: this.http.address, call: 'get', what });
  }

  /** Returns the metadata of the ids that exist. */
  async metadata(ids: readonly string[]): Promise<Map<string, Record<string, string>>> {
    const found = new Map<string, Record<string, string>>();
    for (const some of chunks([...new Set(ids)], page)) {
      const rows = await this.rows({ ids: some, include: ['metadatas'], limit: some.length });
      rows.ids.forEach((id, i) => found.set(id, metadataOf(rows.metadatas[i])));
    }
    return found;
  }

  /** Drops all records and the dimension. */
  async remake(model: string | null): Promise<void> {
    await dropCollection(this.http, this.name);
    this.known = this.make(modelNote(model));
    await this.known;
  }

  /**
   * Replaces the empty collection with this id by a new one with this model. If several programs do this at once, the
   * first one wins: Chroma has no transactions, so each program could note another model.
   * @returns the collection that exists now
   */
  async makeAgain(id: string, model: string | null): Promise<{ id: string; model: string | null }> {
    // Chroma renames by id but deletes only by name. A collection that another program has created meanwhile has
    // another id.
    const away = `${this.name.slice(0, 32)}-${randomUUID()}`;
    const renamed = { method: 'PUT', path: `/collections/${id}`, body: { new_name: away }, read: ignored } as const;
    await this.http.call(renamed).catch(ifMissing(ignored));
    await dropCollection(this.http, away);
    this.known = this.make(modelNote(model));
    const made = await this.known;
    return { id: made.id, model: modelOf(made) };
  }

  private async now(): Promise<Description> {
    await this.description();
    this.known = this.http
      .call({ method: 'GET', path: pathOf(this.name), read: descriptionIn })
      .catch(ifMissing(() => this.make(null)));
    return this.known;
  }

  private async make(metadata: Record<string, unknown> | null): Promise<Description> {
    const body = { name: this.name, get_or_create: true, configuration, metadata };
    const made = await this.http.call({ method: 'POST', path: '/collections', body, read: descriptionIn });
    const spaces = Object.values(made.configuration_json ?? {}).flatMap((index) => index?.space ?? []);
    const other = spaces.find((space) => space !== 'l2');
    if (other !== undefined)
      throw new VectorStoreError(
        `The collection "${this.name}" uses the distance "${other}" instead of Euclidean (l2): ` +
          'another program created it.',
      );
    return made;
  }
}
