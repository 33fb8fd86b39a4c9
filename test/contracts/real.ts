/** The real services in a folder of their own, put together as the daemon does; the one place that knows how. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { FieldName } from '../../config/fields.js';
import type { Settings } from '../../config/settings.js';
import { DeletedAlbums } from '../../daemon/features/deleted/deleted.js';
import { Rearranging } from '../../daemon/features/rearrange/rearrange.js';
import type { JoinPlace, SplitPart } from '../../workers/library/types.js';
import { Backups } from '../../daemon/features/backup/backups.js';
import { Arrivals } from '../../daemon/features/arrivals/arrivals.js';
import { createEvents } from '../../daemon/events.js';
import { Jobs } from '../../daemon/jobs.js';
import { createLog, type DaemonLog } from '../../daemon/log/log.js';
import { createLogWriter } from '../../daemon/log/log-writer.js';
import { Papers } from '../../daemon/papers/papers.js';
import { openPens } from '../../daemon/pens/open-pens.js';
import { LastOrder } from '../../daemon/print/last-order.js';
import { Prints } from '../../daemon/print/prints.js';
import { KeptFiles } from '../../daemon/features/try/kept-files.js';
import { TestSheetFile } from '../../daemon/features/try/test-sheet-file.js';
import { PenSessions } from '../../daemon/features/try/pen-sessions.js';
import { settingsService } from '../../daemon/settings/service.js';
import { openLibrary, type OpenLibrary } from '../../daemon/library/open-library.js';
import { systemClock } from '../../workers/base/ports.js';
import { simulatePen } from '../../workers/pen/simulate.js';
import { createPrintRenderer } from '../../workers/print/renderer.js';
import { until } from '../support/patience.js';
import { startEmbeddingServer } from '../support/embedding-server.js';
import { testSettings } from '../support/settings.js';
// Loaded here: jest fails where two of these are loaded at once for the first time, as the papers do.
import '../../workers/papers/embeddings/manager.js';
import '../../workers/papers/database-manager.js';
import type { OpenedAlbums } from './album-kit.js';
import type { OpenedArrivals } from './arrivals.js';
import type { OpenedBackups } from './backups.js';
import type { OpenedConfig } from './config.js';
import type { OpenedDeleted } from './deleted.js';
import { sound, type Told } from './kit.js';
import type { OpenedPapers } from './papers.js';
import type { OpenedPens } from './pens.js';
import type { OpenedPrints } from './print.js';
import type { OpenedTries } from './tries.js';

interface Home {
  folder: string;
  settings: Settings;
  log: DaemonLog;
  /** Runs last to first. */
  end: (() => Promise<void>)[];
  close: () => Promise<void>;
}

async function home(flags: (folder: string) => Partial<Record<FieldName, string>> = () => ({})): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-contract-'));
  const settings = testSettings(folder, { library_path: join(folder, 'library'), ...flags(folder) });
  const console = new PassThrough().resume() as unknown as NodeJS.WriteStream;
  const log = createLog(settings.current.log_level, (trouble) => createLogWriter({ console, style: 'plain' }, trouble));
  const end = [() => rm(folder, { recursive: true, force: true }), () => log.close()];
  const close = async (): Promise<void> => {
    for (const one of end.splice(0).reverse()) await one();
  };
  return { folder, settings, log, end, close };
}

async function libraryIn({ settings, log, end }: Home): Promise<OpenLibrary & { published: Told[] }> {
  const opened = await openLibrary({ settings, log, purpose: 'a contract' });
  end.push(() => opened.disposables.run());
  const published: Told[] = [];
  opened.events.subscribe((event) => published.push(event));
  return { ...opened, published };
}

export async function realAlbums(): Promise<OpenedAlbums> {
  const at = await home();
  const opened = await libraryIn(at);
  const { albums, published } = opened;
  const rearranging = new Rearranging({ ...opened, log: at.log.area('library') });
  const service = Object.assign(albums, {
    splits: (oid: number, after?: readonly number[]) => rearranging.splits(oid, after),
    split: (oid: number, parts: readonly SplitPart[]) => rearranging.split(oid, parts),
    join: (oid: number, other: number, place: JoinPlace) => rearranging.join(oid, other, place),
  });
  return { service, folder: at.folder, published, close: at.close };
}

export async function realDeleted(): Promise<OpenedDeleted> {
  const at = await home();
  const opened = await libraryIn(at);
  const { albums, published } = opened;
  const service = new DeletedAlbums({ ...opened, log: at.log.area('library'), clock: systemClock });
  return { service, albums, folder: at.folder, published, close: at.close };
}

export async function realBackups(): Promise<OpenedBackups> {
  const at = await home();
  const opened = await libraryIn(at);
  await opened.albums.upload([await sound(at.folder, 'a.mp3')], undefined);
  const parts = { parts: () => [], clock: systemClock, log: at.log.area('library'), version: '0.0.1-test' };
  const service = new Backups({ ...opened, ...parts });
  return { service, folder: at.folder, close: at.close };
}

export async function realPens(): Promise<OpenedPens> {
  const place = (folder: string, nth: number): string => join(folder, 'pens', String(nth));
  const at = await home((folder) => ({
    pen_paths: [1, 2].map((nth) => place(folder, nth)).join(','),
    pen_detect: 'false',
  }));
  const { folder, end, close } = at;
  const opened = await libraryIn(at);
  const { albums, events, published } = opened;
  const pens = openPens(opened);
  end.push(() => pens.stop());
  events.subscribe(({ type }) => void (type.startsWith('album.') && pens.follow()));
  pens.start();
  const away = (serial: string): string => join(folder, 'away', serial);
  await mkdir(join(folder, 'away'));
  await mkdir(join(folder, 'pens'));
  const mounted = new Map<string, string>();
  const pluggedIn = (serial: string) => pens.list().find((pen) => pen.serial === serial && pen.plugged_in);
  const come = (what: string, is: () => boolean) =>
    until(what, async () => {
      pens.wake();
      return is();
    });
  return {
    service: pens,
    albums,
    folder,
    published,
    async plugIn(serial) {
      const path = place(folder, mounted.size + 1);
      if (existsSync(away(serial))) await rename(away(serial), path);
      else await simulatePen(path, { serial });
      mounted.set(serial, path);
      await come('the pen', () => pluggedIn(serial)?.state === 'ready');
      return pluggedIn(serial)?.id ?? '';
    },
    async unplug(serial) {
      await rename(mounted.get(serial) ?? '', away(serial));
      mounted.delete(serial);
      await come('the pen to be gone', () => pluggedIn(serial) === undefined);
    },
    close,
  };
}

export async function realPrints(): Promise<OpenedPrints> {
  const at = await home();
  const { albums, library, jobs, published } = await libraryIn(at);
  const renderer = createPrintRenderer(systemClock);
  at.end.push(() => renderer.stop());
  const lastOrder = await LastOrder.open(join(at.folder, 'last-print.json'), at.log.area('print'));
  const service = new Prints({ settings: at.settings, library, jobs, renderer, lastOrder });
  return { service, albums, folder: at.folder, published, close: at.close };
}

export async function realTries(): Promise<OpenedTries> {
  const at = await home();
  const { albums } = await libraryIn(at);
  const folder = join(at.folder, 'tries');
  const { current } = at.settings;
  const maxBytes = (): number => current.max_upload_mb * 1e6;
  const kept = new KeptFiles({ folder, maxBytes, clock: systemClock, log: at.log.area('http') });
  const end = kept.start();
  at.end.push(async () => end());
  const testSheet = new TestSheetFile({ folder, kept, language: () => current.pen_language });
  const service = new PenSessions({ albums, kept, testSheet, clock: systemClock });
  return { service, albums, folder: at.folder, close: at.close };
}

export async function realPapers(): Promise<OpenedPapers & { service: Papers }> {
  const api = await startEmbeddingServer({ dimension: 256 });
  const at = await home((folder) => ({
    paper_db: join(folder, 'papers.db'),
    embedding_db: join(folder, 'vectors'),
    llm_backend_url: api.url,
    embedding_model: 'mini',
    requests_per_minute: '0',
    embed_schedule: '',
  }));
  const [events, published]: [ReturnType<typeof createEvents>, Told[]] = [createEvents(), []];
  events.subscribe((event) => published.push(event));
  const jobs = new Jobs(events, 2);
  const service = new Papers({
    settings: () => at.settings.current,
    data: at.folder,
    jobs,
    events,
    clock: systemClock,
    log: at.log.area('papers'),
  });
  at.end.push(
    () => api.close(),
    () => service.stop(),
    () => jobs.stop(),
  );
  return {
    service,
    published,
    away: () => void (api.settings.misbehave = () => ({ status: 401 })),
    async settled() {
      await until('the papers to rest', async () => {
        const { state, waiting } = await service.status();
        return state === 'idle' && waiting === 0;
      });
    },
    close: at.close,
  };
}

export async function realConfig(): Promise<OpenedConfig> {
  const { settings, close } = await home();
  return { service: settingsService(settings), close };
}

export async function realArrivals(): Promise<OpenedArrivals> {
  const { folder, log, end, close } = await home();
  const inbox = join(folder, 'inbox');
  const aside = join(inbox, 'failed', 'a.xyz');
  const parts = { path: join(folder, 'arrivals.json'), inbox, clock: systemClock, events: createEvents(), log };
  const replace = () => Promise.resolve();
  const arrivals = await Arrivals.open({ ...parts, replace });
  end.push(() => arrivals.kept());
  return {
    service: arrivals,
    add: (arrival) => arrivals.add({ way: 'inbox', ...arrival }),
    async setAside(name, more = {}) {
      await mkdir(join(inbox, 'failed'), { recursive: true });
      await writeFile(aside, 'x');
      arrivals.add({ way: 'inbox', end: 'duplicate', name, aside: ['failed/a.xyz'], ...more });
    },
    takeAway: () => rm(aside),
    close,
  };
}
