/** The upload field of a restore, and the query of a download. */
import * as z from 'zod/v4';
import { boolean } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import { oneFile } from '../../request/uploaded-file.js';

export const backupFiles = z.object({ backup: oneFile(() => say('wrong.one_backup')) });

export const downloadFields = z.object({
  vectors: boolean.default(true).describe('With the vectors of papers, which can be made again.'),
});
