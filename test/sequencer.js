/** In which order the test files run: what takes longest first, or the last one runs alone. */
import sequencer from '@jest/test-sequencer';

/** Parts of the paths of suites that take long. A clean checkout knows no durations yet. */
const long = ['test/browser/axe', 'test/browser/', 'test/scenarios/', 'test/contracts/', '.long.', '.slow.'];

/** Jest requires this file, and Node.js gives such a file the class by itself. */
const Sequencer = sequencer.default ?? sequencer;

export default class LongestFirst extends Sequencer {
  /** @override */
  sort(/** @type {Parameters<InstanceType<typeof sequencer.default>['sort']>[0]} */ tests) {
    const rank = ({ path }) => {
      const found = long.findIndex((folder) => path.includes(folder));
      return found < 0 ? long.length : found;
    };
    const sorted = super.sort(tests);
    return Array.isArray(sorted) ? sorted.sort((a, b) => rank(a) - rank(b)) : sorted;
  }
}
