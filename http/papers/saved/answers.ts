/** The schemas of saved papers in responses, for the OpenAPI document and tests. */
import * as z from 'zod/v4';
import { success, time } from '../../operations/answers.js';
import { paperFields } from '../papers/answers.js';
import type { SavedPaperView } from './service.js';

const savedPaper = z
  .object({
    paper: z.object(paperFields),
    note: z.string(),
    saved_at: time,
    is_gone: z.boolean().describe('The paper is no longer in the database; `paper` is the saved copy.'),
  } satisfies { [Name in keyof SavedPaperView]-?: z.ZodType<SavedPaperView[Name]> })
  .meta({ id: 'SavedPaper' });

export const savedAnswer = z.object({
  success,
  saved: z.array(savedPaper),
  removed: z.array(savedPaper).describe('Removed from the list in the last 30 days, most recent first.'),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
});
