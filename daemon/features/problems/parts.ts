import { problemRoutes } from '../../../http/features/problems/routes.js';
import { problemsHelp, problemsPart } from '../../../http/features/problems/view.js';
import { systemClock } from '../../../workers/base/ports.js';
import type { Core, FeatureParts } from '../../feature-parts.js';
import { accountTrouble, clockTrouble } from '../../machine-trouble.js';
import type { Troubled } from './problem-list.js';
import { Problems } from './problems.js';

export const parts: FeatureParts = {
  routes: problemRoutes,
  api: () => import('../../../http/features/problems/api.js'),
  pages: [{ path: '/problems', asks: true }],
  shows: { 'start.below': ({ problems }) => problemsPart(problems.list()), 'help.steps': problemsHelp },
  services(core) {
    const { events, disposables, unwatched } = core;
    const problems = new Problems({
      trouble: () => troubleIn(core),
      others: core.problems,
      events,
      clock: systemClock,
    });
    unwatched.changed = () => problems.wake();
    core.onStart(() => problems.start());
    disposables.push('The check for problems', () => problems.stop());
    return { problems };
  },
};

function troubleIn(core: Core): Troubled {
  const { albums, library, settings, inbox, pens, handEdits, unwatched, accounts, writing } = core;
  const gone = [...handEdits.gone()].flatMap((folder) => library.inFolder(folder)?.oid ?? []);
  const times = library.albums.flatMap(({ added_at, changed_at }) => [added_at, changed_at]);
  return {
    machine: [
      ...accountTrouble(accounts.areHidden, settings.current),
      ...clockTrouble(systemClock.now(), times),
      ...unwatched.list(),
    ],
    library: { path: library.path, away: library.awayWords, unwritable: writing.unwritable },
    inbox: inbox.status().problems,
    albums: albums.list(),
    gone: new Set(library.away === null ? gone : []),
    pens: pens.list(),
  };
}
