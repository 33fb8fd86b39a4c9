/** Takes the content out of a response, or throws the error that it reports. */
import { say, type Sentence } from '../../base/language/sentence.js';
import { statusWords } from '../../base/text/status-words.js';
import { aboutStatus, errorIn, parseAnswer } from './answer.js';
import { EmbeddingApiError } from './errors.js';
import { problemOf, retryAfter } from './retry.js';
import { serverMessage } from './server-message.js';
import type { Answered } from './timed-transport.js';

interface Asked {
  /** The address to show. */
  address: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Texts that no message may contain. */
  secrets: readonly string[];
}

/**
 * Returns the content of a 2xx response.
 * @throws EmbeddingApiError for any other response, and for one that contains an error
 */
export function contentOf({ status, headers, body }: Answered, { address, now, secrets }: Asked): unknown {
  const fine = status >= 200 && status < 300;
  const answer = fine ? parseAnswer(body) : quietly(body);
  const error = errorIn(answer);
  if (fine && !error) return answer;
  const counts = fine ? error?.status : status;
  const isTooLong = counts === 413 || (error?.isTooLong ?? false);
  const message = serverMessage(answer, body, secrets);
  const known = error?.about ?? aboutStatus(counts, message);
  const about = withMessage(known, message);
  if (counts === undefined)
    throw new EmbeddingApiError(
      isTooLong ? 'text' : 'nonsense',
      about === undefined ? say('api.error') : say('api.error_about', { about }),
      { status, isTooLong },
    );
  const answered = { address, status: statusWords(counts) };
  const kind = error?.isQuota ? 'refused' : problemOf(counts).kind;
  throw new EmbeddingApiError(
    // A server that answers with its own status is not unreachable.
    isTooLong && counts !== 429 ? 'text' : kind,
    about === undefined ? say('api.status', answered) : say('api.status_about', { ...answered, about }),
    {
      status: counts,
      retryAfterMs: retryAfter(headers.get('retry-after'), now),
      isTooLong,
      rejectsFormat: kind === 'text' && body.includes('encoding_format'),
    },
  );
}

function withMessage(about: Sentence | undefined, message: string): Sentence | undefined {
  if (message === '') return about;
  return about === undefined ? say('api.said', { message }) : say('api.about_said', { about, message });
}

function quietly(body: string): unknown {
  try {
    const answer = parseAnswer(body);
    // Gemini puts its error into a list.
    return Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  } catch {
    return undefined;
  }
}
