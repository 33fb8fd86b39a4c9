/** A collection on the server. */
import { randomUUID } from 'node:crypto';
import { ifMissing, type ChromaHttp } from './http.js';
import { chunks, metadataOf, type ChromaRows } from './records.js';
import { VectorStoreError, type CollectionFacts } from '../types.js';

/** The key in the collection's own metadata that holds the model's name. */
const modelKey = 'model';
/** Rows per page if the page has no vectors. */
export const page = 1_000;

/** A more thorough index than Chroma's default, because it is built once and searched often. */
const configuration = { hnsw: { space: 'l2', ef_construction: 200, ef_search: 400, max_neighbors: 32 } };

interface Description {
  id: string;
  dimension: number | null;
  metadata: Record<string, unknown> | null;
  configuration_json?: Record<string, { space?: string } | null>;
}

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
  void (await http.call('DELETE', pathOf(name)).catch(ifMissing(() => undefined)));

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
  async ask(what: string, body?: unknown): Promise<unknown> {
    const call = async (): Promise<unknown> => {
      const { id } = await this.description();
      return this.http.call(body === undefined ? 'GET' : 'POST', `/collections/${id}/${what}`, body);
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
    await this.http.call('POST', `/collections/${id}/${what}`, body).catch(
      ifMissing(() => {
        this.known = undefined;
        throw new VectorStoreError(`The collection "${this.name}" was recreated by another program.`);
      }),
    );
  }

  async count(): Promise<number> {
    return Number(await this.ask('count'));
  }

  async facts(): Promise<CollectionFacts> {
    return (await this.look()).facts;
  }

  /**
   * Reads the collection's current state. The count and the model belong to the same collection, even if another
   * program recreates it meanwhile.
   */
  async look(): Promise<Look> {
    for (;;) {
      const now = await this.now();
      const count = await this.http
        .call('GET', `/collections/${now.id}/count`)
        .then(Number)
        .catch(ifMissing(() => undefined));
      if (count === undefined) continue;
      const facts = { count, dimension: count === 0 ? null : now.dimension, model: modelOf(now) };
      return { id: now.id, dimension: now.dimension, metadata: now.metadata, facts };
    }
  }

  /** @param model null if it is unknown; stored as "" */
  async setModel(model: string | null, of?: Pick<Look, 'id' | 'metadata'>): Promise<void> {
    const { id, metadata } = of ?? (await this.now());
    const own = Object.entries(metadata ?? {}).filter(([key]) => !key.includes(':'));
    await this.http.call('PUT', `/collections/${id}`, {
      new_metadata: { ...Object.fromEntries(own), [modelKey]: model ?? '' },
    });
  }

  async *pages(body: object, size: number): AsyncGenerator<ChromaRows> {
    for (let offset = 0; ; offset += size) {
      const rows = (await this.ask('get', { ...body, limit: size, offset })) as ChromaRows;
      if (rows.ids.length > 0) yield rows;
      if (rows.ids.length < size) return;
    }
  }

  /** Returns the metadata of the ids that exist. */
  async metadata(ids: readonly string[]): Promise<Map<string, Record<string, string>>> {
    const found = new Map<string, Record<string, string>>();
    for (const some of chunks([...new Set(ids)], page)) {
      const rows = (await this.ask('get', { ids: some, include: ['metadatas'] })) as ChromaRows;
      rows.ids.forEach((id, i) => found.set(id, metadataOf(rows.metadatas?.[i])));
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
    await this.http.call('PUT', `/collections/${id}`, { new_name: away }).catch(ifMissing(() => undefined));
    await dropCollection(this.http, away);
    this.known = this.make(modelNote(model));
    const made = await this.known;
    return { id: made.id, model: modelOf(made) };
  }

  private async now(): Promise<Description> {
    await this.description();
    this.known = this.http
      .call('GET', pathOf(this.name))
      .catch(ifMissing(() => this.make(null))) as Promise<Description>;
    return this.known;
  }

  private async make(metadata: Record<string, unknown> | null): Promise<Description> {
    const body = { name: this.name, get_or_create: true, configuration, metadata };
    const made = (await this.http.call('POST', '/collections', body)) as Description;
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
