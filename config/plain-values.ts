import { resolve } from 'node:path';
import { fieldOf, type FieldName } from './fields.js';
import type { GivenValue } from './given.js';

/** An absolute path of letters that mean nothing else anywhere, without `.` and `..`. */
const plainPath = /^(\/(?!\.{1,2}(\/|$))[\w.-]+)+$/;

/** A path, or a URL. */
const databases = new Set<FieldName>(['paper_db', 'embedding_db']);

/**
 * The value where it is a path that is right as it stands: the schemas would let it pass, and take longer to load than
 * all that a command does with it. Undefined leaves it to them.
 */
export const plainValue = ({ field, raw }: GivenValue): { value: string } | undefined =>
  (fieldOf(field).type === 'path' || databases.has(field)) &&
  typeof raw === 'string' &&
  plainPath.test(raw) &&
  resolve(raw) === raw
    ? { value: raw }
    : undefined;
