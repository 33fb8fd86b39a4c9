/** The other side of the tests of processes. */
import { serveProcess } from '../../../../dist/workers/base/async/serve-process.js';

let counted = 0;
const count = () => ++counted;
serveProcess({
  count,
  run: count,
  pid: () => process.pid,
  environment: () => Object.keys(process.env),
  fail: () => {
    throw new RangeError('too far');
  },
  /** Sums the replies to its events until there is none. */
  async sum(_, { report }) {
    let sum = 0;
    for (let reply = await report('next'); reply !== undefined; reply = await report('next')) sum += reply;
    return sum;
  },
  hang() {
    for (;;);
  },
  /** Fills the heap. */
  fill() {
    for (const all = []; ;) all.push({ all });
  },
  /** Takes memory outside the heap. */
  async grow() {
    for (const all = []; ; await new Promise(setImmediate)) all.push(Buffer.alloc(10_000_000, 1));
  },
});
