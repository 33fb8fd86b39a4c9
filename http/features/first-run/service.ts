/** The three first-run steps: music, paper, pen. */

export const steps = ['music', 'paper', 'pen'] as const;

export type Step = (typeof steps)[number];

export interface FirstRunState {
  /** True if they were neither completed nor skipped, and the library is empty or the first step is complete. */
  due: boolean;
  /** The next step. */
  step: Step;
}

export interface FirstRunService {
  state(): FirstRunState;
  /** Marks a step as complete, so that the next one is due; after the last, all are complete. */
  done(step: Step): Promise<void>;
  /** Ends the first run for good. */
  end(): Promise<void>;
}

/** The following step; null after the last. */
export const stepAfter = (step: Step): Step | null => steps[steps.indexOf(step) + 1] ?? null;

declare module '../../services.js' {
  interface Services {
    firstRun: FirstRunService;
  }
}
