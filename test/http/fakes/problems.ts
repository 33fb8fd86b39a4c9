/** Problems in memory, as a test gives them. */
import type { Problem, ProblemService } from '../../../http/resources/status/problem.js';
import type { Publish } from './events.js';

export interface FakeProblems extends ProblemService {
  set(problems: readonly Problem[]): void;
}

export function fakeProblems(publish: Publish = () => undefined): FakeProblems {
  let problems: readonly Problem[] = [];
  return {
    list: () => problems,
    wake: () => undefined,
    set(others) {
      if (JSON.stringify(others) === JSON.stringify(problems)) return;
      problems = others;
      publish('problems.changed', { count: problems.length });
    },
  };
}
