/** Builds the OpenAPI document from the descriptions that each resource has of its routes. */
import { codesOf, failure, meanings, statusOfCode } from '../../../operations/failure.js';
import type { Components } from './json-schema.js';
import { tags, type Answer, type Code, type Content, type Operation } from '../../../operations/operation.js';
import { jsonPrefix } from '../../../request/negotiate.js';
import { contentSchema, parameters, requestBody, templateOf } from './request.js';

const description = `The HTTP interface of Tonstift, a daemon that turns folders of audio into albums for a tiptoi pen.

* JSON must be asked for: a GET of a page returns HTML to \`Accept: */*\`, which most clients send. Below
  \`${jsonPrefix}\`, the first server, each route that has JSON returns it whatever Accept says:
  \`${jsonPrefix}/library\` is \`/library\` with \`Accept: application/json\`. Downloads are the same. Paths in
  responses have no prefix.
* POST returns JSON, or for \`Accept: text/html\` a 303 redirect to the page that shows the outcome.
* Every GET may also be requested with HEAD. Routes that return only HTML are not listed.
* Failures are JSON (\`Failure\`), or a page with the same status if the client prefers HTML.
* Forms, multipart and JSON objects have the same fields. A number, a boolean or a JSON list may also be sent as
  text. A body with unknown fields is rejected; the error names them.
* \`x-other-parameters\` says whether unknown query parameters are ignored or rejected.
* This document is generated from the schemas that validate the requests.`;

const headers = {
  Location: ['Path of the page that shows it.', 'string'],
  ETag: ['Strong, with quotes; weak if the response is compressed.', 'string'],
  'Accept-Ranges': ['`bytes`.', 'string'],
  'Content-Length': ['Bytes.', 'integer'],
  'Content-Range': ['`bytes 0-99/1000`; `bytes */1000` for a range beyond the end.', 'string'],
  'Content-Disposition': ['Contains the name of the file.', 'string'],
  'Retry-After': ['Seconds.', 'integer'],
  'Tonstift-Embeddings': ['Number of embeddings in the file.', 'integer'],
  'WWW-Authenticate': ['For programs: `Basic`.', 'string'],
  'Tus-Resumable': ['Version of the tus protocol in use.', 'string'],
  'Tus-Version': ['Supported versions of the tus protocol.', 'string'],
  'Tus-Extension': ['Supported extensions of the tus protocol, separated by commas.', 'string'],
  'Tus-Max-Size': ['Maximum size of a file in bytes.', 'integer'],
  'Upload-Length': ['Size of the whole file in bytes.', 'integer'],
  'Upload-Offset': ['Number of bytes received so far.', 'integer'],
  'Upload-Expires': ['When the upload is deleted if no more data arrives, as an HTTP date.', 'string'],
} as const;

const headersOfFailures: Readonly<Record<number, readonly (keyof typeof headers)[]>> = {
  401: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const securitySchemes = {
  password: { type: 'http', scheme: 'basic', description: 'Any user name, and the password if one is set.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tonstift_session_10020',
    description: 'The cookie of `POST /login`. The number is the port.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: "The content of `daemon.token` in the daemon's home. It is valid until the daemon stops.",
  },
};

/** The empty entry is for a daemon without a password. */
const security = [{}, ...Object.keys(securitySchemes).map((name) => ({ [name]: [] }))];

export type OpenApi = Readonly<Record<string, unknown>>;

/**
 * @param operations all, or those for programs
 * @param version of the program
 */
export function openApi(operations: readonly Operation[], version: string): OpenApi {
  const components: Components = new Map();
  const responses = new Map<string, object>();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = (paths[templateOf(operation.path)] ??= {});
    path[operation.method] = describe(operation, components, responses);
  }
  const sorted = [...components].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: { title: 'Tonstift', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    // Generated clients use the first.
    servers: [
      { url: jsonPrefix, description: 'JSON, whatever Accept says.' },
      { url: '/', description: 'Pages, or JSON for `Accept: application/json`.' },
    ],
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

/** Returns true if programs can use an operation. A part of a page, or a page without facts, is only HTML. */
export const isForPrograms = ({ answers }: Operation): boolean =>
  Object.keys(answers[200]?.content ?? {}).join() !== 'text/html';

function describe(operation: Operation, components: Components, shared: Map<string, object>): object {
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

const namedHeaders = (names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function response({ description: about, content, headers: names }: Answer, components: Components): object {
  return {
    description: about,
    ...(names !== undefined && { headers: namedHeaders(names) }),
    ...(content !== undefined && {
      content: Object.fromEntries(
        jsonFirst(content).map(([type, schema]) => [type, { schema: contentSchema(schema, 'output', components) }]),
      ),
    }),
  };
}

/** Some clients ask for all types in this order, and generators of types take the first. */
const jsonFirst = (content: Content): [string, Content[string]][] =>
  Object.entries(content).sort(([a], [b]) => Number(b === 'application/json') - Number(a === 'application/json'));

/** Failures by status. Responses with the same codes are shared. */
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

function failureResponse(status: number, codes: readonly Code[], components: Components) {
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
