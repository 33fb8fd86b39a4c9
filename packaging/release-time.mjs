import { execFileSync } from 'node:child_process';

/**
 * @param {string} root of the checkout
 * @returns {number} seconds since 1970 of the commit, or `SOURCE_DATE_EPOCH` (reproducible-builds.org)
 */
export const commitTime = (root) =>
  Number(
    process.env.SOURCE_DATE_EPOCH ??
      execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim(),
  );
