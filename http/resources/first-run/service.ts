/** The three steps of a first run: music, paper, pen. */

export const steps = ['music', 'paper', 'pen'] as const;

export type Step = (typeof steps)[number];

export interface FirstRunState {
  /** They were neither done nor skipped, and the library is empty or the first of them is done. */
  due: boolean;
  /** The one to be done next. */
  step: Step;
}

export interface FirstRunService {
  state(): FirstRunState;
  /** The step is done, and the next one is due; after the last all are done. */
  done(step: Step): Promise<void>;
  /** They are never due again. */
  end(): Promise<void>;
}

/** The step after it; null after the last. */
export const stepAfter = (step: Step): Step | null => steps[steps.indexOf(step) + 1] ?? null;
