/**
 * Calls operations with a client that is generated from the document, and prints what it answers, as JSON:
 *
 *   node call-with-client.js SET DOCUMENT SERVER CALLS
 *
 * It is copied to the folder of the client, whose `node_modules` has the packages of the set.
 */
import { argv, stdout } from 'node:process';

const [set = '', address = '', baseUrl = '', calls = '[]'] = argv.slice(2);
const load = (/** @type {string} */ name) => import(name);

/** The form of the answers of openapi-fetch and hey-api. */
const plain = ({ data, error, response }) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  body: data ?? error,
});

const clients = {
  async 'openapi-fetch'() {
    const { default: createClient } = await load('openapi-fetch');
    const client = createClient({ baseUrl });
    return async ({ method, path, params, body }) => plain(await client[method](path, { params, body }));
  },
  async 'hey-api'() {
    const { client } = await load('./out/client/client.gen.js');
    const operations = await load('./out/client/sdk.gen.js');
    client.setConfig({ baseUrl });
    return async ({ id, params, body }) => plain(await operations[id]({ ...params, body }));
  },
  async 'swagger-client'() {
    const { default: createClient } = await load('swagger-client');
    const { apis } = await createClient(address);
    return async ({ id, tag, params, body }) => {
      const asked = apis[tag][id]({ ...params.path, ...params.query }, { requestBody: body });
      const { status, headers, body: answer } = await asked.catch(({ response }) => response);
      return { status, type: headers['content-type'], body: answer };
    };
  },
};

const call = await clients[set]();
const answers = [];
for (const one of JSON.parse(calls)) answers.push(await call(one));
stdout.write(JSON.stringify(answers));
