/** The pages that show the document: one for each tag, and one for the named schemas. */
import { tags } from '../../operations/operation.js';

export const schemas = 'schemas';

/** The name in the address. */
export const groupOf = (tag: string): string => tag.toLowerCase();

export const groups: readonly string[] = [...Object.keys(tags).map(groupOf), schemas];
