/** The steps of the first run, and what each action changes. Pure. */

export const steps = ['music', 'pen', 'paper', 'answer'] as const;
export type Step = (typeof steps)[number];

/** Help if the sheet is silent: the likely reasons, and with the test sheet also its file on the pens. */
export const aids = ['reasons', 'test_sheet'] as const;
export type Aid = (typeof aids)[number];

export const actions = ['next', 'skip', 'later', 'yes', 'no', 'test_sheet', 'row'] as const;
export type Action = (typeof actions)[number];

export interface Progress {
  /** The next step. */
  step: Step;
  /** The sheet has answered, or someone has skipped that. */
  ended: boolean;
  answered: boolean;
  /** The start page does not show the steps until someone continues. */
  later: boolean;
  aid: Aid | null;
}

export const fresh: Progress = { step: 'music', ended: false, answered: false, later: false, aid: null };

/** The following step; null after the last. */
export const stepAfter = (step: Step): Step | null => steps[steps.indexOf(step) + 1] ?? null;

const laterOf = (a: Step, b: Step): Step => (steps.indexOf(a) < steps.indexOf(b) ? b : a);

/** @param step the step that is complete or skipped; the other actions belong to the last step */
export function progressAfter(now: Progress, action: Action, step: Step = now.step): Progress {
  const on: Progress = { ...now, later: false };
  switch (action) {
    case 'next':
    case 'skip': {
      const next = stepAfter(step);
      // Repeating an earlier step does not reset the later ones.
      return next === null ? { ...on, ended: true, aid: null } : { ...on, step: laterOf(now.step, next) };
    }
    case 'later':
      return { ...now, later: true, aid: null };
    case 'yes':
      return { ...on, step: 'answer', ended: true, answered: true, aid: null };
    case 'no':
      return { ...on, step: 'answer', aid: now.aid ?? 'reasons' };
    case 'test_sheet':
      return { ...on, step: 'answer', aid: 'test_sheet' };
    case 'row':
      // The sheet is printed again with the settings of the row.
      return { ...on, step: 'paper', aid: null };
  }
}
