/** What PostgreSQL or the network has answered, as a sentence for a person. */
import { systemCodeOf } from '../../base/errors.js';
import { say } from '../../base/language/sentence.js';
import { reasonOf, withoutSecrets, type PostgresUrl } from '../../base/postgres/url.js';
import { VectorStoreError } from '../types.js';
import { WhereError } from '../where.js';

/** The server ends, starts, or has ended the connection: PostgreSQL's documentation, appendix A, "Error Codes". */
const going = /^(?:08|57P0[1-3])/;
/** Another writer came first. */
const crossed = /^40/;
/** A table or the type of vectors is not what it was when it was last looked at. */
const changed = /^(?:42P01|42704|42883|XX000)$/;

const isOurs = (thrown: unknown): boolean => thrown instanceof VectorStoreError || thrown instanceof WhereError;

/** The five letters of an error that the server has answered. */
export function stateOf(thrown: unknown): string | undefined {
  const { severity } = thrown as { severity?: unknown };
  return typeof severity === 'string' ? systemCodeOf(thrown) : undefined;
}

/** The connection is of no more use. */
export const isLost = (thrown: unknown): boolean => {
  if (isOurs(thrown)) return false;
  const state = stateOf(thrown);
  return state === undefined || going.test(state);
};

/** The same once more, on a new look and perhaps a new connection, may succeed. */
export const isPassing = (thrown: unknown): boolean => {
  const state = stateOf(thrown) ?? '';
  return isLost(thrown) || crossed.test(state) || changed.test(state);
};

/** The cause is a copy without passwords, for the original may hold the URL. */
export function failureOf(thrown: unknown, url: PostgresUrl): unknown {
  if (isOurs(thrown)) return thrown;
  const why = withoutSecrets(reasonOf(thrown), url).replace(/\.$/, '');
  const key = isLost(thrown) ? 'papers.vectors_unreachable' : 'papers.vectors_failed';
  const cause = Object.assign(new Error(why), { code: systemCodeOf(thrown) });
  return new VectorStoreError(say(key, { address: url.shown, why }), { cause });
}
