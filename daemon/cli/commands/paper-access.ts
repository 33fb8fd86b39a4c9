/** The papers: through the daemon where it runs, else by ourselves. */
import { createReadStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FormData } from 'undici';
import type { PaperImport, PaperQuery, PaperService, PaperStatus } from '../../../http/resources/papers/service.js';
import { systemClock } from '../../../workers/base/ports.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import { paperSecrets } from '../../papers/secrets.js';
import { runningDaemon, type DaemonClient } from '../daemon-client.js';
import type { Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { withLog } from '../working-log.js';

type Found = Awaited<ReturnType<PaperService['search']>>;
export type Embeddings = Awaited<ReturnType<PaperService['exportEmbeddings']>>;

/** What a daemon and we ourselves can do. */
export interface PaperAccess {
  status(): Promise<PaperStatus>;
  search(query: PaperQuery): Promise<Found>;
  import(path: string, format: PaperFormat): Promise<PaperImport>;
  /** Resolves when all is embedded that can be. */
  embed(all: boolean): Promise<PaperStatus>;
  exportEmbeddings(conference: string, year: number): Promise<Embeddings>;
  importEmbeddings(data: Embeddings, conference: string, year: number): Promise<number>;
}

/** How often a daemon is asked how far it is, in milliseconds. */
const askEvery = 1000;

function overHttp({ ask }: DaemonClient): PaperAccess {
  const status = async (): Promise<PaperStatus> => (await ask<{ status: PaperStatus }>('/papers')).status;
  const slice = (conference: string, year: number): string =>
    `/papers/embeddings?${new URLSearchParams({ conference, year: String(year) }).toString()}`;
  return {
    status,
    search: async ({ query: q, limit, distance_threshold: distance }) => {
      const asked = new URLSearchParams({ q, limit: String(limit), distance: String(distance) });
      return (await ask<{ papers: Found }>(`/papers?${asked.toString()}`)).papers;
    },
    async import(path) {
      const form = new FormData();
      form.append('files', await openAsBlob(path), basename(path));
      return ask<PaperImport>('/papers', { method: 'POST', body: form });
    },
    async embed(all) {
      await ask('/papers/embed', { method: 'POST', body: new URLSearchParams({ all: String(all) }) });
      for (;;) {
        await new Promise((done) => setTimeout(done, askEvery));
        const now = await status();
        if (now.state !== 'embedding') return now;
      }
    },
    exportEmbeddings: (conference, year) => ask<Embeddings>(slice(conference, year)),
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

export async function withPapers<Result>(
  invocation: Invocation,
  work: (access: PaperAccess) => Promise<Result>,
): Promise<Result> {
  const settings = await loadSettings(invocation);
  const daemon = await runningDaemon(settings);
  if (daemon !== undefined) return work(overHttp(daemon));
  return withLog(settings, async (log) => {
    for (const secret of paperSecrets(settings.current)) log.redact(secret);
    const [{ Papers }, { Jobs }, { createEvents }] = await Promise.all([
      import('../../papers/papers.js'),
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
    });
    try {
      return await work({
        status: () => papers.status(),
        search: (query) => papers.search(query),
        import: async (path, format) =>
          papers.import({ bytes: createReadStream(path), format, size: (await stat(path)).size }, basename(path)),
        embed: (all) => papers.embedNow(all),
        exportEmbeddings: (conference, year) => papers.exportEmbeddings(conference, year),
        importEmbeddings: (data, conference, year) => papers.importEmbeddings(data, conference, year),
      });
    } finally {
      await papers.stop();
    }
  });
}
