/** The pages that the document is shown on: one for each tag, and one for what has a name of its own. */
import { tags } from '../../openapi/operation.js';

export const schemas = 'schemas';

/** As an address has it. */
export const groupOf = (tag: string): string => tag.toLowerCase();

export const groups: readonly string[] = [...Object.keys(tags).map(groupOf), schemas];
