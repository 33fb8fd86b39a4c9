/** The service of the first run. */
import * as z from 'zod/v4';
import type { Words } from '../../../workers/base/language/sentence.js';
import { aids, steps, type Action, type Step } from './progress.js';

export const firstRunState = z.object({
  due: z.boolean().describe('True if the start page shows the steps.'),
  step: z.enum(steps).describe('The next step.'),
  ended: z.boolean().describe('True if the sheet has answered, or someone has skipped that.'),
  answered: z.boolean().describe('True if the sheet has answered.'),
  aid: z
    .enum(aids)
    .nullable()
    .describe('Help if the sheet is silent; with `test_sheet`, its file is on the connected pens until it ends.'),
});

/**
 * Due until the end, unless they are left for later, and if the library is empty or the first step is complete.
 */
export type FirstRunState = z.output<typeof firstRunState>;

/** The file of the test sheet. */
export interface SheetFile {
  /** True if it can be copied. */
  made: boolean;
  /** Ids of the pens that it was copied to. A copy made by hand is not known. */
  pens: readonly string[];
  /** The reason why it cannot be made; null if it can. */
  trouble: Words | null;
}

export interface FirstRunService {
  state(): FirstRunState;
  /**
   * Resolves when the change is stored.
   * @param step for `next` and `skip`; the next step by default
   */
  act(action: Action, step?: Step): Promise<void>;
  sheetFile(): SheetFile;
}

declare module '../../services.js' {
  interface Services {
    firstRun: FirstRunService;
  }
}
