/** Access to the papers: through the daemon if it runs, otherwise directly. */
import type {
  CountQuery,
  LikeQuery,
  PaperCounts,
  PaperImport,
  PaperQuery,
  PapersCheck,
  PaperService,
  PapersLike,
  PaperStatus,
} from '../../../http/papers/papers/service.js';
import type { DuplicateGroup, ImportRecord, PaperChangeService, Undone } from '../../../http/papers/changes/service.js';
import { searchQuery } from '../../../http/papers/papers/address.js';
import { mediaTypeOf } from '../../../http/papers/papers/media-types.js';
import { filterQuery } from '../../../http/papers/saved/address.js';
import type { SavedListView, SavedPaperView } from '../../../http/papers/saved/service.js';
import { mostHeaderBytes } from '../../../http/response/client-error.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import { systemClock } from '../../../workers/base/ports.js';
import { jsonPieces } from '../../../workers/base/text/json-pieces.js';
import type { Told } from '../../../workers/papers/ingest/guess-from-name.js';
import type { DeletedPapers, MergedPapers, PapersToDelete } from '../../../workers/papers/sql/results.js';
import type { Paper } from '../../../workers/papers/types.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import type { SavedSource } from '../saved.js';
import { isServerUnset } from '../server.js';
import { settingSecrets } from '../secrets.js';
import type { DaemonClient } from '../../cli/daemon-client.js';
import { runningDaemon } from '../../cli/running-daemon.js';
import type { Invocation } from '../../cli/invocation.js';
import { loadSettings } from '../../cli/load-settings.js';
import { withLog } from '../../cli/working-log.js';
import { alertsOf, alertsOverHttp, type AlertAccess } from './alert-access.js';

type Found = Awaited<ReturnType<PaperService['search']>>;
export type Embeddings = Awaited<ReturnType<PaperService['exportEmbeddings']>>;
type WriteEmbeddings = (json: AsyncIterable<string | Uint8Array>, count: number) => Promise<void>;

/** A source of papers that a command imports. */
export interface CommandSource {
  bytes: AsyncIterable<Uint8Array>;
  format: PaperFormat;
  size?: number;
  filename: string;
  folder: string;
  given: Told;
}

/** The operations that both the daemon and this process can do. */
export interface PaperAccess {
  status(): Promise<PaperStatus>;
  search(query: PaperQuery): Promise<Found>;
  like(query: LikeQuery): Promise<PapersLike>;
  record(uid: string): Promise<Paper>;
  counts(query: CountQuery): Promise<PaperCounts>;
  check(): Promise<PapersCheck>;
  saved: SavedSource;
  import(source: CommandSource): Promise<PaperImport>;
  /** Imports and deletions. */
  changes: Pick<PaperChangeService, 'list' | 'undo' | 'delete' | 'duplicates' | 'merge'>;
  alerts: AlertAccess;
  /** Resolves when every paper that can be embedded is embedded. */
  embed(all: boolean): Promise<PaperStatus>;
  /** Passes the embeddings to `write` as JSON, with their number. */
  exportEmbeddings(conference: string, year: number, write: WriteEmbeddings): Promise<void>;
  importEmbeddings(data: Embeddings, conference: string, year: number): Promise<number>;
}

/** Milliseconds between two progress requests to the daemon. */
const askEvery = 1000;

function overHttp({ ask, receive }: DaemonClient): Omit<PaperAccess, 'alerts'> {
  const status = async (): Promise<PaperStatus> => (await ask<{ status: PaperStatus }>('/papers')).status;
  const slice = (conference: string, year: number): string =>
    `/papers/embeddings?${new URLSearchParams({ conference, year: String(year) }).toString()}`;
  return {
    status,
    search: async ({ query: q, limit, distance_threshold: distance, ...lists }) => {
      const asked = askedOf({ q, limit: String(limit), distance: String(distance) }, lists);
      const { papers, by, why, is_whole } = await ask<Found>(`/papers?${asked}`);
      return { papers, by, why, is_whole };
    },
    like: async ({ uid, limit, ...lists }) => {
      const asked = askedOf({ uid, limit: String(limit) }, lists);
      const { paper, papers, by, why, is_whole } = await ask<PapersLike>(`/papers/like?${asked}`);
      return { paper, papers, by, why, is_whole };
    },
    record: async (uid) => (await ask<{ paper: Paper }>(`/papers/record?${askedOf({ uid })}`)).paper,
    counts: async ({ query: q, ...lists }) => {
      const { papers, years, conferences, is_whole } = await ask<PaperCounts>(
        `/papers/counts?${askedOf({ q }, lists)}`,
      );
      return { papers, years, conferences, is_whole };
    },
    check: async () => {
      const { papers, saved, embedded, vectors, facts, problems } = await ask<PapersCheck>('/papers/check');
      return { papers, saved, embedded, vectors, facts, problems };
    },
    saved: savedOverHttp(ask),
    import: (what) => importOverHttp(ask, what),
    changes: changesOverHttp(ask),
    async embed(all) {
      await ask('/papers/embed', { method: 'POST', body: new URLSearchParams({ all: String(all) }) });
      for (;;) {
        await new Promise((done) => setTimeout(done, askEvery));
        const now = await status();
        if (now.state !== 'embedding') return now;
      }
    },
    exportEmbeddings: (conference, year, write) =>
      receive(slice(conference, year), async (answer) => {
        const count = answer.headers['tonstift-embeddings'];
        if (count === undefined)
          throw new TonstiftError('not_now', 'The daemon has another version. Restart it, then try again.');
        await write(answer, Number(count));
      }),
    importEmbeddings: async (data, conference, year) =>
      (
        await ask<{ imported: number }>(slice(conference, year), {
          method: 'POST',
          body: JSON.stringify(data),
          headers: { 'content-type': 'application/json' },
        })
      ).imported,
  };
}

async function importOverHttp(
  ask: DaemonClient['ask'],
  { bytes, format, filename, folder, given }: Parameters<PaperAccess['import']>[0],
): Promise<PaperImport> {
  const asked = new URLSearchParams({ filename: filename.slice(-200), folder: folder.slice(-200) });
  for (const [name, value] of Object.entries(given)) asked.set(name, String(value));
  const request = { method: 'POST', headers: { 'content-type': mediaTypeOf(format) }, body: bytes } as const;
  const answer = await ask<PaperImport & { success: true }>(`/papers?${asked.toString()}`, request);
  const { success: _success, ...imported } = answer;
  return imported;
}

const savedOverHttp = (ask: DaemonClient['ask']): SavedSource => ({
  lists: async () => (await ask<{ lists: SavedListView[] }>('/papers/saved')).lists,
  async *all(filter) {
    const query = filterQuery(filter);
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await ask<{ saved: SavedPaperView[]; pages: number }>(`/papers/saved?page=${page}&${query}`);
      yield* found.saved;
      pages = found.pages;
    }
  },
});

function changesOverHttp(ask: DaemonClient['ask']): PaperAccess['changes'] {
  const post = <Done>(path: string, fields: [string, string][]): Promise<Done> =>
    ask<Done>(path, { method: 'POST', body: new URLSearchParams(fields) });
  const fieldsOf = (what: PapersToDelete): [string, string][] =>
    'uids' in what
      ? what.uids.map((uid) => ['uid', uid])
      : [
          ['conference', what.conference],
          ['year', String(what.year)],
        ];
  return {
    list: async () => (await ask<{ imports: ImportRecord[] }>('/papers/imports')).imports,
    async undo(given) {
      const { id, deleted, restored, kept, kept_titles, saved } = await post<Undone>('/papers/undo', [
        ['id', String(given)],
      ]);
      return { id, deleted, restored, kept, kept_titles, saved };
    },
    async delete(what) {
      const { id, deleted, saved } = await post<DeletedPapers>('/papers/delete', fieldsOf(what));
      return { id, deleted, saved };
    },
    duplicates: async () => (await ask<{ groups: DuplicateGroup[] }>('/papers/duplicates')).groups,
    async merge(uids) {
      const fields = uids.map((uid): [string, string] => ['uid', uid]);
      const { id, groups, deleted, saved } = await post<MergedPapers>('/papers/duplicates', fields);
      return { id, groups, deleted, saved };
    },
  };
}

/** Builds the query string of a request. */
function askedOf(...given: Parameters<typeof searchQuery>): string {
  const text = searchQuery(...given);
  // The headers need some of it.
  const most = mostHeaderBytes - 4096;
  if (text.length > most) throw new TonstiftError('bad_field', say('error.headers_long', { most }));
  return text;
}

export async function withPapers<Result>(
  invocation: Invocation,
  work: (access: PaperAccess) => Promise<Result>,
): Promise<Result> {
  const settings = await loadSettings(invocation);
  const daemon = await runningDaemon(settings);
  if (daemon !== undefined) return work({ ...overHttp(daemon), alerts: alertsOverHttp(daemon) });
  return withLog(settings, async (log) => {
    for (const secret of settingSecrets(settings.current)) log.redact(secret);
    const [{ Papers }, { Jobs }, { createEvents }] = await Promise.all([
      import('../papers.js'),
      import('../../jobs.js'),
      import('../../events.js'),
    ]);
    const events = createEvents();
    const papers = new Papers({
      settings: () => settings.current,
      data: settings.places.data,
      jobs: new Jobs(events, 1),
      events,
      clock: systemClock,
      log: log.area('papers'),
      byHand: true,
      hasDefaultServer: () => isServerUnset(settings.sources),
    });
    try {
      return await work({
        status: () => papers.status(),
        search: (query) => papers.search(query),
        like: (query) => papers.like(query),
        record: (uid) => papers.record(uid),
        counts: (query) => papers.counts(query),
        check: () => papers.check(),
        saved: papers.saved,
        changes: papers.changes,
        alerts: alertsOf(papers, settings.places),
        import: ({ filename, folder, ...source }) =>
          papers.import({ ...source, name: [folder, filename].filter((part) => part !== '').join('/') }, filename),
        embed: (all) => papers.embedNow(all),
        async exportEmbeddings(conference, year, write) {
          const data = await papers.exportEmbeddings(conference, year);
          await write(jsonPieces(data), data.ids.length);
        },
        importEmbeddings: (data, conference, year) => papers.importEmbeddings(data, conference, year),
      });
    } finally {
      await papers.stop();
    }
  });
}
