/** A collection as its server has it. */
import { randomUUID } from 'node:crypto';
import { ifMissing, type ChromaHttp } from './http.js';
import { chunks, metadataOf, type ChromaRows } from './records.js';
import { VectorStoreError, type CollectionFacts } from '../types.js';

/** The key of the collection's own metadata that names the model. */
const modelKey = 'model';
/** Rows a page, without their vectors. */
export const page = 1_000;

/** A more thorough index than Chroma's default: it is built once and asked often. */
const configuration = { hnsw: { space: 'l2', ef_construction: 200, ef_search: 400, max_neighbors: 32 } };

interface Description {
  id: string;
  dimension: number | null;
  metadata: Record<string, unknown> | null;
  configuration_json?: Record<string, { space?: string } | null>;
}

/** One look at a collection. `dimension`: what Chroma has noted, also of one that is empty. */
interface Look extends Pick<Description, 'id' | 'dimension' | 'metadata'> {
  facts: CollectionFacts;
}

/** "": nobody knows which. */
function modelOf({ metadata }: Description): string | null {
  const model = metadata?.[modelKey];
  return typeof model === 'string' && model !== '' ? model : null;
}

const modelNote = (model: string | null): Record<string, string> | null =>
  model === null ? null : { [modelKey]: model };

const pathOf = (name: string): string => `/collections/${encodeURIComponent(name)}`;

/** None of that name is fine. */
export const dropCollection = async (http: ChromaHttp, name: string): Promise<void> =>
  void (await http.call('DELETE', pathOf(name)).catch(ifMissing(() => undefined)));

export class RemoteCollection {
  private known: Promise<Description> | undefined;

  constructor(
    readonly name: string,
    readonly http: ChromaHttp,
  ) {}

  /** Made where it is missing; as it was when it was last looked at. */
  description(): Promise<Description> {
    this.known ??= this.make(null);
    this.known.catch(() => (this.known = undefined));
    return this.known;
  }

  /** Asks the collection by its id, which changes when somebody makes it anew. */
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

  /** As `ask`, of the one with this id: fails where somebody has made the collection again since. */
  async askOf(id: string, what: string, body: unknown): Promise<void> {
    await this.http.call('POST', `/collections/${id}/${what}`, body).catch(
      ifMissing(() => {
        this.known = undefined;
        throw new VectorStoreError(`The collection "${this.name}" was made again meanwhile.`);
      }),
    );
  }

  async count(): Promise<number> {
    return Number(await this.ask('count'));
  }

  async facts(): Promise<CollectionFacts> {
    return (await this.look()).facts;
  }

  /** The collection as it is now. The count is of the same one as the model, whoever makes it again meanwhile. */
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

  /** @param model null: nobody knows which, as "" */
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

  /** Metadata of those that are there. */
  async metadata(ids: readonly string[]): Promise<Map<string, Record<string, string>>> {
    const found = new Map<string, Record<string, string>>();
    for (const some of chunks([...new Set(ids)], page)) {
      const rows = (await this.ask('get', { ids: some, include: ['metadatas'] })) as ChromaRows;
      rows.ids.forEach((id, i) => found.set(id, metadataOf(rows.metadatas?.[i])));
    }
    return found;
  }

  /** Drops all that it held, and its dimension. */
  async remake(model: string | null): Promise<void> {
    await dropCollection(this.http, this.name);
    this.known = this.make(modelNote(model));
    await this.known;
  }

  /**
   * Makes it again in place of the empty one with this id, with its model. If several programs do this at once, the
   * first one makes it: Chroma has no transactions, and would let each of them note another model.
   * @returns the one that is there now
   */
  async makeAgain(id: string, model: string | null): Promise<{ id: string; model: string | null }> {
    // Chroma renames by id and deletes by name only. What another program has made meanwhile has another id.
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
        `The collection "${this.name}" measures by "${other}", not by Euclidean distance (l2); ` +
          'another program made it.',
      );
    return made;
  }
}
