/** The composition root: builds every object with a life, starts in order, stops in reverse. */
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeFolder } from '../workers/base/files/make-folder.js';
import type { Places } from '../config/places.js';
import type { Settings } from '../config/settings.js';
import { createApp } from '../http/app.js';
import { httpServer } from '../http/server.js';
import type { Services } from '../http/services.js';
import { messageOf, systemCodeOf, TonstiftError } from '../workers/base/errors.js';
import { watchUsb } from '../workers/pen/find/usb-hints.js';
import { createPrintRenderer } from '../workers/print/renderer.js';
import { createPatternImages } from '../workers/print/output/pattern-images.js';
import { systemClock } from '../workers/base/ports.js';
import { watchFolder, type FolderWatch } from './reconcile/watch-folder.js';
import type { DaemonLog } from './log/log.js';
import { HandEdits } from './albums/hand-edits.js';
import { moveLibrary } from './albums/move-library.js';
import { openInBrowser } from './cli/open-browser.js';
import { allowedHosts } from './settings/allowed-hosts.js';
import { openPens } from './pens/open-pens.js';
import { paperSecrets } from './papers/secrets.js';
import { paperFields, Papers } from './papers/papers.js';
import { Prints } from './print/prints.js';
import { InboxReconciler } from './inbox/reconciler.js';
import { PaperIntake } from './inbox/paper-intake.js';
import type { Pens } from './pens/pens.js';
import { settingsService } from './settings/service.js';
import { openWorkshop, type Workshop } from './workshop.js';

export interface DaemonOptions {
  settings: Settings;
  places: Places;
  log: DaemonLog;
  version: string;
}

export interface Daemon {
  /** URL to open in a browser. */
  address: string;
  /** Ends all work, keeps what is done; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts everything; resolves when the pages answer.
 * Throws TonstiftError `locked` where another daemon has the home or the library, `not_now` where the port is
 * taken, `library_unavailable`.
 */
export async function startDaemon({ settings, log, version }: DaemonOptions): Promise<Daemon> {
  const config = settings.current;
  if (config.password !== '') log.redact(config.password);
  const workshop = await openWorkshop({ settings, log, purpose: 'the daemon' });
  const { releases, events, library, jobs, albums, builds } = workshop;
  try {
    makeFolder(config.inbox_path);
    const settleMs = (): number => settings.current.inbox_settle_seconds * 1000;
    const inboxLog = log.area('inbox');
    const papers = new Papers({
      settings: () => settings.current,
      data: settings.places.data,
      jobs,
      events,
      clock: systemClock,
      log: log.area('papers'),
    });
    const inbox = new InboxReconciler({
      papers: new PaperIntake({
        put: (source, title, context) => papers.importWithin(source, title, context),
        kept: join(settings.places.data, 'imported-papers'),
      }),
      inbox: config.inbox_path,
      settleMs,
      importing: workshop.importing,
      jobs,
      events,
      clock: systemClock,
      log: inboxLog,
      arrived: (arrivals) => albums.arrived(arrivals),
    });
    const media = new HandEdits({
      library,
      jobs,
      settleMs,
      clock: systemClock,
      log: log.area('library'),
      changed: (folder) => albums.changed(folder),
    });

    let ready = false;
    const uploadFolder = (): string => join(library.stagingFolder, 'uploads');
    await mkdir(uploadFolder(), { recursive: true });
    const pens = openPens(settings, workshop, log);
    const renderer = createPrintRenderer(systemClock);
    releases.push('The print shop', () => renderer.stop());
    const services: Services = {
      version,
      albums,
      events,
      papers,
      patterns: createPatternImages(),
      print: new Prints({ settings, library, jobs, renderer }),
      pens,
      config: settingsService(settings),
      logs: {
        level: () => log.level(),
        recent: (lines, level) => log.recent(lines, level),
        setLevel: async (level) => void (await settings.update({ log_level: level })),
      },
      access: {
        allowedHosts: () => allowedHosts(settings.current),
        password: () => settings.current.password || undefined,
      },
      status: () => {
        const views = albums.list();
        const count = (state: string): number => views.filter((album) => album.gme_state === state).length;
        return {
          inbox: inbox.status(),
          library: { albums: views.length, building: count('building'), failed: count('failed') },
          pens: pens.list().filter((pen) => pen.plugged_in),
        };
      },
      ready: () => ready,
      uploadFolder,
      maxUploadBytes: () => settings.current.max_upload_mb * 1e6,
    };

    const server = httpServer(createApp(services, log.area('http')));
    const address = await listen(server, config.host, config.port);
    releases.push('The web server', () => close(server));
    await workshop.homeLock.setAddress(address);
    log.info(`Tonstift ${version} is listening. Open ${address}`);
    log.info(`Drop albums into ${config.inbox_path}`);

    releases.push(
      'The log',
      log.onEntry((entry) => events.emit('log', { ...entry })),
    );
    const watches = await startWatching(workshop, inbox, media, config.inbox_path, log);
    releases.push('The watchers', () => watches.stop());
    releases.push('The inbox', () => inbox.stop());
    releases.push('The library folder', () => media.stop());
    releases.push('The pens', () => pens.stop());
    releases.push('The papers', () => papers.stop());
    releases.push('The USB bus', await watchUsb(() => pens.look(), log.area('pen')));
    followAlbums(workshop, pens);
    followPapers(settings, papers, log);
    followSettings(settings, workshop, watches, pens, uploadFolder, log);

    await builds.retryFailed();
    await builds.sweep();
    inbox.look();
    media.look();
    pens.start();
    papers.start();
    ready = true;
    if (config.open_browser) openInBrowser(address, log);
    return { address, stop: () => releases.run() };
  } catch (error) {
    await releases.run();
    throw error;
  }
}

interface Watches {
  stop(): Promise<void>;
  /** The library is elsewhere now. */
  followLibrary(): Promise<void>;
}

async function startWatching(
  { library, builds }: Workshop,
  inbox: InboxReconciler,
  media: HandEdits,
  inboxPath: string,
  log: DaemonLog,
): Promise<Watches> {
  const clock = systemClock;
  const sweep = (): void => {
    media.look();
    void builds
      .sweep()
      .catch((error: unknown) =>
        log.area('gme').warn(`The files for the pen could not be looked at: ${messageOf(error)}`),
      );
  };
  const lookAtMedia = {
    look: (folders: ReadonlySet<string>) => media.look(folders),
    sweep,
    clock,
    log: log.area('library'),
  };
  const inboxWatch = await watchFolder(inboxPath, {
    look: () => inbox.look(),
    sweep: () => inbox.look(),
    clock,
    log: log.area('inbox'),
  });
  let mediaWatch: FolderWatch = await watchFolder(library.albumsFolder, lookAtMedia);
  return {
    async followLibrary() {
      await mediaWatch.stop();
      mediaWatch = await watchFolder(library.albumsFolder, lookAtMedia);
    },
    async stop() {
      await Promise.all([inboxWatch.stop(), mediaWatch.stop()]);
    },
  };
}

/** What changes at once when the configuration does. */
function followSettings(
  settings: Settings,
  workshop: Workshop,
  watches: Watches,
  pens: Pens,
  uploadFolder: () => string,
  log: DaemonLog,
): void {
  const { builds } = workshop;
  let finishMove = async (): Promise<void> => undefined;
  settings.before(async ({ changed, after }) => {
    if (!changed.includes('library_path')) return;
    const move = await moveLibrary(workshop, after.library_path, log.area('library'));
    finishMove = () => move.finish();
    await mkdir(uploadFolder(), { recursive: true });
    return async () => {
      finishMove = async () => undefined;
      await move.undo();
      await mkdir(uploadFolder(), { recursive: true });
    };
  });
  settings.onChange('library_path', () => {
    const finish = finishMove;
    void watches
      .followLibrary()
      .then(finish)
      .catch((error: unknown) => log.warn(`The old library folder could not be removed: ${messageOf(error)}`));
    builds.resume();
  });
  settings.onChange('log_level', (level) => log.setLevel(level));
  settings.onChange('password', (password) => {
    if (password !== '') log.redact(password);
  });
  settings.onChange(
    'ffmpeg_path',
    () => void builds.retryFailed().catch((error: unknown) => log.warn(messageOf(error))),
  );
  for (const name of ['pen_language', 'audio_format'] as const) settings.onChange(name, () => builds.look());
  for (const name of ['pen_paths', 'pen_detect'] as const) settings.onChange(name, () => pens.look());
  for (const name of ['pen_language', 'audio_format', 'pen_auto_sync', 'pen_follow'] as const)
    settings.onChange(name, () => pens.follow());
}

function followPapers(settings: Settings, papers: Papers, log: DaemonLog): void {
  const hide = (): void => {
    for (const secret of paperSecrets(settings.current)) log.redact(secret);
  };
  hide();
  let due: Promise<void> | null = null;
  // Several of them changed at once are one reason.
  const reopen = (): void => {
    hide();
    due ??= Promise.resolve().then(() => {
      due = null;
      papers.reopen();
    });
  };
  for (const name of paperFields) settings.onChange(name, reopen);
  settings.onChange('embed_schedule', () => papers.followSchedule());
}

/** Pens follow whatever happens to albums. */
function followAlbums({ events, releases }: Workshop, pens: Pens): void {
  releases.push(
    'Following the albums',
    events.subscribe(({ type }) => {
      if (type === 'album.changed' || type === 'album.added' || type === 'album.removed') pens.follow();
    }),
  );
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why: Record<string, string> = {
        EADDRINUSE: `Port ${port} of ${host} is in use by another program. Choose another with --port.`,
        EACCES: `Port ${port} may not be used by this user. Choose one above 1023 with --port.`,
        EADDRNOTAVAIL: `This machine has no address ${host}.`,
        ENOTFOUND: `The host ${host} is not known.`,
      };
      reject(
        new TonstiftError(
          'not_now',
          why[systemCodeOf(error) ?? ''] ?? `The web server cannot listen on ${host}:${port}: ${error.message}`,
          {},
          { cause: error },
        ),
      );
    });
    server.listen({ host: host.replace(/^\[|\]$/g, ''), port }, () => {
      const { address, port: actual, family } = server.address() as AddressInfo;
      const shown = ['0.0.0.0', '::'].includes(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
      resolve(`http://${shown}:${actual}/`);
    });
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  // Downloads get a moment; streams of events would never end by themselves.
  const timer = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(timer);
}
