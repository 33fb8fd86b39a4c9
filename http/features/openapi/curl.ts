/** curl commands for the examples of the document, to be copied into a shell. */
import { formsIn, responseIn, type Schema, type Shown, type ShownDocument } from './document.js';

const quoted = (text: string): string => (/^[\w./:=@,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The server, and whether it has a password. */
export interface Asked {
  /** Scheme, host, port and base path, without a slash at the end. */
  address: string;
  hasPassword: boolean;
}

/** A command for each form of a body, by its name; one command with an empty name if there is no form. */
export function commands(document: ShownDocument, shown: Shown, { address, hasPassword }: Asked): Map<string, string> {
  const { operation } = shown;
  const isGuarded = hasPassword && operation.security?.length !== 0;
  const head = ['curl', ...(isGuarded ? ['-u "me:$PASSWORD"'] : []), ...flagsFor(document, shown)];
  const url = quoted(address + addressOf(shown));
  const forms = formsIn(operation);
  if (forms.length === 0) return new Map([['', [...head, url].join(' ')]]);
  return new Map(
    forms.map(({ type, name, schema, value }) => [name, [...head, ...dataOf(type, schema, value), url].join(' ')]),
  );
}

function addressOf({ path, operation }: Shown): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place, example } of operation.parameters) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(example)));
    else if (place === 'query' && example !== undefined)
      for (const one of [example].flat() as (string | number)[]) query.append(name, String(one));
  }
  return query.size > 0 ? `${address}?${query.toString()}` : address;
}

/** Requests JSON if the route also has HTML; saves files under their names. */
function flagsFor(document: ShownDocument, { method, operation }: Shown): string[] {
  const first = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const { content = {}, headers = {} } = responseIn(document, first?.[1] ?? {});
  const types = Object.keys(content);
  if (types.includes('text/event-stream')) return ['-N'];
  const isFile = types.length > 0 && !types.some((type) => /^(text\/html|application\/json)$/.test(type));
  if (isFile) return [Object.keys(headers).includes('Content-Disposition') ? '-OJ' : '-O'];
  const flags = [...methodFlags(method, operation), ...headerFlags(operation)];
  return types.includes('application/json') && method === 'GET' ? [...flags, "-H 'Accept: application/json'"] : flags;
}

/** Adds `-i` if the result is in the response headers. */
function methodFlags(method: string, { requestBody, parameters }: Shown['operation']): string[] {
  if (method === 'GET') return [];
  if (method === 'HEAD') return ['-I'];
  const isTold = method === 'OPTIONS' || parameters.some(({ in: place, required }) => place === 'header' && required);
  const isPlain = method === 'POST' && requestBody !== undefined;
  return [...(isTold ? ['-i'] : []), ...(isPlain ? [] : [`-X ${method}`])];
}

const headerFlags = ({ parameters }: Shown['operation']): string[] =>
  parameters
    .filter(({ in: place, example }) => place === 'header' && example !== undefined)
    .flatMap(({ name, example }) => ['-H', quoted(`${name}: ${String(example)}`)]);

function dataOf(type: string, schema: Schema, value: unknown): string[] {
  const isForm = type === 'application/x-www-form-urlencoded';
  if (!isForm && type !== 'multipart/form-data') {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // curl would read a file whose name follows "@".
    const flag = text.startsWith('@') ? '--data-raw' : '--data-binary';
    return ['-H', quoted(`Content-Type: ${type}`), flag, quoted(text)];
  }
  return Object.entries(value as Record<string, unknown>).flatMap(([name, given]) => {
    const property = schema.properties?.[name];
    const isFile = (property?.items ?? property)?.format === 'binary';
    const isJson = property?.items?.type === 'object';
    const texts = isJson ? [JSON.stringify(given)] : [given].flat().map(String);
    return texts.flatMap((text) =>
      isForm ? ['--data-urlencode', quoted(`${name}=${text}`)] : ['-F', quoted(`${name}=${isFile ? '@' : ''}${text}`)],
    );
  });
}
