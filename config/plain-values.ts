import { resolve } from 'node:path';
import { fieldNames, fieldOf, type FieldName } from './fields.js';
import type { GivenValue } from './given.js';

/** Of letters that mean nothing else anywhere, without `.` and `..`. */
const isPath = (raw: string): boolean => /^(\/(?!\.{1,2}(\/|$))[\w.-]+)+$/.test(raw) && resolve(raw) === raw;
const isName = (raw: string): boolean => /^[\w.@:/-]+$/.test(raw);
const isAddress = (raw: string): boolean =>
  /^https?:\/\/[\w.-]+(:\d{1,5})?(\/[\w./-]*)?$/.test(raw) && URL.canParse(raw);

/** Of the fields that a command about papers goes by, and of all that are paths. */
const tests = new Map<FieldName, (raw: string) => boolean>([
  ...fieldNames.filter((name) => fieldOf(name).type === 'path').map((name) => [name, isPath] as const),
  ...[['paper_db', isPath] as const, ['embedding_db', isPath] as const],
  ...[['llm_backend_url', isAddress] as const, ['llm_backend_auth_token', isName] as const],
  ['embedding_model', isName],
]);

/**
 * The value where it is right as it stands: the schemas would let it pass, and take longer to load than all that a
 * command does with it. Undefined leaves it to them.
 */
export const plainValue = ({ field, raw }: GivenValue): { value: string } | undefined =>
  typeof raw === 'string' && tests.get(field)?.(raw) === true ? { value: raw } : undefined;
