/**
 * Runs the core's own suites without a feature: `node test/without.mjs [feature...]`. Without a name, it runs them
 * without each feature in turn, and at last without `all`. The last line is the sum. `npm run build` comes first.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { features } from '../dist/daemon/features.js';

/** The suites of the core that load the list of features (test/support/features.ts). */
const suites = ['test/http/[^/]+\\.test\\.ts$', 'test/daemon/cli/(arguments|completion|man-page)\\.test\\.ts$'];
const flags = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'];
const jest = ['node_modules/jest/bin/jest.js', '-c', 'test/jest.config.js', ...suites];
const given = process.argv.slice(2);
const sum = { passed: 0, failed: 0 };

for (const name of given.length > 0 ? given : [...features.map((one) => one.name), 'all']) {
  const { stdout, status } = spawnSync(process.execPath, [...flags, ...jest], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, TEST_WITHOUT: name },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  const [line, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed.*$/m.exec(stdout) ?? ['no result'];
  // The line does not begin with a number, because .ci/run adds up those that do.
  console.log(`Without ${name}: ${line}`);
  sum.passed += Number(passed);
  sum.failed += Number(failed);
  if (status !== 0) process.exitCode = 1;
}
console.log(`${sum.passed} passed, ${sum.failed} failed`);
