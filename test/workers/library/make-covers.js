/** Makes covers of all files it is given at once, and prints the results. Run by cover.slow.test.ts. */
import { makeCoverOfFile } from '../../../dist/workers/library/pictures/cover.js';

const results = await Promise.all(
  process.argv.slice(2).map((path) =>
    makeCoverOfFile(path, 'picture').then(
      (jpeg) => ({ bytes: jpeg.length }),
      (error) => ({ reason: error.message }),
    ),
  ),
);
process.stdout.write(JSON.stringify({ results }));
process.exit();
