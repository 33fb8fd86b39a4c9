/** Another machine on the same Redis: asks so many times, with the built program, and ends by itself. */
import { createEmbeddingApi } from '../../../../dist/workers/papers/embedding-api/client.js';
import { configureLimiter } from '../../../../dist/workers/papers/embedding-api/rate/cluster.js';

const [redisUrl = '', url = '', perMinute, requests] = process.argv.slice(2);
configureLimiter({ redisUrl });
const api = createEmbeddingApi({ apiUrl: url, modelName: 'm', requestsPerMinute: Number(perMinute) });
await Promise.all(Array.from({ length: Number(requests) }, (_, i) => api.embed([`machine ${process.pid} ${i}`])));
await api.close();
