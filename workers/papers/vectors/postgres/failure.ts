/** Turns an error of PostgreSQL or of the network into a sentence for a person. */
import { systemCodeOf } from '../../../base/errors.js';
import { say } from '../../../base/language/sentence.js';
import { reasonOf, withoutSecrets, type PostgresUrl } from '../../postgres/url.js';
import { VectorStoreError } from '../types.js';
import { WhereError } from '../where.js';

/** The server is stopping or starting, or has closed the connection. Source: appendix A, "PostgreSQL Error Codes". */
const going = /^(?:08|57P0[1-3])/;
/** Another transaction won. */
const crossed = /^40/;
/** A table or the type vector has changed since it was last read. */
const changed = /^(?:42P01|42704|42883|XX000)$/;

const isOurs = (thrown: unknown): boolean => thrown instanceof VectorStoreError || thrown instanceof WhereError;

/** Returns the five characters of SQLSTATE, or undefined if the server did not raise the error. */
export function stateOf(thrown: unknown): string | undefined {
  const { severity } = thrown as { severity?: unknown };
  return typeof severity === 'string' ? systemCodeOf(thrown) : undefined;
}

/** The connection is unusable. */
export const isLost = (thrown: unknown): boolean => {
  if (isOurs(thrown)) return false;
  const state = stateOf(thrown);
  return state === undefined || going.test(state);
};

/** A retry may succeed after reading the catalogue again, perhaps on a new connection. */
export const isPassing = (thrown: unknown): boolean => {
  const state = stateOf(thrown) ?? '';
  return isLost(thrown) || crossed.test(state) || changed.test(state);
};

/** The cause is a copy without passwords, because the original may contain the URL. */
export function failureOf(thrown: unknown, url: PostgresUrl): unknown {
  if (isOurs(thrown)) return thrown;
  const why = withoutSecrets(reasonOf(thrown), url).replace(/\.$/, '');
  const key = isLost(thrown) ? 'papers.vectors_unreachable' : 'papers.vectors_failed';
  const cause = Object.assign(new Error(why), { code: systemCodeOf(thrown) });
  return new VectorStoreError(say(key, { address: url.shown, why }), { cause });
}
