/** The schemas of saved papers in responses, for the OpenAPI document and tests. */
import * as z from 'zod/v4';
import { success } from '../../operations/answers.js';
import { savedList, savedPaper } from './service.js';

export const savedAnswer = z.object({
  success,
  saved: z.array(savedPaper),
  lists: z.array(savedList).describe('Sorted by name.'),
  removed: z.array(savedPaper).describe('Removed from the list in the last 30 days, most recent first.'),
  total: z.int().describe('The saved papers that match.'),
  unread: z.int().describe('Of all saved papers.'),
  page: z.int(),
  pages: z.int(),
});
