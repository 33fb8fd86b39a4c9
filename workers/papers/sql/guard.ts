import { DatabaseError } from '../database-error.js';
import { messageOf } from '../../base/errors.js';
import { checkedParameters, numbered, type Parameter } from './parameters.js';
import { checkParentheses, tokensOf, type Token } from './tokens.js';

/** What may stand before a "(" in a where clause: words of the language and types … */
const words =
  `and or not in any all some exists between like ilike glob is case when then else select from where on join using by
  having distinct filter over as values with union intersect except limit offset interval array row cast varchar char
  character numeric decimal`.split(/\s+/);

/** … and functions that read their arguments and do nothing else, on either database. */
const functions =
  `abs avg btrim ceil ceiling char_length character_length coalesce concat concat_ws count date date_part
  date_trunc datetime extract floor greatest hex ifnull iif initcap instr least left length lower ltrim max min mod
  now nullif octet_length overlay position power regexp_like replace reverse right round rtrim sign split_part sqrt
  starts_with strftime strpos substr substring sum time to_char to_date to_number translate trim trunc typeof unaccent
  unicode unistr upper`.split(/\s+/);

/** Functions of PostgreSQL that reach out of the statement, read-only transaction or not. */
const reaching =
  /^(pg_|lo_|dblink|set_config$|setval$|nextval$|(query|cursor|table|schema|database)_to_|load_extension$)/;

/**
 * Checks a where clause of others: one expression, complete in itself, that only reads.
 * @throws DatabaseError
 */
export function checkedWhere(clause: string): string {
  try {
    if (typeof clause !== 'string') throw new Error(`it is ${typeof clause}, expected text`);
    const tokens = tokensOf(clause);
    if (tokens.length === 0) throw new Error('it is empty');
    checkParentheses(tokens);
    if (has(tokens, ';')) throw new Error('it is more than one expression: a ";" has no place in it');
    if (has(tokens, '?')) throw new Error('"?" has no place in it');
    if (['select', 'with', 'values', 'table'].includes(tokens[0]?.value ?? '') && tokens[0]?.kind === 'name')
      throw new Error(`it is a statement, expected an expression such as decision = 'Accept'`);
    for (const called of calls(tokens))
      if (!(called.kind === 'name' && words.includes(called.value)) && !functions.includes(called.value))
        throw new Error(`the function ${called.value} has no place in it`);
    return clause;
  } catch (thrown) {
    throw new DatabaseError(`The where clause cannot be taken: ${messageOf(thrown)}.`, { cause: thrown });
  }
}

/** A statement as its database wants it, and what stands in the place of its parameters. */
export interface CheckedQuery {
  statement: string;
  parameters: Parameter[];
}

/**
 * Checks a query of others: one statement that reads, with a parameter for each "?" in it.
 * @throws DatabaseError
 */
export function checkedQuery(
  statement: string,
  given: readonly Parameter[],
  kind: 'sqlite' | 'postgres',
): CheckedQuery {
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
      if (reaching.test(called.value)) throw new Error(`the function ${called.value} has no place in it`);
    const parameters = checkedParameters(given);
    const places = tokens.filter(({ kind: is, value }) => is === 'sign' && value === '?').map(({ at }) => at);
    if (places.length !== parameters.length)
      throw new Error(`it has ${places.length} "?", and ${parameters.length} parameters are given`);
    return { statement: kind === 'postgres' ? numbered(whole, places) : whole, parameters };
  } catch (thrown) {
    throw new DatabaseError(`The query cannot be taken: ${messageOf(thrown)}.`, { cause: thrown });
  }
}

const has = (tokens: readonly Token[], sign: string): boolean =>
  tokens.some(({ kind, value }) => kind === 'sign' && value === sign);

/** The names right before a "(". */
function calls(tokens: readonly Token[]): Token[] {
  return tokens.filter(
    ({ kind }, at) =>
      (kind === 'name' || kind === 'quoted name') && tokens[at + 1]?.kind === 'sign' && tokens[at + 1]?.value === '(',
  );
}
