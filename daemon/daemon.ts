/** The composition root: builds every object with a life, starts in order, stops in reverse. */
import type { Settings } from '../config/settings.js';
import { createApp } from '../http/app.js';
import type { DaemonStatus } from '../http/resources/status/service.js';
import { isDiskFull } from '../workers/base/errors.js';
import { makeFolder } from '../workers/base/files/make-folder.js';
import { say, type Words } from '../workers/base/language/sentence.js';
import { systemClock } from '../workers/base/ports.js';
import { makeThumbnailsAhead } from './albums/thumbnails-ahead.js';
import { openInBrowser } from './cli/open-browser.js';
import { makeCommandToken } from './command-token.js';
import type { FeatureParts } from './feature-parts.js';
import type { DaemonLog } from './log/log.js';
import { openLibrary } from './library/open-library.js';
import { createReconcilers, startReconcilers, watchForReconcilers } from './reconcilers.js';
import { createServices } from './services.js';
import { followSettings } from './settings/follow.js';
import { statusLine } from './supervisor/status-line.js';
import { startWebServer } from './web-server.js';

export interface DaemonOptions {
  settings: Settings;
  log: DaemonLog;
  version: string;
  /** Ends the program so that it is started again; null if no service manager would start it. */
  restart: (() => void) | null;
  features: readonly FeatureParts[];
  /**
   * True if the watchdog ended the last run because its event loop was blocked: the import at that time is set aside.
   */
  stoodStill?: boolean;
}

export interface Daemon {
  /** URL to open in a browser. */
  address: string;
  /** Current status, in one line. */
  status(): string;
  /** Stops all work and keeps finished results; may be called twice. */
  stop(): Promise<void>;
}

const whatIsNotReady = (isStarted: boolean, { library }: DaemonStatus): Words[] => [
  ...(isStarted ? [] : [say('ready.starting')]),
  ...(library.away === null ? [] : [library.away]),
];

/** An inbox whose disk is away or read-only is reported, and tried again, by its reconciler. */
function makeInbox(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    if (isDiskFull(error)) throw error;
  }
}

/**
 * Starts everything; resolves when the pages respond.
 * Throws TonstiftError `locked` if another daemon uses the home or the library, `not_now` if the port is taken,
 * `library_unavailable`.
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { settings, log, version, restart, features, stoodStill = false } = options;
  const { password, inbox_path: inboxPath, open_browser: opensBrowser } = settings.current;
  if (password !== '') log.redact(password);
  const opening = openLibrary({ settings, log, purpose: 'the daemon', mayBeAway: true });
  // Hashing the password runs in a thread, in parallel.
  const [opened] = await Promise.all([opening, settings.hidePassword()]);
  const { disposables, events, homeLock } = opened;
  try {
    makeInbox(inboxPath);
    const reconcilers = createReconcilers(opened, stoodStill);
    let isStarted = false;
    const { token, remove } = await makeCommandToken(settings.places);
    disposables.push('The token of the commands', remove);
    const { services, started } = await createServices(opened, reconcilers, {
      ...{ version, restart, features, commandToken: token },
      notReady: () => whatIsNotReady(isStarted, services.status()),
    });

    // Before anyone can change a setting: a change of the library's folder needs these subscribers.
    const watches = await watchForReconcilers(opened, reconcilers);
    followSettings(opened, reconcilers, watches);
    const app = createApp({ services, features, log: log.area('http') });
    const { address, port } = await startWebServer(app, opened, reconcilers);
    await homeLock.setAddress(address);
    log.info(`Tonstift ${version} is listening. Open ${address}`);
    const atHome = services.homeAddresses(port);
    if (atHome.length > 0) log.info(`On other devices in the home network: ${atHome.join(', ')}`);
    log.info(`Drop albums into ${inboxPath}`);
    disposables.push(
      'The log',
      log.onEntry((entry) => events.emit('log', { ...entry })),
    );

    await startReconcilers(opened, reconcilers);
    started();
    disposables.push('The thumbnails', makeThumbnailsAhead({ ...opened, clock: systemClock }));
    isStarted = true;
    if (opensBrowser) openInBrowser(address, log);
    return { address, status: () => statusLine(address, services.status()), stop: () => disposables.run() };
  } catch (error) {
    await disposables.run();
    throw error;
  }
}
