/** What is run in the page, as text: the types of a page are not those of these scripts. */

/** Before anything else: when tasks ended that held the page up for 50 ms or longer. */
export const noteLongTasks = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push(startTime + duration);
  }).observe({ type: 'longtask', buffered: true });`;

/** Milliseconds since the visit began. Interactive: parsed, scripts have run, and no long task comes behind. */
export const timesOfVisit = `(() => {
  const { responseStart, domContentLoadedEventEnd } = performance.getEntriesByType('navigation')[0];
  return { first: responseStart, interactive: Math.max(domContentLoadedEventEnd, ...window.longTasks) };
})()`;

/** All nodes of the document, texts and comments too. */
export const countNodes = `(() => {
  const walker = document.createTreeWalker(document);
  let count = 1;
  while (walker.nextNode()) count += 1;
  return count;
})()`;

export const forgetRequests = 'performance.clearResourceTimings()';

/** What the page's scripts have asked for, each once. */
export const pathsAsked = `[...new Set(performance
  .getEntriesByType('resource')
  .filter(({ initiatorType }) => initiatorType === 'fetch')
  .map(({ name }) => name.replace(location.origin, '')))]`;
