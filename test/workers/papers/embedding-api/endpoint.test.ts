/** Addresses as people paste them. */
import { expect, it } from '@jest/globals';
import { endpointOf } from '../../../../workers/papers/embedding-api/endpoint.js';

it.each([
  ['http://host', '/v1/embeddings'],
  ['http://host/', '/v1/embeddings'],
  ['  http://host/v1/ ', '/v1/embeddings'],
  ['http://host/v1/embeddings', '/v1/embeddings'],
  ['http://host/v1/embeddings/', '/v1/embeddings'],
  ['http://host/embeddings', '/embeddings'],
  ['http://host/base', '/base/v1/embeddings'],
  ['http://host/vector', '/vector/v1/embeddings'],
  ['http://host/openai/v1', '/openai/v1/embeddings'],
  ['http://host/v1/openai', '/v1/openai/embeddings'],
  ['http://host/v1beta/openai/', '/v1beta/openai/embeddings'],
  ['http://host/v1beta/openai/embeddings', '/v1beta/openai/embeddings'],
  ['http://host/api/v3', '/api/v3/embeddings'],
  ['http://host/api/paas/v4', '/api/paas/v4/embeddings'],
  ['http://host/api/v1?user=me', '/api/v1/embeddings?user=me'],
  ['http://host/v1#models', '/v1/embeddings'],
  [
    'http://host/openai/deployments/NAME?api-version=2024-02-01',
    '/openai/deployments/NAME/embeddings?api-version=2024-02-01',
  ],
  [
    'http://host/openai/deployments/NAME/embeddings?api-version=2024-02-01',
    '/openai/deployments/NAME/embeddings?api-version=2024-02-01',
  ],
])('%s is asked at %s', (address, expected) => {
  expect(endpointOf(address, 'embeddings', '').url).toBe(`http://host${expected}`);
});

it.each([
  ['http://host', '/v1/models'],
  ['http://host/v1/embeddings', '/v1/models'],
  ['http://host/v1beta/openai/', '/v1beta/openai/models'],
])('the models of %s are asked for at %s', (address, expected) => {
  expect(endpointOf(address, 'models', '').url).toBe(`http://host${expected}`);
});

it('sends the token as Azure expects it only to Azure', () => {
  const azure = 'http://host/openai/deployments/NAME?api-version=2024-02-01';
  expect(endpointOf(azure, 'embeddings', 'secret')).toMatchObject({
    shown: 'http://host/openai/deployments/NAME/embeddings',
    headers: { accept: 'application/json', 'api-key': 'secret' },
  });
  expect(endpointOf(azure, 'embeddings', 'secret').headers).not.toHaveProperty('authorization');
  expect(endpointOf('http://host/v1', 'embeddings', 'secret').headers).toMatchObject({
    authorization: 'Bearer secret',
  });
});
