/** Another machine on the same Redis: asks so many times, with the built program, and ends by itself. */
const [module, redisUrl, url, perMinute, requests] = process.argv.slice(2);
const { createEmbeddingApi } = await import(new URL('client.js', module));
const { configureLimiter } = await import(new URL('cluster.js', module));
configureLimiter({ redisUrl });
const api = createEmbeddingApi({ apiUrl: url, modelName: 'm', requestsPerMinute: Number(perMinute) });
await Promise.all(Array.from({ length: Number(requests) }, (_, i) => api.embed([`machine ${process.pid} ${i}`])));
await api.close();
