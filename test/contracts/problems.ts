/** What http relies on of the problems. */
import { describe, expect, it } from '@jest/globals';
import { problemKinds, type ProblemService } from '../../http/resources/status/problem.js';
import { until } from '../support/patience.js';
import type { Told } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedProblems {
  /** None. */
  service: ProblemService;
  published: readonly Told[];
  /** In the inbox these cannot be taken now, each for this reason. */
  inboxHas(names: readonly string[], reason: string): Promise<void>;
  close(): Promise<void>;
}

export function describeProblems(name: string, open: () => Promise<OpenedProblems>): void {
  describe(`${name} as a list of problems`, () => {
    const opened = forEachTest(open, (one) => one.close());

    const counts = (): unknown[] =>
      opened.published
        .filter(({ type }) => type === 'problems.changed')
        .map(({ data }) => (data as { count: number }).count);
    const told = (count: number) => until(`${count} problems`, async () => counts().at(-1) === count);

    it('is empty at first', () => expect(opened.service.list()).toEqual([]));

    it('says of each what it is, why, what to do and where', async () => {
      await opened.inboxHas(['Secret'], 'Nobody may.');
      const [problem, ...others] = opened.service.list();
      expect(others).toEqual([]);
      expect(problemKinds).toContain(problem?.kind);
      expect(problem).toMatchObject({ kind: 'inbox', what: 'Secret', oid: null, pen: null, actions: [] });
      expect([String(problem?.reason), String(problem?.advice)]).toEqual(['Nobody may.', expect.stringMatching(/\S/)]);
      expect(problem?.path).toMatch(/^\/\w/);
    });

    it('is announced when it is another one, with its length', async () => {
      await opened.inboxHas(['a', 'b'], 'No.');
      await told(2);
      await opened.inboxHas(['a'], 'No.');
      await told(1);
      const before = counts().length;
      await opened.inboxHas(['a'], 'No.');
      await opened.inboxHas([], '');
      await told(0);
      expect(counts().length).toBe(before + 1);
    });
  });
}
