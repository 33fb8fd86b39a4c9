import { join } from 'node:path';
import { alertRoutes } from '../../http/papers/alerts/routes.js';
import { paperChangeRoutes } from '../../http/papers/changes/routes.js';
import { paperMapRoutes } from '../../http/papers/paper-map/routes.js';
import { paperPageRoutes } from '../../http/papers/paper/routes.js';
import {
  papersHelp,
  papersInBackup,
  papersListed,
  papersStatus,
  serverSection,
} from '../../http/papers/papers/links.js';
import { paperRoutes } from '../../http/papers/papers/routes.js';
import { listRoutes } from '../../http/papers/saved/lists-routes.js';
import { savedRoutes } from '../../http/papers/saved/routes.js';
import { systemClock } from '../../workers/base/ports.js';
import type { Core, FeatureParts } from '../feature-parts.js';
import { followPaperSettings } from './follow-settings.js';
import { PaperIntake } from './paper-intake.js';
import { PaperProblems } from './paper-problems.js';
import { isServerUnset } from './server.js';
import { Papers } from './papers.js';

export const parts: FeatureParts = {
  // A route of the last one would match paths of the others.
  routes(router, kit) {
    savedRoutes(router, kit);
    alertRoutes(router, kit);
    listRoutes(router, kit);
    paperMapRoutes(router, kit);
    paperChangeRoutes(router, kit);
    paperPageRoutes(router, kit);
    paperRoutes(router, kit);
  },
  async api() {
    const all = [
      await import('../../http/papers/papers/api.js'),
      await import('../../http/papers/changes/api.js'),
      await import('../../http/papers/saved/api.js'),
      await import('../../http/papers/alerts/api.js'),
      await import('../../http/papers/saved/lists-api.js'),
      await import('../../http/papers/paper/api.js'),
      await import('../../http/papers/paper-map/api.js'),
    ];
    return { operations: all.flatMap(({ operations }) => operations) };
  },
  pages: [
    { path: '/papers', name: 'page.papers', isListed: papersListed },
    { path: '/papers/paper', asks: true },
    { path: '/papers/like', asks: true },
    { path: '/papers/duplicates', asks: true },
    { path: '/papers/saved', asks: true },
    { path: '/papers/alerts', asks: true },
    { path: '/papers/screening', asks: true },
    { path: '/papers/imports', asks: true },
    { path: '/papers/map', asks: true },
  ],
  shows: {
    status: papersStatus,
    'config.links': serverSection,
    'backup.has': papersInBackup,
    'help.sections': papersHelp,
  },
  services: openPapers,
};

type PaperServices = Pick<Core['services'], 'papers' | 'saved' | 'alerts' | 'feeds' | 'paperChanges' | 'paperMaps'>;

function openPapers(core: Core): PaperServices {
  const { settings, jobs, events, log, disposables, inbox } = core;
  const { data } = settings.places;
  const papers = new Papers({
    settings: () => settings.current,
    ...{ data, jobs, events },
    clock: systemClock,
    log: log.area('papers'),
    hasDefaultServer: () => isServerUnset(settings.sources),
  });
  inbox.accept(
    new PaperIntake({
      put: (source, title, context) => papers.importWithin(source, title, context),
      kept: join(data, 'imported-papers'),
    }),
  );
  followPaperSettings(settings, papers, log);
  const problems = new PaperProblems({
    status: () => papers.status(),
    changed: () => core.services.problems.wake(),
    events,
    clock: systemClock,
    log: log.area('http'),
  });
  core.addBackupPart(papers.inBackup);
  core.addProblems(() => [...problems.list(), ...papers.feeds.problems()]);
  core.addMetrics((add) =>
    add('papers', 'Papers by embedding state.', ['state'], async () => {
      const { embedded, waiting, failed, papers: all, problem } = await papers.status();
      // Without values while the database is away.
      if (all === 0 && problem !== null) return [];
      return Object.entries({ embedded, waiting, failed }).map(([state, count]) => [{ state }, count]);
    }),
  );
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= papers.stop());
  disposables.push('The papers', stop);
  core.onStart(() => {
    papers.start();
    problems.start();
    // Before the inbox stops: an import of papers that is running ends with the papers.
    disposables.push('The papers', stop);
  });
  disposables.push('The check for problems of papers', () => problems.stop());
  const { saved, alerts, feeds, changes: paperChanges, maps: paperMaps } = papers;
  return { papers, saved, alerts, feeds, paperChanges, paperMaps };
}
