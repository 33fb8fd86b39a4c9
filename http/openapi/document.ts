/** The OpenAPI document of all routes, out of what each resource says of its own. */
import { codesOf, failure, meanings, statusOfCode } from './failure.js';
import type { Components } from './json-schema.js';
import { tags, type Answer, type Code, type Operation } from './operation.js';
import { contentSchema, parameters, requestBody, templateOf } from './request.js';

const description = `The HTTP interface of Tonstift, a daemon that turns folders of audio into albums for a tiptoi pen.

* GET of a page answers HTML, and JSON to \`Accept: application/json\`. POST answers JSON, and to \`Accept: text/html\`
  303 to the page that shows the outcome.
* Failures are JSON (\`Failure\`), or a page with the same status where HTML is preferred.
* Forms, multipart and JSON objects have the same fields. Text of a number, of a boolean or of a JSON list does as well
  as the value. Fields that a body does not know are refused by name.
* \`x-other-parameters\` says what becomes of a field in the address that is not named here.
* This document is made of the schemas that check what comes.`;

const headers = {
  Location: ['Path of the page that shows it.', 'string'],
  ETag: ['Strong, with its quotes; behind compression a weak one.', 'string'],
  'Accept-Ranges': ['`bytes`.', 'string'],
  'Content-Length': ['Bytes.', 'integer'],
  'Content-Range': ['As `bytes 0-99/1000`; of a range beyond the end `bytes */1000`.', 'string'],
  'Content-Disposition': ['With the name of the file.', 'string'],
  'Retry-After': ['Seconds.', 'integer'],
  'WWW-Authenticate': ['For programs: `Basic`.', 'string'],
  'Tus-Resumable': ['Version of the protocol tus that is spoken.', 'string'],
  'Tus-Version': ['Versions of it that can be spoken.', 'string'],
  'Tus-Extension': ['What of it there is, with commas.', 'string'],
  'Tus-Max-Size': ['Bytes that a file may have.', 'integer'],
  'Upload-Length': ['Bytes of the whole file.', 'integer'],
  'Upload-Offset': ['Bytes of it that are there.', 'integer'],
  'Upload-Expires': ['When it goes if nothing more of it comes, as HTTP writes times.', 'string'],
} as const;

const headersOfFailures: Readonly<Record<number, readonly (keyof typeof headers)[]>> = {
  401: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const securitySchemes = {
  password: { type: 'http', scheme: 'basic', description: 'Any user name, and the password where one is set.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tonstift_session_10020',
    description: 'The cookie of `POST /login`. The number is the port.',
  },
  token: { type: 'http', scheme: 'bearer', description: "`daemon.token` of the daemon's home; good for one run." },
};

/** Without a password none of them is asked for. */
const security = [{}, ...Object.keys(securitySchemes).map((name) => ({ [name]: [] }))];

export type OpenApi = Readonly<Record<string, unknown>>;

/** @param version of the program */
export function openApi(operations: readonly Operation[], version: string): OpenApi {
  const components: Components = new Map();
  const responses = new Map<string, object>();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const told = describe(operation, components, responses);
    const path = (paths[templateOf(operation.path)] ??= {});
    path[operation.method] = told;
    if (operation.method === 'get') path['head'] = headOf(operation, told);
  }
  const sorted = [...components].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: { title: 'Tonstift', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'The daemon that answers this document.' }],
    security,
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      schemas: Object.fromEntries(sorted),
      responses: Object.fromEntries(responses),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, [about, type]]) => [name, { description: about, schema: { type } }]),
      ),
      securitySchemes,
    },
  };
}

interface Told extends Readonly<Record<string, unknown>> {
  operationId: string;
  parameters: object[];
  responses: Readonly<Record<string, object>>;
}

function describe(operation: Operation, components: Components, shared: Map<string, object>): Told {
  const { id, tag, summary, about, body, answers, isOpen, others, query } = operation;
  const given = Object.entries(answers).map(([status, answer]) => [status, response(answer, components)] as const);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(about !== undefined && { description: about }),
    ...(isOpen === true && { security: [] }),
    parameters: parameters(operation, components),
    'x-other-parameters': others ?? (query === undefined ? 'ignored' : 'refused'),
    ...(body !== undefined && { requestBody: requestBody(body, components) }),
    responses: Object.fromEntries([...given, ...failures(operation, components, shared)]),
  };
}

/** As GET without its body; ranges are for GET alone. */
function headOf({ id, answers }: Operation, { parameters: same, ...told }: Told): object {
  const statuses = Object.entries(answers).filter(([status]) => status !== '206');
  const given = statuses.map(([status, { description: about }]) => [status, { description: about }] as const);
  const failed = ['4XX', '5XX'].map((range) => [range, { description: 'As GET, without the body.' }] as const);
  return {
    ...told,
    operationId: `${id}Head`,
    parameters: same,
    summary: `${String(told['summary'])}: the head alone`,
    responses: Object.fromEntries([...given, ...failed]),
  };
}

const namedHeaders = (names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function response({ description: about, content, headers: names }: Answer, components: Components): object {
  return {
    description: about,
    ...(names !== undefined && { headers: namedHeaders(names) }),
    ...(content !== undefined && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, schema]) => [
          type,
          { schema: contentSchema(schema, 'output', components) },
        ]),
      ),
    }),
  };
}

/** By status; those with the same codes are written once. */
function failures(operation: Operation, components: Components, shared: Map<string, object>): [string, object][] {
  const all = codesOf(operation).sort();
  const isHead = operation.method === 'head';
  return [...new Set(all.map((code) => statusOfCode[code]))]
    .sort((a, b) => a - b)
    .map((status) => {
      const codes = all.filter((code) => statusOfCode[code] === status);
      const name = [...(isHead ? ['head'] : []), status, ...codes].join('.');
      const { content, ...alone } = failureResponse(status, codes, components);
      if (!shared.has(name)) shared.set(name, isHead ? alone : { ...alone, content });
      return [String(status), { $ref: `#/components/responses/${name}` }];
    });
}

interface Failed {
  description: string;
  headers?: object;
  content: object;
}

function failureResponse(status: number, codes: readonly Code[], components: Components): Failed {
  const schema = {
    ...contentSchema(failure, 'output', components),
    properties: { error: { properties: { code: { enum: codes } } } },
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    ...(headersOfFailures[status] && { headers: namedHeaders(headersOfFailures[status]) }),
    content: { 'application/json': { schema }, 'text/html': { schema: { type: 'string' } } },
  };
}
