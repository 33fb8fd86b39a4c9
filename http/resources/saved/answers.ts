/** Saved papers as answers have them, for documents and tests. */
import * as z from 'zod';
import { success, time } from '../../openapi/answers.js';
import { paperFields } from '../papers/answers.js';
import type { SavedPaperView } from './service.js';

const savedPaper = z
  .object({
    paper: z.object(paperFields),
    note: z.string(),
    saved_at: time,
    is_gone: z.boolean().describe('Not in the database any more; `paper` is as it was when it was saved.'),
  } satisfies { [Name in keyof SavedPaperView]-?: z.ZodType<SavedPaperView[Name]> })
  .meta({ id: 'SavedPaper' });

export const savedAnswer = z.object({
  success,
  saved: z.array(savedPaper),
  removed: z.array(savedPaper).describe('Taken off the list in the last 30 days, the last one first.'),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
});
