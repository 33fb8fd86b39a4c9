/** Ends the run with one plain line, so that a person and a script read the same result. */
export default class PlainClosingLine {
  onRunComplete(_contexts, results) {
    const brokenSuites = results.testResults.filter((suite) => suite.testExecError).length;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = [`${results.numPassedTests} passed`, `${results.numFailedTests + brokenSuites} failed`];
    if (skipped > 0) line.push(`${skipped} skipped`);
    // After jest's own summary, which comes behind every reporter.
    const run = {
      quick: 'The quick suites; npm run test:all has the slow ones.',
      slow: 'The slow suites; npm test has the quick ones.',
      every: 'Suites of both kinds, quick and slow.',
    }[process.env['TEST_RUN']];
    const form =
      process.env['TONSTIFT_TEST_LONG'] === '1' ? 'Long form.' : 'Short form; npm run test:long has the long one.';
    process.once('exit', () => process.stdout.write(`\n${run} ${form}\n${line.join(', ')}\n`));
  }
}
