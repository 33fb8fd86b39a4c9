/** Creates the services of the HTTP layer from the parts of the daemon. */
import { join } from 'node:path';
import { typedFor } from '../config/places.js';
import { isLoopback } from '../config/rules.js';
import { countsOf, noProblems } from '../http/resources/status/problem.js';
import type { DaemonStatus } from '../http/resources/status/service.js';
import type { Services } from '../http/services.js';
import { systemClock } from '../workers/base/ports.js';
import type { GmeState } from '../workers/library/types.js';
import { patternImage } from '../workers/print/output/pattern-images.js';
import { createPrintRenderer } from '../workers/print/renderer.js';
import type { BackupPart } from './backup-part.js';
import type { Core, FeatureMetrics, FeatureParts } from './feature-parts.js';
import type { OpenLibrary } from './library/open-library.js';
import { LastOrder } from './print/last-order.js';
import { Prints } from './print/prints.js';
import type { Reconcilers } from './reconcilers.js';
import { allowedHosts } from './settings/allowed-hosts.js';
import { isTrustedProxy } from './settings/trusted-proxies.js';
import { homeAddresses } from './settings/home-addresses.js';
import { settingsService } from './settings/service.js';
import { holdUploadFolder } from './upload-folder.js';

interface Given extends Pick<Services, 'version' | 'notReady' | 'restart'> {
  commandToken: string;
  features: readonly FeatureParts[];
}

/** Creates all services. @returns them, and what to call once the daemon has started */
export async function createServices(
  opened: OpenLibrary,
  reconcilers: Reconcilers,
  given: Given,
): Promise<{ services: Services; started: () => void }> {
  const { features, commandToken, ...rest } = given;
  const services = { ...rest, ...(await coreServices(opened, reconcilers, commandToken)) } as Services;
  services.status = () => statusOf(opened, reconcilers, services);
  const starts: (() => void)[] = [];
  const core = coreOf(opened, reconcilers, services, starts);
  for (const feature of features) Object.assign(services, await feature.services?.(core));
  return { services, started: () => starts.forEach((start) => start()) };
}

function coreOf(opened: OpenLibrary, reconcilers: Reconcilers, services: Services, starts: (() => void)[]): Core {
  const problems: Parameters<Core['addProblems']>[0][] = [];
  const metrics: FeatureMetrics[] = [];
  const parts: BackupPart[] = [];
  return {
    ...opened,
    ...reconcilers,
    version: services.version,
    services,
    onStart: (call) => void starts.push(call),
    addProblems: (list) => void problems.push(list),
    problems: () => problems.flatMap((list) => list()),
    addBackupPart: (part) => void parts.push(part),
    backupParts: () => parts,
    addMetrics: (add) => void metrics.push(add),
    metrics: () => metrics,
  };
}

async function coreServices(
  opened: OpenLibrary,
  { inbox, pens }: Reconcilers,
  commandToken: string,
): Promise<Partial<Services>> {
  const { settings, log, library, jobs, albums, events, disposables } = opened;
  const renderer = createPrintRenderer(systemClock);
  disposables.push('The print renderer', () => renderer.stop());
  const lastOrder = await LastOrder.open(join(settings.places.data, 'last-print.json'), log.area('print'));
  return {
    ...{ albums, events, inbox, pens, problems: noProblems },
    patterns: { image: patternImage },
    print: new Prints({ settings, library, jobs, renderer, lastOrder }),
    command: typedFor(settings.places),
    config: settingsService(settings),
    logs: {
      level: () => log.level(),
      recent: (least) => log.recent(least),
      setLevel: async (level) => void (await settings.update({ log_level: level })),
    },
    access: {
      allowedHosts: () => allowedHosts(settings.current),
      basePath: () => settings.current.base_path,
      isTrustedProxy: (address) => isTrustedProxy(settings.current.trusted_proxies, address),
      isOpen: () => !isLoopback(settings.current.host),
      password: () => settings.current.password || undefined,
      commandToken: () => commandToken,
      anyAccount: () => settings.current.allow_unauthenticated,
    },
    homeAddresses: (port) => homeAddresses(settings.current, port),
    uploadFolder: () => holdUploadFolder(library),
    maxUploadBytes: () => settings.current.max_upload_mb * 1e6,
  };
}

function statusOf(
  { albums, arrivals, library }: OpenLibrary,
  { inbox, pens }: Reconcilers,
  { problems }: Services,
): DaemonStatus {
  const views = albums.list();
  const inState = (state: GmeState): number => views.filter((view) => view.gme_state === state).length;
  return {
    inbox: inbox.status(),
    problems: countsOf(problems.list()),
    arrivals: arrivals.unseen(),
    library: {
      albums: views.length,
      building: inState('building'),
      failed: inState('failed'),
      away: library.awayWords,
    },
    pens: pens.list().filter((pen) => pen.plugged_in),
  };
}
