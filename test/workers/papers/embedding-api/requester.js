/**
 * A worker thread that asks as often as the limit lets it, with the built program. What to do comes as `workerData`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createEmbeddingApi } from '../../../../dist/workers/papers/embedding-api/client.js';

const { url, perMinute, requests } = workerData;
const api = createEmbeddingApi({ apiUrl: url, modelName: 'm', requestsPerMinute: perMinute });
parentPort?.postMessage('open');
if (requests > 0) {
  await Promise.all(Array.from({ length: requests }, (_, i) => api.embed([`text ${i}`])));
  await api.close();
}
// Without requests it holds its limit until it is ended.
else parentPort?.on('message', () => undefined);
