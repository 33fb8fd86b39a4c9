/** The three first-run steps: music, paper, pen. */
import * as z from 'zod/v4';

export const steps = ['music', 'paper', 'pen'] as const;

export type Step = (typeof steps)[number];

export const firstRunState = z.object({
  due: z.boolean().describe('Whether the start page shows the steps.'),
  step: z.enum(steps).describe('The next step.'),
});

/** Due if the steps were neither completed nor skipped, and the library is empty or the first step is complete. */
export type FirstRunState = z.output<typeof firstRunState>;

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
