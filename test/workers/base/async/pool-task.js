/** What `thread-pool.test.ts` has done in threads. */
export default async ({ say, ms = 0, eat = false }) => {
  const eaten = [];
  while (eat) eaten.push(new Array(100_000).fill(Math.random()));
  await new Promise((resolve) => setTimeout(resolve, ms));
  return say;
};
