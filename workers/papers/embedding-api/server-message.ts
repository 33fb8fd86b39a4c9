/** The embedding server's own message about an error. Pure. */
import { isRecord } from '../../base/input/record.js';
import { secretMask } from '../../base/text/url-secrets.js';

/** Characters. */
const longest = 300;

/**
 * Returns the message as one line without control characters: OpenAI's `error.message`, `error` or `message` as text,
 * FastAPI's `detail`, or plain text. Returns "" for web pages and everything else, because the address may lead to
 * another server, whose data must not be shown.
 * @param answer the parsed body, undefined if it is not JSON
 * @param secrets that the server may quote
 */
export function serverMessage(answer: unknown, body: string, secrets: readonly string[]): string {
  const found = isRecord(answer) ? messageIn(answer) : answer === undefined ? plainText(body) : undefined;
  let text = found ?? '';
  for (const secret of secrets) if (secret.length > 3) text = text.replaceAll(secret, secretMask);
  const line = text
    .slice(0, 10_000)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${secretMask}`)
    .replace(/\b[a-z]{2,8}-[\w-]{16,}/gi, (word) => (isToken(word) ? secretMask : word))
    .replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line;
}

/** Names of models have short words: `text-embedding-3-large`. */
const isToken = (word: string): boolean => /\d/.test(word) && /[a-z\d]{16}/i.test(word);

function messageIn({ error, message, detail }: Record<string, unknown>): string | undefined {
  const inner = isRecord(error) ? error['message'] : error;
  return [inner, message, detail, ...problemsIn(detail)].find((one): one is string => typeof one === 'string');
}

/** FastAPI lists each wrong field: `{"loc": ["body", "input"], "msg": "Field required"}`. */
function problemsIn(detail: unknown): string[] {
  if (!Array.isArray(detail)) return [];
  return detail.flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one['msg'] !== 'string') return [];
    const where = Array.isArray(one['loc']) ? one['loc'].filter((part) => typeof part === 'string').join('.') : '';
    return [where === '' ? one['msg'] : `${where}: ${one['msg']}`];
  });
}

const plainText = (body: string): string => (/^\s*</.test(body) ? '' : body);
