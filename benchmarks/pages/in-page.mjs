/** Scripts that run in the page, as text, because the types of a page differ from those of these scripts. */

/** Runs first: records the end of tasks that blocked the page for 50 ms or longer. */
export const noteLongTasks = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push(startTime + duration);
  }).observe({ type: 'longtask', buffered: true });`;

/** Milliseconds since the visit began. Interactive: parsed, scripts have run, and no long task follows. */
export const timesOfVisit = `(() => {
  const { responseStart, domContentLoadedEventEnd } = performance.getEntriesByType('navigation')[0];
  return { first: responseStart, interactive: Math.max(domContentLoadedEventEnd, ...window.longTasks) };
})()`;

/** Counts all nodes of the document, including texts and comments. */
export const countNodes = `(() => {
  const walker = document.createTreeWalker(document);
  let count = 1;
  while (walker.nextNode()) count += 1;
  return count;
})()`;

export const forgetRequests = 'performance.clearResourceTimings()';

/** Paths that the page's scripts have requested, each once. */
export const pathsAsked = `[...new Set(performance
  .getEntriesByType('resource')
  .filter(({ initiatorType }) => initiatorType === 'fetch')
  .map(({ name }) => name.replace(location.origin, '')))]`;
