import type { Kind } from './tables.js';
import { DatabaseError } from '../database-error.js';
import { messageOf } from '../../base/errors.js';
import { checkedParameters, numbered, type Parameter } from './parameters.js';
import { checkParentheses, tokensOf, type Token } from './tokens.js';

/** Names allowed before a "(" in a where clause: keywords and types. */
const words =
  `and or not in any all some exists between like ilike glob is case when then else select from where on join using by
  having distinct filter over as values with union intersect except limit offset interval array row cast varchar char
  character numeric decimal`.split(/\s+/);

/** Functions without side effects, on either database. */
const functions =
  `abs avg btrim ceil ceiling char_length character_length coalesce concat concat_ws count date date_part
  date_trunc datetime extract floor greatest hex ifnull iif initcap instr least left length lower ltrim max min mod
  now nullif octet_length overlay position power regexp_like replace reverse right round rtrim sign split_part sqrt
  starts_with strftime strpos substr substring sum time to_char to_date to_number translate trim trunc typeof unaccent
  unicode unistr upper`.split(/\s+/);

/** Functions of PostgreSQL with effects outside the statement, even in a read-only transaction. */
const reaching =
  /^(pg_|lo_|dblink|set_config$|setval$|nextval$|(query|cursor|table|schema|database)_to_|load_extension$)/;

/**
 * Checks an untrusted where clause: one complete, read-only expression.
 * @throws DatabaseError
 */
export function checkedWhere(clause: string): string {
  try {
    if (typeof clause !== 'string') throw new Error(`it is ${typeof clause}, expected text`);
    const tokens = tokensOf(clause);
    if (tokens.length === 0) throw new Error('it is empty');
    checkParentheses(tokens);
    if (has(tokens, ';')) throw new Error('it contains ";", so it is more than one expression');
    if (has(tokens, '?')) throw new Error('"?" is not allowed');
    if (['select', 'with', 'values', 'table'].includes(tokens[0]?.value ?? '') && tokens[0]?.kind === 'name')
      throw new Error(`it is a statement, expected an expression such as decision = 'Accept'`);
    for (const called of calls(tokens))
      if (!(called.kind === 'name' && words.includes(called.value)) && !functions.includes(called.value))
        throw new Error(`the function ${called.value} is not allowed`);
    return clause;
  } catch (thrown) {
    throw new DatabaseError(`Invalid where clause: ${messageOf(thrown)}.`, { cause: thrown });
  }
}

/** A statement in its database's syntax, with its parameters. */
export interface CheckedQuery {
  statement: string;
  parameters: Parameter[];
}

/**
 * Checks an untrusted query: one read-only statement with a parameter for each "?" in it.
 * @throws DatabaseError
 */
export function checkedQuery(statement: string, given: readonly Parameter[], kind: Kind): CheckedQuery {
  try {
    if (typeof statement !== 'string') throw new Error(`it is ${typeof statement}, expected text`);
    const whole = statement.replace(/[\s;]+$/, '');
    const tokens = tokensOf(whole);
    checkParentheses(tokens);
    if (has(tokens, ';')) throw new Error('it is more than one statement');
    const first = tokens[0]?.value ?? 'nothing';
    if (!['select', 'with', 'values', 'explain'].includes(first))
      throw new Error(`it begins with ${first}, expected select, with, values or explain`);
    for (const called of calls(tokens))
      if (reaching.test(called.value)) throw new Error(`the function ${called.value} is not allowed`);
    const parameters = checkedParameters(given);
    const places = tokens.filter(({ kind: is, value }) => is === 'sign' && value === '?').map(({ at }) => at);
    if (places.length !== parameters.length)
      throw new Error(`it has ${places.length} "?" but ${parameters.length} parameters`);
    return { statement: kind === 'postgres' ? numbered(whole, places) : whole, parameters };
  } catch (thrown) {
    throw new DatabaseError(`Invalid query: ${messageOf(thrown)}.`, { cause: thrown });
  }
}

const has = (tokens: readonly Token[], sign: string): boolean =>
  tokens.some(({ kind, value }) => kind === 'sign' && value === sign);

/** Returns the names directly before a "(". */
function calls(tokens: readonly Token[]): Token[] {
  return tokens.filter(
    ({ kind }, at) =>
      (kind === 'name' || kind === 'quoted name') && tokens[at + 1]?.kind === 'sign' && tokens[at + 1]?.value === '(',
  );
}
