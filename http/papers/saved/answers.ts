/** The schemas of saved papers in responses, for the OpenAPI document and tests. */
import * as z from 'zod/v4';
import { success } from '../../operations/answers.js';
import { savedPaper } from './service.js';

export const savedAnswer = z.object({
  success,
  saved: z.array(savedPaper),
  removed: z.array(savedPaper).describe('Removed from the list in the last 30 days, most recent first.'),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
});
