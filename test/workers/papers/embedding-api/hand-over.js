/**
 * A program whose first worker thread knows of the limit before its main thread does. Each asks as often as it may
 * until it is ended; the server counts.
 */
import { Worker, isMainThread, parentPort, threadId } from 'node:worker_threads';

const [url = '', perMinute] = process.argv.slice(2);
if (isMainThread) {
  const early = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
  await new Promise((resolve) => early.once('message', resolve));
}
const { createEmbeddingApi } = await import('../../../../dist/workers/papers/embedding-api/client.js');
const api = createEmbeddingApi({ apiUrl: url, modelName: 'm', requestsPerMinute: Number(perMinute) });
parentPort?.postMessage('open');
for (let i = 0; ; i++) await api.embed([`thread ${threadId}, text ${i}`]);
